"""Write the sample logs anew: `python -m tools.samples [FOLDER]`, by default into samples/."""

from __future__ import annotations

import argparse
from pathlib import Path

from tools.samples import bataille, games
from tools.samples.sample import write_samples

if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tools.samples", description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=Path("samples"))
    write_samples(parser.parse_args().folder, (*bataille.SAMPLES, *games.SAMPLES))
