"""The desk: a local page that leads from a casino's files to a signed report."""
