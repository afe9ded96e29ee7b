"""What is shown of the game: what a side sees, the battle board, odds, aids, the story of the log, where a unit can go."""
