"""Tiger Cubs at Bay, 1941: Brevity and Battleaxe at fifteen miles a hex; ground, air, anti-aircraft and logistics."""
