"""The measurements, section by section; each gives a Markdown table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from bench import commands, logs
from bench.agree import WAYS
from bench.forms import forms
from bench.measure import Command, Runs, in_turn

LARGEST_REFERENCE = 100_000
"""Events beyond which the reference interpreter is not waited for."""

READ = "`polars.read_csv` alone"


def whole(sizes: list[int], times: int) -> str:
    """Whole audits by all rules of a game."""
    rows: list[Sequence[str]] = []
    seconds: dict[tuple[str, int], float] = {}
    for game in logs.GAMES:
        for size in sizes:
            log = logs.log(game, size)
            ways = {
                READ: commands.read_csv(log),
                "audit, all rules": commands.audit(log, game),
                "audit, all rules, from Parquet": commands.audit(logs.parquet(log), game),
            }
            if size <= LARGEST_REFERENCE:
                ways["reference, all rules"] = commands.audit(log, game, "--engine", "reference")
            found = in_turn(ways, _fewer(times, size))
            rows += _compared(f"{game} {_said(size)}", found)
            seconds[game, size] = found["audit, all rules"].wall
    return _table("All rules, whole command", COMPARED, rows) + _linear(seconds)


CANONICAL = "canonical CSV"


def other_forms(sizes: list[int], times: int) -> str:
    """The same rows as other programs write them, beside the canonical CSV file."""
    rows: list[Sequence[str]] = []
    for game in logs.GAMES:
        for size in (own for own in sizes if own <= LARGEST_REFERENCE * 10):
            log = logs.log(game, size)
            every = {CANONICAL: log, "Parquet": logs.parquet(log)}
            ways = {said: commands.audit(path, game) for said, path in every.items()}
            ways |= {
                said: commands.audit(own.path, game, *own.options)
                for said, own in forms(log).items()
            }
            found = in_turn(ways, _fewer(times, size))
            for way, runs in found.items():
                rows.append((f"{game} {_said(size)}", way, *_figures(runs, found[CANONICAL])))
    return _table("Other forms of the same log, beside the canonical CSV", COMPARED, rows)


def _linear(seconds: Mapping[tuple[str, int], float]) -> str:
    lines = [
        f"- {game}, {_said(size)} and {_said(10 * size)}: {seconds[game, 10 * size] / own:.1f}\n"
        for (game, size), own in seconds.items()
        if (game, 10 * size) in seconds
    ]
    return (
        "\nHow many times as long ten times the events take:\n\n" + "".join(lines) if lines else ""
    )


def eight(sizes: list[int], times: int) -> str:
    """The eight rules of the study, by the engine and by hand."""
    rows: list[Sequence[str]] = []
    for game in logs.GAMES:
        for size in sizes:
            log = logs.log(game, size)
            ways = {
                READ: commands.read_csv(log),
                "audit, eight rules": commands.audit(log, commands.eight_rules(game)),
                **{f"{way} by hand": commands.by_hand(way, game, log) for way in WAYS},
            }
            rows += _compared(f"{game} {_said(size)}", in_turn(ways, _fewer(times, size)))
    return _table("Eight rules, whole process", COMPARED, rows)


MORE = 10
"""Rules that are added at once, since what one adds is within the noise."""


def one_more_rule(sizes: list[int], times: int) -> str:
    """What one more simple rule costs."""
    rows = []
    for game in logs.GAMES:
        more = logs.KEPT / f"{game}-more.rules"
        more.write_text(_more_rules(game), encoding="utf-8")
        for size in sizes:
            log = logs.log(game, size)
            ways = {
                READ: commands.read_csv(log),
                "as it is": commands.audit(log, game),
                "more": commands.audit(log, more),
            }
            found = in_turn(ways, _fewer(times, size))
            read, before, after = (found[name] for name in ways)
            rows.append(
                (
                    f"{game} {_said(size)}",
                    f"{1000 * (after.wall - before.wall) / MORE:.1f} ms",
                    f"{1000 * (after.processor - before.processor) / MORE:.1f} ms",
                    f"{100 * (after.processor - before.processor) / MORE / read.processor:.1f} %",
                )
            )
    heads = ("log", "time", "processor time", "of the processor time of reading")
    return _table(f"One more simple rule (a tenth of {MORE})", heads, rows)


def _more_rules(game: str) -> str:
    rules = "".join(
        f"""
rule bench-{at}
  severity minor
  cites bench.positive
  for each stake
  require amount > 0.{at:03}
  message fr "mise de {{found}}"  en "stake of {{found}}"
"""
        for at in range(MORE)
    )
    return f"""ruleset {game}-more
  extends {game}
  version "1.0"
  title fr "{game}"  en "{game}"

