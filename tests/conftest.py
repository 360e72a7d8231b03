"""Every run tries the same examples; `--hypothesis-profile=search` looks for new ones."""

from hypothesis import settings

settings.register_profile("same", deadline=None, derandomize=True)
settings.register_profile("search", deadline=None, max_examples=1000)
settings.load_profile("same")
