"""What a title shows: the board, what a side may know, and words for it."""
