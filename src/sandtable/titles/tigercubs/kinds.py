"""Numbers with names: what things are, for code that compares them."""

from __future__ import annotations

from typing import Final

NONE: Final = -1  # no side, no unit, no place
OPEN: Final = 0  # the first row of sides.csv
MOTORISED, CAVALRY, OTHER = 0, 1, 2  # columns of the Terrain Effects Chart
CLASSES: Final = ("mot", "cav", "other")
HALF_MONTH, FIVE_DAY = 0, 1  # time scales
SCALES: Final = ("half-month", "5-day")
MOBILITY: Final = {"mot": MOTORISED, "semi": MOTORISED, "cav": CAVALRY, "other": OTHER, "static": OTHER, "none": OTHER}
COMBAT_UNIT, ARMY_HQ, CORPS_HQ, QUARTERMASTER, TERMINAL = 0, 1, 2, 3, 4  # what a ground counter is to stacking and supply
ROLES: Final = {"army_hq": ARMY_HQ, "corps_hq": CORPS_HQ, "quartermaster": QUARTERMASTER, "supply_terminal": TERMINAL}
OFFENSIVE, GENERAL, E1, E2, U1, U2, U3 = 0, 1, 2, 3, 4, 5, 6  # rows of supply.csv
STATES: Final = ("offensive", "general", "E1", "E2", "U1", "U2", "U3")
CONTINGENTS: Final = ("German", "Italian", "British")
