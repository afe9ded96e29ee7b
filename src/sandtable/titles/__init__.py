"""The games, one folder each, their files named after the chapters of the rulebook."""
