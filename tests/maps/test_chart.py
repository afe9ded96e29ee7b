"""Tables with rows for rolls and columns for odds: how they are read, and what is said of wrong ones."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.kernel.data import DataError, Tables, read_changes
from sandtable.maps.chart import BELOW, Chart, Odds, read_chart

CRT = Chart("crt.csv", {0: {"1-1": "AE", "2-1": "-"}, 1: {"1-1": "-", "2-1": "DR"}, 2: {"1-1": "DR", "2-1": "DE"}})


class TestChart:
    @pytest.mark.parametrize(("roll", "column", "word"), [(0, 0, "AE"), (1, 1, "DR"), (-7, 0, "AE"), (9, 1, "DE"), (2, 0, "DR")])
    def test_beyond_its_ends_a_table_goes_on_as_its_ends_are(self, roll: int, column: int, word: str) -> None:
        assert CRT.words[CRT.at(roll, column)] == word

    def test_rows_columns_and_words_are_known_by_number(self) -> None:
        assert (CRT.low, CRT.high, CRT.columns, CRT.words) == (0, 2, ("1-1", "2-1"), ("AE", "-", "DR", "DE"))
        assert CRT.column("2-1") == 1
        assert (CRT.row(-3), CRT.row(1), CRT.row(5)) == (0, 1, 2)
        with pytest.raises(DataError, match=r"crt\.csv: there is no column '3-1'; there are 1-1, 2-1"):
            CRT.column("3-1")

    @pytest.mark.parametrize(
        ("rows", "message"),
        [
            ({}, "t.csv: a table without rows"),
            ({1: {"a": "x"}, 3: {"a": "x"}}, "t.csv: no row 2; every roll from 1 to 3 needs one"),
            ({1: {"a": "x"}, 2: {"a": "x", "b": "y"}}, "t.csv, row 2, column b: every row has the columns a"),
            ({1: {"a": "x", "b": "y"}, 2: {"a": "x"}}, "t.csv, row 2, column b: every row has the columns a, b"),
            ({1: {"a": "x"}, 2: {"a": "z"}}, "t.csv, row 2, column a: 'z' is not accepted; accepted: x, y"),
        ],
    )
    def test_a_wrong_table_is_told_where(self, rows: dict[int, dict[str, str]], message: str) -> None:
        with pytest.raises(DataError) as error:
            Chart("t.csv", rows, ("x", "y"))
        assert str(error.value) == message


class TestReading:
    def tables(self, folder: Path, text: str, overlay: str = "") -> Tables:
        (folder / "crt.csv").write_text(text, encoding="utf-8")
        if not overlay:
            return Tables(folder)
        (folder / "own").mkdir()
        (folder / "own" / "crt.csv").write_text(overlay, encoding="utf-8")
        return Tables(folder, read_changes(folder / "own"))

    def test_a_row_for_each_roll_and_a_column_for_each_heading(self, tmp_path: Path) -> None:
        chart = read_chart(self.tables(tmp_path, "roll,1:1,2:1,source\n-1,AE,DR,9.B\n0,DR,DE,9.B\n"), "crt", "roll")
        assert chart.columns == ("1:1", "2:1")
        assert [[chart.words[chart.at(roll, c)] for c in (0, 1)] for roll in (-1, 0)] == [["AE", "DR"], ["DR", "DE"]]

    def test_an_overlay_changes_single_cells_and_the_digest(self, tmp_path: Path) -> None:
        (tmp_path / "plain").mkdir()
        text = "roll,1:1,2:1,source\n1,AE,DR,9.B\n2,DR,DE,9.B\n"
        plain, mine = self.tables(tmp_path / "plain", text), self.tables(tmp_path, text, "roll,2:1\n2,DR\n")
        before, after = read_chart(plain, "crt", "roll"), read_chart(mine, "crt", "roll")
        assert after.words[after.at(2, 1)] == "DR"
        assert before.words[before.at(2, 1)] == "DE"
        assert plain.digest() != mine.digest()

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("roll,1:1,source\none,AE,9.B\n", "crt.csv, record one, field roll: 'one' is no whole number"),
            ("roll,1:1,source\n1,AE,9.B\n1,DR,9.B\n", "crt.csv, record 1: is there twice"),
            ("roll,1:1,source\n1,AE,9.B\n2,XX,9.B\n", "crt.csv, row 2, column 1:1: 'XX' is not accepted; accepted: AE, DR"),
        ],
    )
    def test_a_wrong_file_is_told_where(self, tmp_path: Path, text: str, message: str) -> None:
        with pytest.raises(DataError) as error:
            read_chart(self.tables(tmp_path, text), "crt", "roll", ("AE", "DR"))
        assert str(error.value) == message


class TestOdds:
    ODDS = Odds("crt.csv", ["1:3", "1:2", "1:1", "3:2", "2:1", "4:1"])

    @given(st.integers(0, 60), st.integers(1, 60))
    def test_the_column_is_the_best_that_is_reached(self, attack: int, defence: int) -> None:
        reached = [n for n, (a, d) in enumerate(self.ODDS.ratios) if Fraction(attack, defence) >= Fraction(a, d)]
        assert self.ODDS.column(attack, defence) == (reached[-1] if reached else BELOW)

    @given(st.integers(0, 60), st.integers(1, 60))
    def test_rounding_up_takes_the_first_that_is_not_exceeded(self, attack: int, defence: int) -> None:
        down, up = self.ODDS.column(attack, defence), self.ODDS.column(attack, defence, up=True)
        exact = down != BELOW and Fraction(attack, defence) == Fraction(*self.ODDS.ratios[down])
        assert up == (down if exact or down in (BELOW, 5) else down + 1)

    def test_against_nothing_the_odds_are_the_best(self) -> None:
        assert self.ODDS.column(1, 0) == self.ODDS.column(1, 0, up=True) == 5

    @pytest.mark.parametrize(("column", "by", "to"), [(2, 1, 3), (2, -1, 1), (4, 9, 5), (1, -9, 0)])
    def test_shifts_stay_inside_the_table(self, column: int, by: int, to: int) -> None:
        assert self.ODDS.shift(column, by) == to

    @pytest.mark.parametrize("texts", [["2:1", "1:1"], ["1:1", "2:2"], ["1:1", "1:1"]])
    def test_columns_go_from_the_worst_odds_to_the_best(self, texts: list[str]) -> None:
        with pytest.raises(DataError, match=f"crt.csv, column {texts[1]}: columns go from the worst odds to the best"):
            Odds("crt.csv", texts)

    @pytest.mark.parametrize("text", ["", "3", "3:0", "a:b", "1:2:3", "0-1"])
    def test_odds_are_written_as_a_ratio(self, text: str) -> None:
        with pytest.raises(DataError, match="odds are written like 3:1 or 3-1"):
            Odds("crt.csv", [text])
