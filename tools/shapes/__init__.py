"""The samples in the shapes that casinos export, which put the readers to the test."""