source bench  fr "Mesure"  en "Measurement"  class usage not compared
provision bench.positive of bench  fr "Mise positive"  en "Positive stake"
{rules}"""


def small(_sizes: list[int], times: int) -> str:
    """A log of a thousand events."""
    rows: list[Sequence[str]] = []
    for game in logs.GAMES:
        log = logs.log(game, 1000)
        imports = _imported(commands.audit(log, game))
        ways: dict[str, Command] = {
            "python alone": (commands.PYTHON, "-c", "pass"),
            "only what the audit imports": (commands.PYTHON, "-c", imports),
            READ: commands.read_csv(log),
            "audit, all rules": commands.audit(log, game),
            "reference, all rules": commands.audit(log, game, "--engine", "reference"),
        }
        for way, runs in in_turn(ways, max(times, 7)).items():
            rows.append(
                (
                    f"{game} 1 k",
                    way,
                    f"{runs.wall:.3f} s",
                    f"{runs.processor:.3f} s",
                    f"{runs.memory:.0f} MiB",
                )
            )
    return _table("A thousand events", ("log", "way", "time", "processor", "memory"), rows)


def _imported(command: Command) -> str:
    """A program that imports what a command imports, and does nothing with it."""
    import subprocess  # noqa: PLC0415 - for this alone

    code = (
        "import atexit, runpy, sys\n"
        "atexit.register(lambda: sys.stderr.write('\\n'.join(['@', *sys.modules])))\n"
        f"sys.argv = {list(command[2:])!r}\n"
        "runpy.run_module('auditor', run_name='__main__')\n"
    )
    done = subprocess.run([command[0], "-c", code], capture_output=True, text=True, check=False)
    names = done.stderr.partition("@\n")[2].split()
    return "import importlib, sys\n" + "".join(
        f"sys.modules.get({name!r}) or importlib.import_module({name!r})\n"
        for name in names
        if _importable(name)
    )


def _importable(name: str) -> bool:
    return "__main__" not in name and not name.startswith("_distutils")


def flat(sizes: list[int], times: int) -> str:
    """The same number of events at one table and at many."""
    rows = []
    size = max(size for size in [100_000, *sizes] if size <= 1_000_000)
    for game in logs.GAMES:
        shapes = {
            (1, 1): "1 casino, 1 table",
            (2, 4): "2 casinos, 4 tables each",
            (10, 10): "10 casinos, 10 tables each",
        }
        ways: dict[str, Command] = {}
        for (casinos, tables), said in shapes.items():
            own = logs.log(game, size, casinos, tables)
            ways[f"read {said}"] = commands.read_text(own)
            ways[said] = commands.audit(own, game)
        found = in_turn(ways, times)
        for said in shapes.values():
            figures = _figures(found[said], found[f"read {said}"])
            rows.append((f"{game} {_said(size)}", said, *figures))
    return _table("Tables and casinos", COMPARED, rows)


def ordered(sizes: list[int], times: int) -> str:
    """The same rows in the order of time, and as files put one behind the other leave them."""
    rows: list[Sequence[str]] = []
    size = max(size for size in [100_000, *sizes] if size <= 1_000_000)
    for game in logs.GAMES:
        every = {
            "in the order of time": (),
            "nights": ("session",),
            "tables": ("casino", "table"),
            "houses": ("casino",),
        }
        paths = {said: logs.one_after_another(game, size, *own) for said, own in every.items()}
        ways: dict[str, Command] = {READ: commands.read_text(paths["houses"])}
        ways |= {said: commands.audit(own, game) for said, own in paths.items()}
        found = in_turn(ways, _fewer(times, size))
        rows += _compared(f"{game} {_said(size)}", found)
    return _table("Nights, tables and houses one after another", COMPARED, rows)


# ---- tables -------------------------------------------------------------------------------------
COMPARED = ("log", "way", "time", "ratio", "processor", "ratio", "memory", "ratio")


def _compared(log: str, found: Mapping[str, Runs]) -> Iterable[Sequence[str]]:
    for way, runs in found.items():
        yield (log, way, *_figures(runs, found[READ]))


def _figures(runs: Runs, read: Runs) -> Sequence[str]:
    return (
        f"{runs.wall:.2f} s",
        f"**{runs.wall / read.wall:.2f}**",
        f"{runs.processor:.2f} s",
        f"{runs.processor / read.processor:.2f}",
        f"{runs.memory:.0f} MiB",
        f"{runs.memory / read.memory:.2f}",
    )


def _table(title: str, heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return f"### {title}\n\n" + "".join(f"| {' | '.join(line)} |\n" for line in lines)


def _said(size: int) -> str:
    return f"{size // 1_000_000} M" if size >= 1_000_000 else f"{size // 1000} k"


def _fewer(times: int, size: int) -> int:
    return times if size <= 1_000_000 else max(3, times - 2)
