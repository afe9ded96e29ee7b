"""What the log tells: an event for everything that happens, with the right names, in order."""

from __future__ import annotations

from sandtable.face.story import question
from sandtable.kernel.dice import SeededDice
from sandtable.kernel.game import Game
from sandtable.kernel.play import Event
from sandtable.kernel.sides import EVERYONE
from sandtable.server.lines import entries
from sandtable.titles.theseus import TITLE
from sandtable.titles.theseus.effectiveness import disrupt, lose
from sandtable.titles.theseus.face.forecast import caution
from sandtable.titles.theseus.face.view import view
from sandtable.titles.theseus.frames import Replacement, Retreat
from sandtable.titles.theseus.state import State
from tests.kit import asked, play, settled, telling
from tests.titles.theseus.position import AX, CW, ONES, E, at_set_up, h, position, u

QUIET = {"104": "2224", "HQ-21Pz": "2123", "201st": "3012", "HQ-1Armd": "3214"}
CONTACT = {"104": "3623", "HQ-21Pz": "3622", "201st": "3626", "HQ-1Armd": "3627"}
FIGHT = {"7th": "3626", "HQ-7Armd": "3626", "19": "3627", "HQ-Bre": "3627"}
ALONE = {"104": "3626", "HQ-21Pz": "3625"}
SCOUTS = {"7th": "3626", "HQ-7Armd": "3626", "104": "3625", "3": "3625", "HQ-21Pz": "3623"}


def tells(s: State, *lines: str) -> None:
    assert telling(TITLE, s) == list(lines)


def test_set_up_and_initiative() -> None:
    tells(play(settled(at_set_up()), "done", "schwerpunkt 15Pz"), "The Schwerpunkt is with 15th Panzer Division", "Turn 1 begins")
    s = position(QUIET, initiative=AX)
    tells(play(s, "activate 21Pz", dice=[5]), "21st Panzer Division is activated: 6 Action Points")
    tells(play(s, "pass"), "The Axis passes for the rest of the phase")
    tells(play(s, "transfer"), "The initiative goes to the Commonwealth")
    alone = position({"Kiehl": "3624", "201st": "3626", "HQ-1Armd": "3627"}, initiative=AX)
    tells(play(alone, "deploy Kiehl"), "Kampfstaffel Kiehl is activated: 1 of 3 times until Recovery")


def test_movement_and_reactions() -> None:
    s = play(position(CONTACT, active="21Pz"), "move 104", "step 3624")
    tells(s, "104th Rifles moves to 3624 (4 hexes south-east of Retma)")
    s = play(s, "step 3625")
    tells(
        play(s, "react 1Armd", dice=[5, 10]), "1st Armoured Division reacts", "1st Armoured Division is activated: 4 Action Points"
    )
    tells(play(s, "react 1Armd", dice=[6]), "1st Armoured Division tries to react and fails")


def test_actions() -> None:
    tells(play(position(ALONE, active="21Pz", down=["104"]), "refit 104", dice=[1]), "104th Rifles is fit again")
    tells(play(position(ALONE, active="21Pz"), "improve 3626"), "3626 (6 hexes south of Retma) is in Improved Defence")
    s = position({**ALONE, "I/5": "3626"}, active="21Pz", improved=["3626"])
    s = play(s, "raise I/5", "move I/5", "go", "step 3627")
    tells(
        s,
        "I/5th Panzer is put on top of its stack",
        "3626 (6 hexes south of Retma) loses its Improved Defence",
        "I/5th Panzer moves to 3627 (7 hexes south of Retma)",
    )
    mines = position({"65": "2416", "HQ-Tri": "2217"}, active="Tri")
    tells(play(mines, "breach 65", dice=[1]), "The minefield in 2416 (south-west of Sidi Muftah) is breached")
    tells(play(mines, "breach 65", dice=[10]), "65th Trieste is Disrupted")


