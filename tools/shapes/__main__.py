"""Write the samples in other shapes anew: `python -m tools.shapes [FOLDER]`.

The folder is samples/shapes by default.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from tools.shapes.make import make

if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tools.shapes", description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=Path("samples/shapes"))
    make(parser.parse_args().folder)
