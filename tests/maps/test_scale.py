"""Movement points as whole numbers of their parts."""

from __future__ import annotations

import pytest

from sandtable.kernel.data import DataError
from sandtable.maps.scale import parts


@pytest.mark.parametrize(("points", "one", "found"), [("1/3", 12, 4), ("2", 12, 24), (1.5, 2, 3), (0, 2, 0), ("0.25", 4, 1)])
def test_points_are_counted_in_parts(points: int | float | str, one: int, found: int) -> None:
    assert parts(points, one, "t.csv") == found


@pytest.mark.parametrize(
    ("points", "message"),
    [
        ("1/3", "t.csv, record road: 1/3 points; whole numbers of 1/2 are accepted"),
        (-1, "t.csv, record road: -1 points; whole numbers of 1/2 are accepted"),
        ("much", "t.csv, record road: 'much' is no number of points"),
        ("1/0", "t.csv, record road: '1/0' is no number of points"),
    ],
)
def test_what_is_no_whole_number_of_parts_is_told_where(points: int | str, message: str) -> None:
    with pytest.raises(DataError) as error:
        parts(points, 2, "t.csv, record road")
    assert str(error.value) == message
