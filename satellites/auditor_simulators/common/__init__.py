"""The ground that all simulated games share: cards, money, the clock, the house, edits of rows."""
