"""`auditor map`: a mapping drafted from what a file shows, with questions where it is silent."""
