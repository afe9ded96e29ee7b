"""Board wargames of the Western Desert with every rule enforced."""

__version__ = "0.1.0"
