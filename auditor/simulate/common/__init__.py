"""What all simulated games have in common: cards, money, the clock, the house, edits of rows."""
