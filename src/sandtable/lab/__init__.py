"""Games by the thousand: simulation, fuzzing, measuring."""
