"""Development tools: they make the samples and figures of this repository and are not installed."""
