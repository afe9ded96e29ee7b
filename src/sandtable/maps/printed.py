"""Tables of the rules as they are printed beside the map."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sandtable.face.aids import Grid, Mark, Row, signed
from sandtable.maps.chart import Chart


def grid_of(
    chart: Chart, id: str, title: str, corner: str, rule: str, read: Callable[[str], Mark], legend: Sequence[Mark] = ()
) -> Grid:
    """A chart of the rules as it is printed: its first and last line stand for all beyond them."""
    lines = [
        Row(signed(chart.low + n), tuple([read(chart.words[cell]) for cell in row]), rule=rule) for n, row in enumerate(chart.cells)
    ]
    columns = tuple([column.replace("-", " to ").replace(":", " to ").replace("_", " and ") for column in chart.columns])
    return Grid(id, title, columns, tuple(lines), corner, rule, "beyond its ends a table goes on as its ends are", tuple(legend))
