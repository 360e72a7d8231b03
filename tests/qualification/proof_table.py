"""The proof table: for every game, lawful play and faults against rules.

python -m tests.qualification.proof_table                 all games, as Markdown
python -m tests.qualification.proof_table boule                one game
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from pathlib import Path

from auditor.request import ruleset
from auditor_simulators.catalogue import game, names
from tests.qualification.qualify import Outcome, Qualification, qualify

LAWFUL_EVENTS = 100_000
PLACES = 5  # logs in which each fault is tried
HEAD, GAME = Path(__file__).with_suffix(".md").read_text("utf-8").split("---\n")
"""What stands above the table, and above that of each game."""


def page(every: Sequence[Qualification], events: int, places: int) -> Iterator[str]:
    """The whole page, line by line."""
    yield HEAD.format(events=events, places=places)
    yield from _summary(every)
    for made in every:
        yield from _game(made)


def _summary(every: Sequence[Qualification]) -> Iterator[str]:
    yield (
        "| game | lawful | findings | situations | accused | readings "
        "| rules | used | faults | logs | found | missed | extra |"
    )
    yield f"|---{'|--:' * 12}|"
    for made in every:
        own = made.lawful
        logs, found = (sum(getattr(o, what) for o in made.outcomes) for what in ("places", "found"))
        extra = sum(outcome.extra.total() for outcome in made.outcomes)
        cells = (
            f"[`{made.game}`](#{made.game})",
            f"{own.events:,}",
            own.findings + own.bare_findings,
            len(made.situations),
            sum(not each.good for each in made.situations),
            len(ruleset(made.game).readings),
            len(made.exercised),
            sum(map(bool, made.exercised.values())),
            len(made.outcomes),
            logs,
            found,
            logs - found,
            extra,
        )
        yield _row(*cells)
    yield ""


def _game(made: Qualification) -> Iterator[str]:
    own, exercised = made.lawful, made.exercised
    yield GAME.format(
        game=made.game,
        events=own.events,
        seeds=own.seeds,
        findings=own.findings,
        unverified=own.unverified,
        bare=own.bare_findings,
        good=sum(outcome.good for outcome in made.outcomes),
        faults=len(made.outcomes),
        exercised=sum(map(bool, exercised.values())),
        rules=len(exercised),
        accused=sum(not each.good for each in made.situations) or "None",
        situations=len(made.situations),
        readings=len(ruleset(made.game).readings) or "No",
    )
    yield from _situations(made)
    yield "| fault | breaks | found by | found | missed | extra |"
    yield "|---|---|---|--:|--:|---|"
    for outcome in made.outcomes:
        yield _fault(outcome)
    silent = [name for name, faults in exercised.items() if not faults]
    if silent:
        yield f"\nRules that no fault exercises: {_names(silent)}."
    yield ""


def _situations(made: Qualification) -> Iterator[str]:
    if made.situations:
        yield "| lawful situation | by | what happens | logs | accused |"
        yield "|---|---|---|--:|---|"
    for each in made.situations:
        accused = _names({**each.findings, **each.unverified}) or 0
        yield _row(each.situation, _names(each.provisions), each.says, each.places, accused)
    if made.situations:
        yield ""


def _fault(outcome: Outcome) -> str:
    if not outcome.places:
        return _row(outcome.fault, _names(outcome.provisions), "no log offers it a place", 0, 0, "")
    return _row(
        outcome.fault,
        _names(outcome.provisions),
        _names(outcome.rules),
        outcome.found,
        outcome.places - outcome.found,
        _names(outcome.extra) or 0,
    )


def _names(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def _row(*cells: object) -> str:
    return f"| {' | '.join(map(str, cells))} |"


def made_of(name: str, events: int, places: int) -> Qualification:
    """One game, in a process of its own if need be."""
    return qualify(game(name), events, places)


def main(arguments: Sequence[str]) -> int:
    """Print the page; 1 where anything on it is not as it should be."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(names()))
    parser.add_argument("--events", type=int, default=LAWFUL_EVENTS, help="lawful events a game")
    parser.add_argument("--places", type=int, default=PLACES, help="logs in which a fault is tried")
    parser.add_argument("--jobs", type=int, default=1, help="games at a time")
    asked = parser.parse_args(arguments)
    with ProcessPoolExecutor(asked.jobs) as pool:
        wanted = asked.games, repeat(asked.events), repeat(asked.places)
        every = [*pool.map(made_of, *wanted)]
    for line in page(every, asked.events, asked.places):
        sys.stdout.write(line + "\n")
    return 0 if all(made.good for made in every) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
