"""Facts from files: errors name file, record and field; overlays change what they name and nothing else."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from sandtable.kernel.data import DataError, Record, Tables, read_changes
from tests.kernel.toy import FOLDER, Post, Unit, load


class Gun(Record, frozen=True, kw_only=True):
    id: str
    reach: int
    weight: float = 1.5
    towed: bool = False
    crews: tuple[str, ...] = ()
    losses: tuple[int, ...] = ()
    factor: Fraction = Fraction(1)
    shares: tuple[Fraction, ...] = ()


HEAD = "id,reach,weight,towed,crews,losses,source\n"


def table(folder: Path, text: str, name: str = "guns") -> Tables:
    folder.mkdir(exist_ok=True)
    (folder / f"{name}.csv").write_text(text, encoding="utf-8")
    return Tables(folder)


def read(folder: Path, text: str) -> list[Gun]:
    return table(folder, text).read("guns", Gun)


def test_cells_become_what_the_field_is(tmp_path: Path) -> None:
    first, second = read(tmp_path, HEAD + "88,4,2.5,yes,one two,3 -1,5.2\n25pdr,3,,no,,,reconstruction\n")
    assert first == Gun(id="88", reach=4, weight=2.5, towed=True, crews=("one", "two"), losses=(3, -1), source="5.2")
    assert second == Gun(id="25pdr", reach=3, source="reconstruction")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1/3", Fraction(1, 3)), ("1 1/2", Fraction(3, 2)), ("1½", Fraction(3, 2)), ("½", Fraction(1, 2)), ("0.75", Fraction(3, 4)),
        ("12", Fraction(12)), ("-1 1/2", Fraction(-3, 2)), ("11/2", Fraction(11, 2)), ("", Fraction(1)),
    ],
)  # fmt: skip
def test_fractions_are_written_as_people_write_them(tmp_path: Path, text: str, value: Fraction) -> None:
    assert read(tmp_path, f"id,reach,factor,source\n88,4,{text},1\n")[0].factor == value


def test_fractions_in_a_row_are_parted_by_blanks(tmp_path: Path) -> None:
    (gun,) = read(tmp_path, "id,reach,shares,source\n88,4,1/3 1½ 2,1\n")
    assert gun.shares == (Fraction(1, 3), Fraction(3, 2), Fraction(2))


@pytest.mark.parametrize("text", ["1/0", "1 2", "a half", "1//2", "1.5/2", "1 ½ ½", "-", "1e3"])
def test_what_is_no_fraction_is_named_with_what_is_accepted(tmp_path: Path, text: str) -> None:
    with pytest.raises(DataError) as caught:
        read(tmp_path, f"id,reach,factor,source\n88,4,{text},1\n")
    assert (
        str(caught.value) == f"guns.csv, record 88, field factor: Expected a number such as 2, 1/3, 1 1/2, 1½ or 0.75, got {text!r}"
    )


def test_records_come_in_the_order_of_the_file(tmp_path: Path) -> None:
    assert [gun.id for gun in read(tmp_path, HEAD + "b,1,,,,,1\na,1,,,,,1\n")] == ["b", "a"]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (HEAD + "88,four,,,,,1\n", "guns.csv, record 88, field reach: Expected `int`, got `str`"),
        (HEAD + "88,,,,,,1\n", "guns.csv, record 88, Object missing required field `reach`"),
        (HEAD + "88,4,heavy,,,,1\n", "guns.csv, record 88, field weight: Expected `float`, got `str`"),
        (HEAD + "88,4,,perhaps,,,1\n", "guns.csv, record 88, field towed: Expected `bool`, got `str`"),
        (HEAD + "88,4,,,,1 x,1\n", "guns.csv, record 88, field losses[1]: Expected `int`, got `str`"),
        (HEAD + "88,4,,,,,\n", "guns.csv, record 88, Object missing required field `source`"),
        (HEAD + "88,4,,,,,1\n88,5,,,,,1\n", "guns.csv, record 88: is there twice"),
        ("id,reach,colour,source\n88,4,red,1\n", "guns.csv, record 88, field colour: no such field; there are source, id, reach,"),
        (HEAD + "88,4\n", "guns.csv, line 2: 7 cells are needed, as in the first line"),
        (HEAD + "88,4,,,,,1,more\n", "guns.csv, line 2: 7 cells are needed, as in the first line"),
        (HEAD + '88,4,"2,,,,1\n', "guns.csv, line"),
    ],
)
def test_what_is_wrong_is_named_with_its_place(tmp_path: Path, text: str, says: str) -> None:
    with pytest.raises(DataError) as caught:
        read(tmp_path, text)
    assert says in str(caught.value)


def test_a_file_that_is_not_there_or_not_text_is_named(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"nothing\.csv: cannot be read"):
        Tables(tmp_path).read("nothing", Gun)
    (tmp_path / "guns.csv").write_bytes(b"id\n\xff\xfe\n")
    with pytest.raises(DataError, match=r"guns\.csv: cannot be read"):
        Tables(tmp_path).read("guns", Gun)


def test_a_table_of_numbers_has_its_columns_as_they_are_printed(tmp_path: Path) -> None:
    tables = table(tmp_path, "drm,1:2,2:1,source\n-1,A1,D2,3.4\n0,,D1,3.4\n")
    assert tables.numbered("guns", "drm") == {-1: {"1:2": "A1", "2:1": "D2"}, 0: {"1:2": "", "2:1": "D1"}}
    with pytest.raises(DataError, match=r"guns\.csv, record x, field drm: 'x' is no whole number"):
        table(tmp_path, "drm,1:2\nx,A1\n").numbered("guns", "drm")


def test_a_key_can_be_several_fields(tmp_path: Path) -> None:
    class Side(Record, frozen=True, kw_only=True):
        a: str
        b: str

    tables = table(tmp_path, "a,b,source\n1,2,x\n1,3,x\n")
    assert len(tables.read("guns", Side, ("a", "b"))) == 2
    with pytest.raises(DataError, match=r"guns\.csv, record 1: is there twice"):
        tables.read("guns", Side, ("a",))


class TestOverlay:
    @pytest.fixture
    def ours(self, tmp_path: Path) -> Path:
        folder = tmp_path / "ours"
        table(folder, HEAD + "88,4,2.5,yes,,,reconstruction\n25pdr,3,,no,,,5.1\n")
        return folder

    def lay(self, ours: Path, text: str, name: str = "guns") -> list[Gun]:
        theirs = ours.parent / "theirs"
        theirs.mkdir()
        (theirs / f"{name}.csv").write_text(text)
        return Tables(ours, read_changes(theirs)).read("guns", Gun)

    def test_only_what_is_named_changes(self, ours: Path) -> None:
        first, second = self.lay(ours, "id,reach\n88,6\n")
        assert first == Gun(id="88", reach=6, weight=2.5, towed=True, source="overlay")
        assert second == Gun(id="25pdr", reach=3, source="5.1")

    def test_a_source_can_be_given(self, ours: Path) -> None:
        assert self.lay(ours, "id,reach,source\n88,6,counter sheet\n")[0].source == "counter sheet"

    def test_new_records_join(self, ours: Path) -> None:
        assert [gun.id for gun in self.lay(ours, "id,reach\n2pdr,1\n")] == ["88", "25pdr", "2pdr"]

    def test_errors_name_the_file_of_the_overlay(self, ours: Path) -> None:
        with pytest.raises(DataError, match=r"theirs.guns\.csv, record 88, field reach: Expected `int`"):
            self.lay(ours, "id,reach\n88,far\n")

    def test_a_column_that_is_not_there_is_refused(self, ours: Path) -> None:
        with pytest.raises(DataError, match=r"theirs.guns\.csv, record 88, field range: no such field"):
            self.lay(ours, "id,range\n88,6\n")

    def test_a_row_must_say_which_record_it_changes(self, ours: Path) -> None:
        with pytest.raises(DataError, match="a row without id"):
            self.lay(ours, "id,reach\n,6\n")

    def test_a_table_that_is_not_there_is_refused(self, ours: Path) -> None:
        with pytest.raises(DataError, match=r"tanks\.csv: no table of this title; there are guns\.csv"):
            self.lay(ours, "id,reach\n88,6\n", "tanks")

    def test_a_folder_that_is_not_there_is_refused(self, ours: Path) -> None:
        with pytest.raises(DataError, match="no such folder"):
            read_changes(ours / "nowhere")

    def test_our_records_are_not_changed_for_others(self, ours: Path) -> None:
        self.lay(ours, "id,reach\n88,6\n")
        assert Tables(ours).read("guns", Gun)[0].reach == 4


def test_the_digest_names_the_facts(tmp_path: Path) -> None:
    def digest(text: str) -> str:
        tables = table(tmp_path, HEAD + text)
        tables.read("guns", Gun)
        return tables.digest()

    assert digest("88,4,,,,,1\n") == digest("88,4,,,,,1\n")
    assert digest("88,4,,,,,1\n") != digest("88,5,,,,,1\n")
    assert len(digest("88,4,,,,,1\n")) == 16


class Place(Record, frozen=True, kw_only=True):
    shown = ("name", "note")
    id: str
    name: str
    points: int = 0
    note: str = ""
    holder: str = ""


class TestDigest:
    def digest(self, folder: Path, text: str, overlay: str = "") -> str:
        table(folder, text, "places")
        if overlay:
            (folder / "theirs").mkdir(exist_ok=True)
            (folder / "theirs" / "places.csv").write_text(overlay)
        tables = Tables(folder, read_changes(folder / "theirs") if overlay else None)
        tables.read("places", Place)
        return tables.digest()

    def test_what_no_rule_reads_does_not_count(self, tmp_path: Path) -> None:
        ours = self.digest(tmp_path, "id,name,points,note,source\n1,Tobruk,3,,2.1\n")
        for same in (
            "id,name,points,note,source\n1,Tobruch,3,mended,reconstruction\n",
            "id,name,points,source\n1,Tobruk,3,2.1\n",
            "source,points,name,id\n2.1,3,Tobruk,1\n",
            "id,name,points,note,holder,source\n1,Tobruk,3,,,2.1\n",  # a new column, empty
            'id,name,points,source\n"1","Tobruk","3",2.1\n',
        ):
            assert self.digest(tmp_path, same) == ours

    def test_what_rules_read_counts(self, tmp_path: Path) -> None:
        texts = (
            "id,name,points,source\n1,Tobruk,3,2.1\n",
            "id,name,points,source\n1,Tobruk,4,2.1\n",
            "id,name,points,source\n2,Tobruk,3,2.1\n",
            "id,name,points,holder,source\n1,Tobruk,3,axis,2.1\n",
            "id,name,points,source\n1,Tobruk,3,2.1\n2,Derna,0,2.1\n",
            "id,name,points,source\n2,Derna,0,2.1\n1,Tobruk,3,2.1\n",  # numbers follow the order
        )
        assert len({self.digest(tmp_path, text) for text in texts}) == len(texts)

    def test_an_overlay_that_changes_nothing_is_none(self, tmp_path: Path) -> None:
        text = "id,name,points,source\n1,Tobruk,3,2.1\n2,Derna,0,2.1\n"
        ours = self.digest(tmp_path, text)
        assert self.digest(tmp_path, text, text) == ours
        tables = Tables(tmp_path, read_changes(tmp_path / "theirs"))
        tables.read("places", Place)
        assert tables.laid() is None

    def test_of_an_overlay_only_what_differs_is_kept(self, tmp_path: Path) -> None:
        text = "id,name,points,source\n1,Tobruk,3,2.1\n2,Derna,0,2.1\n"
        ours = self.digest(tmp_path, text)
        assert self.digest(tmp_path, text, "id,name,points,source\n1,Tobruk,3,map\n2,Derna,1,map\n") != ours
        tables = Tables(tmp_path, read_changes(tmp_path / "theirs"))
        tables.read("places", Place)
        laid = tables.laid()
        assert laid is not None
        assert laid.plain() == {"places": [{"id": "2", "points": "1", "source": "map"}]}

    def test_a_field_that_is_only_shown_is_no_column_of_its_own(self, tmp_path: Path) -> None:
        with pytest.raises(DataError, match="field shown: no such field"):
            self.digest(tmp_path, "id,name,shown,source\n1,Tobruk,x,2.1\n")


def test_an_edition_with_an_overlay_is_another_edition(tmp_path: Path) -> None:
    (tmp_path / "units.csv").write_text("id,steps\nA1,1\n")
    assert load(read_changes(tmp_path)).units[0].steps == 1
    assert load(read_changes(tmp_path)).digest != load(None).digest
    assert load(None).units[0].steps == 2


def test_the_tables_of_the_toy() -> None:
    tables = Tables(FOLDER)
    assert len(tables.read("posts", Post)) == 5
    assert tables.read("units", Unit)[3].source == "reconstruction"
