"""Eight rules a game, written for the engine in rule files and by hand for other libraries."""
