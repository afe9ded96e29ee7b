"""Records: JSON and text both ways, replay, undo, and what is refused."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from sandtable.kernel.dice import ScriptedDice, ScriptError, SeededDice
from sandtable.kernel.game import Game, replay
from sandtable.kernel.play import Event, Illegal, decider, options, write
from sandtable.kernel.record import BadRecord, Ply, Record, from_json, from_text, read_file, to_text
from sandtable.kernel.rules import Unknown
from sandtable.kernel.sides import ALLIED, AXIS
from sandtable.players.random import any_option
from tests.kernel.toy import TITLE, load


def game(scenario: str = "brush", setup: tuple[int, ...] = (1, 3), **settings: int) -> Game:
    return Game(TITLE, load(None), scenario, settings, ScriptedDice(setup))


def say(g: Game, *said: tuple[str, tuple[int, ...]]) -> Game:
    for text, dice in said:
        g.play(text, ScriptedDice(dice))
    return g


def fought() -> Game:
    return say(game(), ("strike A1 hill top", ()), ("show", ()), ("stand", (4, 3)), ("lose X1", ()), ("lose X1", ()))


def random_game(seed: int) -> Game:
    dice = SeededDice(seed * 7919)
    g = Game(TITLE, load(None), ("line", "brush")[seed % 2], {"rounds": 1 + seed % 6}, dice)
    while g.state.frames:
        g.choose(any_option(g.state, decider(g.state), dice), dice)
    return g


def heard(g: Game) -> list[list[object]]:
    return [[(x.what, x.numbers, str(x.tally)) if isinstance(x, Event) else x for x in told.log] for told in g.told]


def again(record: Record, upto: int | None = None) -> Game:
    return replay(record, upto, TITLE, load(None))


def test_a_record_keeps_what_was_said_and_rolled() -> None:
    record = fought().record
    assert record.setup == (1, 3)
    assert record.plies == [
        Ply(ALLIED, "strike A1 hill top", ()),
        Ply(ALLIED, "show", (), True),
        Ply(AXIS, "stand", (4, 3)),
        Ply(AXIS, "lose X1", ()),
        Ply(AXIS, "lose X1", ()),
    ]
    assert record.settings == {"rounds": 3, "fierce": 0, "first": 0}


def test_events_are_kept_by_ply_with_the_rolls_between() -> None:
    g = fought()
    assert len(g.told) == g.ply + 1
    assert [type(x).__name__ for x in g.told[3].log] == ["Roll", "Event", "Roll", "Event"]
    assert [told.rule for told in g.told] == ["", "3.1", "3.2", "3.3", "3.5", "3.5"]  # of what was decided


def test_where_play_stood_is_kept_with_what_was_told() -> None:
    told = fought().told
    assert all(len(each.log) == len(each.places) for each in told)
    names = [[heading.name for heading in place] for each in told for place in each.places]
    assert names[0] == []  # set-up
    assert names[-1] == ["Round 1", "Half", "Fight", "Dice", "Losses"]  # not the half that waits


@pytest.mark.parametrize("seed", range(12))
def test_json_and_text_lead_to_the_same_position(seed: int) -> None:
    g = random_game(seed)
    for record in (from_json(g.record.to_json()), from_json(g.record.to_json().decode()), from_text(to_text(g.record))):
        assert record == g.record
        assert again(record).state.key() == g.state.key()
        assert heard(again(record)) == heard(g)


@pytest.mark.parametrize("upto", range(6))
def test_any_moment_can_be_had_again(upto: int) -> None:
    assert again(fought().record, upto).ply == upto


def test_the_readable_notation() -> None:
    assert to_text(fought().record).splitlines()[-6:] == [
        "0. setup {1 3}",
        "1. allied strike A1 hill top",
        "2. allied show !",
        "3. axis stand {4 3}",
        "4. axis lose X1",
        "5. axis lose X1",
    ]


class TestSaying:
    def test_what_is_refused_changes_nothing(self) -> None:
        g = game()
        key = g.state.key()
        for text in ("step A1 e", "lose X1", "nonsense", "", "strike"):
            with pytest.raises(Illegal):
                g.play(text, SeededDice(1))
        assert g.state.key() == key
        assert g.ply == 0
        assert len(g.told) == 1

    def test_a_script_that_does_not_fit_changes_nothing(self) -> None:
        g = say(game(), ("strike A1 hill top", ()), ("pass", ()))
        key = g.state.key()
        for dice in ((), (3,), (3, 7)):
            with pytest.raises(ScriptError):
                g.play("stand", ScriptedDice(dice))
        assert g.state.key() == key
        assert g.ply == 2
        assert g.state.log is None

    def test_wrong_side_stale_ply_and_false_text_are_refused(self) -> None:
        g = say(game(), ("step A1 a", ()))
        assert g.refused(ALLIED, 1, "done") is None
        assert str(g.refused(AXIS, 1, "done")) == "Allies decides now"
        assert str(g.refused(ALLIED, 0, "done")) == "the game has moved on to ply 1"
        assert g.refused(ALLIED, 2, "done") is not None
        assert str(g.refused(ALLIED, 1, "step A2 e")) == "only the next post can be reached (2.1)"
        assert g.refused(ALLIED, 1, "hello") is not None

    def test_after_the_end_all_is_refused(self) -> None:
        g = random_game(3)
        assert str(g.refused(ALLIED, g.ply, "done")) == "the game is over"
        with pytest.raises(Illegal):
            g.play("done", SeededDice(1))

    def test_names_that_are_not_there_are_refused(self) -> None:
        with pytest.raises(Unknown, match="no scenario of toy is called 'moon'; there are: line, brush"):
            game("moon")
        with pytest.raises(Unknown, match="no setting of toy is called 'moon'"):
            game(moon=1)


class TestUndo:
    def test_own_decisions_without_dice_can_be_taken_back(self) -> None:
        g = say(game("line"), ("step A1 b", ()), ("step A2 b", ()))
        assert g.undo_limit() == 0
        for to in (2, 1, 0):
            g.undo(to)
            assert (g.ply, len(g.told)) == (to, to + 1)
        assert g.state.key() == game("line").state.key()

    def test_not_beyond_a_decision_of_the_other_side(self) -> None:
        g = say(game("line"), ("step A1 b", ()), ("done", ()), ("step X1 d", ()))
        assert g.undo_limit() == 2
        with pytest.raises(Illegal, match="can be taken back to ply 2 at most, not to 1"):
            g.undo(1)

    def test_not_beyond_a_die(self) -> None:
        g = fought()
        assert g.undo_limit() == 3

    def test_not_beyond_a_revelation(self) -> None:
        g = say(game(), ("strike A1 hill top", ()), ("show", ()))
        assert g.undo_limit() == 2

    def test_not_into_the_future(self) -> None:
        with pytest.raises(Illegal):
            fought().undo(6)

    def test_nothing_has_been_said(self) -> None:
        assert game().undo_limit() == 0


def tampered(change: Callable[[Record], None]) -> Record:
    record = from_json(fought().record.to_json())
    change(record)
    return record


def ply(n: int, **changes: object) -> Callable[[Record], None]:
    def change(record: Record) -> None:
        record.plies[n] = record.plies[n]._replace(**changes)  # type: ignore[arg-type]

    return change


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (ply(0, side=AXIS), "ply 0, 'strike A1 hill top': it is not for axis to decide"),
        (ply(0, side=7), "ply 0, 'strike A1 hill top': it is not for 7 to decide"),
        (ply(1, text="lose X1"), "ply 1, 'lose X1': this is not the moment"),
        (ply(0, text="strike A1 d"), "ply 0, 'strike A1 d': only the next post"),
        (ply(2, dice=(4,)), "ply 2, 'stand': 3.4 asks for one of (1, 2, 3, 4, 5, 6), the script has no number left"),
        (ply(2, dice=(4, 9)), "ply 2, 'stand': 3.4 asks for one of (1, 2, 3, 4, 5, 6), the script says 9"),
        (ply(2, dice=(4, 3, 1)), "ply 2, 'stand': 1 dice are too many"),
        (ply(2, dice=(3, 3)), "ply 4, 'lose X1': it is not for axis to decide"),
        (lambda r: setattr(r, "setup", (1, 9)), "set-up: 1.3-a asks for one of (1, 2, 3), the script says 9"),
        (lambda r: setattr(r, "setup", (1,)), "set-up: 1.3-a asks for one of"),
        (lambda r: setattr(r, "setup", (1, 3, 1)), "set-up: 1 dice are too many"),
        (lambda r: setattr(r, "rules", "0"), "a record of rules version 0; this version of toy plays 1"),
        (lambda r: setattr(r, "edition", "feed"), "a record of edition feed; loaded is"),
    ],
)
def test_a_record_that_was_tampered_with_is_refused_at_its_ply(change: Callable[[Record], None], says: str) -> None:
    with pytest.raises(BadRecord) as caught:
        again(tampered(change))
    assert says in str(caught.value)


def test_a_ply_that_is_not_there_is_refused() -> None:
    with pytest.raises(BadRecord, match="there is no ply 6; the record has 0 to 5"):
        again(fought().record, 6)
    with pytest.raises(BadRecord, match="there is no ply -1"):
        again(fought().record, -1)


def test_a_game_does_not_go_on_after_its_end() -> None:
    record = random_game(3).record
    record.plies.append(Ply(ALLIED, "done", ()))
    with pytest.raises(BadRecord, match="it is not for allied to decide"):
        again(record)


@pytest.mark.parametrize("data", [b"", b"{}", b"[]", b"{", b'{"format": "one"}', b"\xff\xfe", "nonsense"])
def test_what_is_no_record_is_refused(data: bytes | str) -> None:
    with pytest.raises(BadRecord, match="not a record"):
        from_json(data)


def test_unknown_fields_and_formats_are_refused() -> None:
    fields = msgspec.json.decode(fought().record.to_json())
    with pytest.raises(BadRecord, match="unknown field `colour`"):
        from_json(msgspec.json.encode({**fields, "colour": "red"}))
    with pytest.raises(BadRecord, match="a record of format 2; this version reads format 1"):
        from_json(msgspec.json.encode({**fields, "format": 2}))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "the head lacks format, title, rules, edition, scenario"),
        ("[format 1]\n[title toy]\n", "the head lacks rules, edition, scenario"),
        ("[format 1]\nhello\n", "line 2: 'hello' is neither"),
        ("[setting rounds=many]\n", "line 1: '[setting rounds=many]' should give a whole number, as in `[setting rounds=1]`"),
        ("[setting]\n", "line 1: '[setting]' should give a whole number, as in `[setting name=1]`"),
        ("1. axis pass\n3. axis pass\n", "line 2: '3. axis pass' should be ply 2"),
        ("1. axis pass {3 -}\n", "line 1: '1. axis pass {3 -}' is neither"),
        ("1. neutral pass\n", "line 1: '1. neutral pass' is neither"),
        ("[format 2]\n[title toy]\n[rules 1]\n[edition x]\n[scenario line]\n", "a record of format 2"),
    ],
)
def test_a_text_that_is_no_record_says_where(text: str, says: str) -> None:
    with pytest.raises(BadRecord) as caught:
        from_text(text)
    assert says in str(caught.value)


def test_every_option_survives_a_record() -> None:
    g = game()
    for o in options(g.state):
        text = f"[format 1]\n[title toy]\n[rules 1]\n[edition x]\n[scenario line]\n1. allied {write(g.state, o)} {{1 2}} !\n"
        assert from_text(text).plies == [Ply(ALLIED, write(g.state, o), (1, 2), True)]


HEAD = "[format 1]\n[title toy]\n[rules 1]\n[edition x]\n[scenario line]\n"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("1. allied end {" + "1" * 37 + "!", "is neither"),
        ("1. allied end {" + "1 " * 37 + "!", "is neither"),
        ("1. allied " + "{" * 9_000 + "}", "is neither"),
        ("1. allied end {" + "9" * 5_000 + "}", "is neither"),
        ("1. allied end {\u0661}", "is neither"),  # a digit, but not one of ours
        ("9" * 5_000 + ". allied end", "is neither"),
        ("1. allied " + "a" * 4_000_000, "line 6 has 4000010 letters; 20000 are the most"),
        ("1. allied " + "a " * 5_000, "ply 0, 'a a a"),
        ("1. allied end {" + "1 " * 5_000 + "}", "ply 0: 5000 dice; 1000 are the most"),
        ("0. setup {" + "1 " * 5_000 + "}", "set-up: 5000 dice"),
        ("[setting " + "a" * 5_000 + "=1]", "the setting 'aaa"),
        ("[title " + "a" * 5_000 + "]", "the title 'aaa"),
        ("[format " + "9" * 5_000 + "]", "a record of format 999"),
        ("[setting a=" + "9" * 5_000 + "]", "should give a whole number"),
        ("0. setup now {1}\n" * 90_000 + "x", "'x' is neither"),
        ("\n" * 4_000_000, "100000 lines at most"),
    ],
)
def test_whatever_a_text_holds_it_is_read_at_once_and_little_of_it_is_said_back(text: str, says: str) -> None:
    with pytest.raises(BadRecord) as caught:
        from_text(HEAD + text)
    assert says in str(caught.value)
    assert len(str(caught.value)) < 400


def ply_of(text: bytes = b'"end"', dice: bytes = b"[]") -> bytes:
    return b'{"title":"toy","rules":"1","edition":"x","scenario":"line","settings":{},"plies":[[0,' + text + b"," + dice + b"]]}"


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"[" * 4_000_000, "not a record"),
        (b'{"plies":' + b"[" * 4_000_000, "not a record"),
        (b'{"settings":' + b'{"a":' * 800_000, "not a record"),
        (b'{"format":' + b"9" * 4_000_000 + b"}", "not a record"),
        (b'{"format":' + b"9" * 4_000 + ply_of().replace(b"{", b",", 1), "a record of format 999"),
        (b'{"' + b"a" * 4_000_000 + b'":1}', "unknown field `aaa"),
        (ply_of(b'"' + b"a " * 1_000_000 + b'"'), "ply 0, 'a a a"),
        (ply_of(dice=b"[" + b",".join([b"1"] * 1_000_000) + b"]"), "ply 0: 1000000 dice"),
        (ply_of(dice=b"[" + b"9" * 4_000 + b"]"), "ply 0: no die shows so large a number"),
        (ply_of().replace(b'"settings":{}', b'"settings":{"a":' + b"9" * 4_000 + b"}"), "setting 'a': the number is too large"),
    ],
)
def test_whatever_json_holds_it_is_read_at_once_and_little_of_it_is_said_back(data: bytes, says: str) -> None:
    with pytest.raises(BadRecord) as caught:
        from_json(data)
    assert says in str(caught.value)
    assert len(str(caught.value)) < 400


def test_a_file_that_is_no_text_is_named(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(BadRecord) as caught:
        read_file(path)
    assert str(caught.value) == f"{path} cannot be read: it is not text"
    path.write_text("{}", encoding="utf-8")
    with pytest.raises(BadRecord, match="not a record") as caught:
        read_file(path)
    assert str(caught.value).startswith(f"{path}: ")


@pytest.mark.parametrize("as_json", [True, False])
def test_a_file_holds_a_record_in_either_form(tmp_path: Path, as_json: bool) -> None:
    g, path = fought(), tmp_path / "game"
    path.write_text(g.record.to_json().decode() if as_json else to_text(g.record), encoding="utf-8")
    assert again(read_file(path)).state.key() == g.state.key()


def test_what_is_said_back_is_cut() -> None:
    g = game()
    for text in ("x" * 10_000, "step " + "x" * 10_000, "done " + "x" * 10_000):
        refusal = g.refused(ALLIED, 0, text)
        assert refusal is not None
        assert "xxx" in refusal.text
        assert len(refusal.text) < 400
    with pytest.raises(Unknown, match="no scenario of toy is called 'xxx") as caught:
        game("x" * 10_000)
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize("value", ["--3", "9" * 5_000, "-", "", "three"])
def test_a_setting_that_is_no_number_is_refused(value: str) -> None:
    with pytest.raises(Unknown, match="accepted: 1 to"):
        TITLE.rules.read_settings([f"rounds={value}"])