def test_combat() -> None:
    fell = ["19th Brescia loses 1 Strength Point", "The Axis loses 1 Strength Point"]  # to the owner, and to the others
    declared = "Attack from 3626 (6 hexes south of Retma) on 3627 (7 hexes south of Retma)"
    strengths = "Battle strengths: 12 against 7"
    s = play(position(FIGHT, active="7Armd", points=1), "attack 7th 3627", dice=[*ONES, 9])
    tells(s, declared, strengths, "The combat table says: 1 hit on the attacker, 2 on the defender", *fell)
    s = play(position(FIGHT, active="7Armd", points=3), "attack 7th 3627", "escalate regular", dice=[*ONES, 9])
    rolled = ["The combat table says: 1 hit on the attacker, 3 on the defender"]
    tells(s, declared, "It becomes a Regular Attack", strengths, *rolled, *fell)
    at = {"104": "3626", "HQ-21Pz": "3626", "69th": "3627"}
    s = play(position(at, active="21Pz", air=0b1111, points=2), "attack 104 3627", "escalate regular", dice=ONES)
    tells(play(s, "air StG 3 A"), "Air support for the attack: Stukageschwader 3 (first)")
    tells(play(s, "air JG 27"), "Air support for the attack: Jabos of Jagdgeschwader 27")


def test_retreats_and_losses() -> None:
    s = play(position(SCOUTS, active="7Armd", points=1), "attack 7th 3625")
    tells(s, "Attack from 3626 (6 hexes south of Retma) on 3625 (5 hexes south-east of Retma)")
    tells(play(s, "evade", dice=[2, 9]), "The defenders of 3625 (5 hexes south-east of Retma) slip away")
    failed = "The defenders of 3625 (5 hexes south-east of Retma) fail to slip away"
    assert telling(TITLE, play(s, "evade", dice=[9, 1, *ONES, 9, 1, 1]))[0] == failed
    s = position({"3": "3622", "33": "3621", "580": "3620"})
    s.begin(Retreat(AX, (u("3"),), h("3622"), 2, True))
    tells(
        play(settled(s), "retreat 3621", "retreat 3620"),
        "3rd Recce retreats to 3621 (east of Retma)",
        "3rd Recce retreats to 3620 (north-east of Retma)",
    )
    s = position({"8": "3626", "HQ-Ari": "3626"})
    s.log = []
    lose(s, u("8"), 2)
    disrupt(s, u("8"), False)
    tells(s, "8th Bersaglieri loses 2 Strength Points", "The Axis loses 2 Strength Points", "8th Bersaglieri is Disrupted")
    s.log = []
    lose(s, u("8"), 6)
    assert telling(TITLE, s)[-2:] == ["8th Bersaglieri is eliminated", "Ariete Division HQ is eliminated"]


def test_replacements() -> None:
    s = position({"I/8": "0221", "HQ-15Pz": "0221", "115": "0321"}, strength={"I/8": 3})
    s.begin(Replacement(1))
    tells(play(settled(s), "replace I/8"), "I/8th Panzer gets a replacement")


def test_every_counter_has_a_name_that_people_say() -> None:
    faces = TITLE.face.board(E).faces
    assert faces["HQ-Ari"].name == E.names.called("unit", u("HQ-Ari")) == "Ariete Division HQ"
    assert [id for id, face in faces.items() if not face.name] == []


def test_an_independent_unit_is_asked_for_one_action() -> None:
    s = play(position({"Kiehl": "3624", "201st": "3626", "HQ-1Armd": "3627"}, initiative=AX), "deploy Kiehl")
    asked = question(s)
    assert asked.text == "Kampfstaffel Kiehl may take one Action. Which?"
    assert "used up" in asked.stop
    assert [str(c) for c in caution(s, ("end", 0, 0))] == ["this activation is used up without an Action (6.4-c)"]
    assert view(s, AX).active[0].text == "Kampfstaffel Kiehl: one Action"


def test_a_line_is_of_the_side_that_it_is_about() -> None:
    """Whoever lets a die stand does not activate the enemy's formation."""
    game = Game(TITLE, E, "opening", {}, SeededDice(1))
    for said in ("done", "schwerpunkt 15Pz"):
        game.play(said, SeededDice(1))
    for _ in range(10):
        if any([event.what == "activated" for event in events(game)]):
            break
        who, frame = asked(game.state)
        game.play("stands" if frame == "Contest" else "transfer" if who == AX else "activate 7Armd", SeededDice(5))
    told = {"".join([word.text for word in entry.words]): entry for entry in entries(game, game.ply, EVERYONE)}
    line = next(entry for text, entry in told.items() if text.startswith("7th Armoured Division is activated"))
    assert (line.side, line.by) == (AX, CW)


def events(game: Game) -> list[Event]:
    return [event for event in game.told[game.ply].log if isinstance(event, Event)]
