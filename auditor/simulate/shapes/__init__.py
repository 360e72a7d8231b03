"""The same log in the shapes that casinos export: what the readers are put to the test with."""
