"""The data: complete, consistent, with its sources; an overlay changes values, and errors name file, record and field."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.kernel.data import Changes, DataError, read_changes
from sandtable.titles.tigercubs.edition import FOLDER, load
from sandtable.titles.tigercubs.face.board import drawing, full_name
from sandtable.titles.tigercubs.kinds import OPEN
from tests.titles.tigercubs.position import E, p, u


def overlay(folder: Path, name: str, text: str) -> Changes:
    (folder / f"{name}.csv").write_text(text, encoding="utf-8")
    return read_changes(folder)


def test_an_overlay_changes_a_printed_value(tmp_path: Path) -> None:
    edition = load(overlay(tmp_path, "units", "id,defence\nI-GaF,5\n"))
    assert edition.defence[0][0][u("I-GaF")] == 10
    assert edition.digest != E.digest
    assert load(None) is E


def test_a_unit_is_called_as_in_the_log_with_what_it_was_called() -> None:
    names = {row.id: full_name(row) for row in E.unit_rows}
    assert names["G-Oas300"] == "300th Oasis Battalion · Oasen-Bataillon z.b.V. 300"
    assert names["B-4AB"] == "4th Armoured Brigade (4 and 7 RTR, Matilda)"  # which says it already
    assert names["Q-AX1"] == "Axis Quartermaster 1"


@pytest.mark.parametrize(
    ("name", "text", "wrong"),
    [
        ("units", "id,type\nG-15Pz,hussars\n", "G-15Pz, field type"),
        ("units", "id,nation\nG-15Pz,USA\n", "G-15Pz"),
        ("units", "id,attack\nG-15Pz,24.3\n", "G-15Pz: 24.3"),
        ("units", "id,attack\nG-15Pz,25\n", "G-15Pz"),
        ("hexes", "id,terrain\n0905,jungle\n", "0905, field terrain"),
        ("hexsides", "a,b,kind\n0905,1105,wadi\n", "0905 1105"),
        ("lines", "id,kind,hexes\nx,road,0905 1005 1205\n", "1005 and 1205"),
        ("exits", "box,hex,line,cost\nXXX,0102,road,3\n", "XXX"),
        ("setup", "scenario,unit,at\nbattleaxe,G-15Pz,9999\n", "G-15Pz"),
        ("setup", "scenario,unit,at\nbattleaxe,G-16Pz,1407\n", "G-16Pz"),
        ("reinforcements", "scenario,piece,half_turn\nbattleaxe,I-Bol,JUN III\n", "JUN III"),
        ("crt", "odds,die,result\n1:1,3,XX\n", "1:1 3, field result"),
        ("units", "id,movement\nG-15Pz,fast\n", "G-15Pz, field movement"),
    ],
)
def test_errors_name_the_record(tmp_path: Path, name: str, text: str, wrong: str) -> None:
    with pytest.raises(DataError) as error:
        load(overlay(tmp_path, name, text))
    assert wrong in str(error.value)


def test_every_datum_says_where_it_comes_from() -> None:
    for file in sorted(FOLDER.glob("*.csv")):
        if file.stem != "ledger":
            lines = file.read_text(encoding="utf-8").splitlines()
            assert lines[0].endswith(",source"), file
            assert not [line for line in lines[1:] if line.endswith(",")], file


def test_the_chart_of_escarpments_is_drawn_with_a_low_side_for_each() -> None:
    low = drawing().low
    cliffs = [f"{row.a} {row.b}" for row in E.hexside_rows if row.kind == "escarpment"]
    assert sorted(low) == sorted(cliffs)
    assert all(low[pair] in pair.split() for pair in cliffs)
    assert low["1407 1508"] == "1508"  # the coastal plain below Halfaya


def test_all_passable_land_is_joined() -> None:
    seen, edge = {p("1407")}, [p("1407")]
    while edge:
        for there in E.near[edge.pop()]:
            if there not in seen:
                seen.add(there)
                edge.append(there)
    assert seen == {h for h in range(E.places) if E.passable[h] and E.near[h]}


def test_forts_wadis_and_bridges_of_tobruk() -> None:
    tobruk = p("0905")
    assert E.side_rows[E.fort[tobruk]].id == "major_fortification"
    assert E.side_rows[E.fort[p("1406")]].id == "fortified"
    assert E.hexside(p("0805"), tobruk) in E.bridged
    assert E.side_rows[E.side_kind[tobruk].get(p("0906"), OPEN)].id == "open"
