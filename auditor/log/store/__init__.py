"""A log as columns: typed arrays in memory or on disk, and the exact values behind them."""
