"""The screens of the desk, a file of routes each."""
