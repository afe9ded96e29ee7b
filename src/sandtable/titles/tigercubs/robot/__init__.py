"""What the computer thinks of the game: what a side may be about, and what a position is worth."""
