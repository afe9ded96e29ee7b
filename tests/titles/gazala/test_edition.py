"""The data: an overlay changes values, and errors name file, record and field."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.kernel.data import Changes, DataError, read_changes
from sandtable.titles.gazala.edition import load
from tests.titles.gazala.board import E


def overlay(folder: Path, name: str, text: str) -> Changes:
    (folder / f"{name}.csv").write_text(text)
    return read_changes(folder)


def test_an_overlay_changes_a_printed_value(tmp_path: Path) -> None:
    edition = load(overlay(tmp_path, "unit_steps", "unit,steps,hard\n5/1,3,16\n"))
    assert edition.hard[edition.u("5/1")][6] == 16
    assert edition.digest != E.digest
    assert load(None) is E


@pytest.mark.parametrize(
    ("name", "text", "wrong"),
    [
        ("unit_steps", "unit,steps,hard\n5/9,1,3\n", "5/9 1"),
        ("units", "id,formation\n5/1,99 PZ\n", "5/1, field formation"),
        ("setup", "unit,suggested\nPAVO,0101\n", "PAVO, field suggested"),
        ("setup", "unit,centre\nPAVO,9999\n", "PAVO, field centre"),
        ("reinforcements", "unit,hexes\n5/1,1321 9901\n", "5/1, field hexes"),
        ("hexsides", "a,b,road\n0101,0303,road\n", "0101 0303"),
        ("hexsides", "a,b,up\n1702,1701,9999\n", "1702 1701, field up"),
        ("hexsides", "a,b,road\n1701,1702,road\n", "1701 1702: this hexside is there twice, also as 1702 1701"),
        ("movement", "id,foot\nroad,0.3\n", "road, field foot"),
        ("crt", "odds,roll,result\n1-4,2,-/-\n", "row 2, column 1-4"),
        ("cups", "turn,chit,count\n1,99 PZ,1\n", "1 99 PZ"),
        ("units", "id,steps\n5/1,many\n", "5/1, field steps"),
    ],
)
def test_errors_name_file_record_and_field(tmp_path: Path, name: str, text: str, wrong: str) -> None:
    with pytest.raises(DataError) as error:
        load(overlay(tmp_path, name, text))
    assert f"{name}.csv" in str(error.value)
    assert wrong in str(error.value)


def test_every_datum_says_where_it_comes_from() -> None:
    for table in (
        E.hex_rows,
        E.side_rows,
        E.unit_rows,
        E.step_rows,
        E.turn_rows,
        E.attack_rows,
        E.reinforcement_rows,
        E.setup_rows,
    ):
        assert all(row.source for row in table)
