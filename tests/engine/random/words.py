"""A random vocabulary for random rules: always the same names, never quite the same evaluator."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from auditor.language.core import ANY_EVENT
from auditor.types import BASIC_TYPES, INTEGER, NUMBER, RANK, Enumeration, Item, SetOf, Type
from tests.engine.random.tree import Tree, joined, optional, tree

BET = Enumeration("bet", ("main", "tie", "both"), open=True)
COLOUR = Enumeration("colour", ("red", "black", "green"))


def typed(name: str) -> Type:
    """The type of a name, as a declaration writes it."""
    of = name.removeprefix("set of ")
    element = {"bet": BET, "colour": COLOUR}.get(of) or BASIC_TYPES[of]
    return element if of == name else SetOf(element)


PAGE = {
    title: {name: tuple(values) for name, *values in (line.split(" | ") for line in lines if line)}
    for title, *lines in (
        part.split("\n")
        for part in Path(__file__).with_name("words.txt").read_text("utf-8").split("\n# ")[1:]
    )
}
WORDS = {typed(name): values for name, values in PAGE["words"].items()}
"""How values of each type are written; there is no way to write the others."""
FIELDS = {name: typed(kind) for name, (kind,) in PAGE["fields"].items()}
CONTEXT = {name: typed(kind) for name, (kind,) in PAGE["context"].items()}
KINDS, SCOPES = PAGE["kinds"], PAGE["scopes"]
STREAMS = {
    name: {
        kind: dict(pair.split("=") for pair in pairs)
        for kind, *pairs in (part.split() for part in parts)
    }
    for name, parts in PAGE["streams"].items()
}
INTERVALS = PAGE["intervals"]
BORNE = (" in evening", " in sitting?", " in round", " in round?", " outside round")


@dataclass(slots=True)
class Record:
    """What rules may know of a record: its keys, the sources of its rows, its columns so far."""

    keys: Mapping[str, Type]
    over: tuple[str, ...]
    of_events: bool
    columns: dict[str, Type] = field(default_factory=dict)


NOTHING = "nothing"
"""The subject of a name that stands for the same wherever it is asked."""


@dataclass(frozen=True, slots=True)
class Define:
    """What may be called by a name: its arguments, the record that it is of, and what it gives."""

    arguments: tuple[Type, ...]
    of: str | None
    gives: Type


@dataclass(slots=True)
class Vocabulary:
    """What a ruleset declares, as far as who writes its rules must know."""

    declarations: list[Tree] = field(default_factory=list)
    kinds: dict[str, tuple[str, ...]] = field(default_factory=dict)
    context: dict[str, Type] = field(default_factory=dict)
    scopes: dict[str, tuple[str, ...]] = field(default_factory=dict)
    streams: dict[str, dict[str, Type]] = field(default_factory=dict)
    stream_kinds: dict[str, tuple[str, ...]] = field(default_factory=dict)
    intervals: dict[str, str] = field(default_factory=dict)  # what opens each
    closings: dict[str, str] = field(default_factory=dict)  # what closes those that time does not
    records: dict[str, Record] = field(default_factory=dict)
    params: dict[str, Type] = field(default_factory=dict)
    given: list[str] = field(default_factory=list)
    constants: dict[str, Type] = field(default_factory=dict)
    sets: dict[str, Type] = field(default_factory=dict)
    tables: dict[str, tuple[tuple[Type, ...], Type]] = field(default_factory=dict)
    defines: dict[str, Define] = field(default_factory=dict)
    ordered: set[Type] = field(default_factory=set)

    def fields_of(self, source: str) -> dict[str, Type]:
        """The fields of an item of a source or an instance of a scope, columns included."""
        if source == NOTHING:
            return {}
        if source in self.kinds:
            return self.context | {name: FIELDS[name] for name in self.kinds[source]}
        if source == ANY_EVENT:
            return self.context | {ANY_EVENT: Enumeration(ANY_EVENT, tuple(self.kinds))}
        if source in self.streams:
            return self.fields_of(ANY_EVENT) | self.streams[source]
        if source in self.intervals:
            closes = self.closings.get(source)
            own = self.fields_of(self.intervals[source])
            return own if closes is None else {**own, "closed_by": Item((closes,))}
        if source in self.records:
            return dict(self.records[source].keys) | self.records[source].columns
        return {name: ({**FIELDS, **self.context})[name] for name in self.scopes[source]}

    def shared(self, sources: Iterable[str]) -> dict[str, Type]:
        """The fields that items of all the sources have."""
        first, *rest = (self.fields_of(source) for source in sources)
        return {n: t for n, t in first.items() if all(other.get(n) == t for other in rest)}

    def sources(self) -> list[str]:
        return [*self.kinds, ANY_EVENT, *self.streams, *self.records, *self.intervals]

    def keys_of(self, place: str) -> tuple[str, ...]:
        """The fields by which a scope, or the rows of a record, are told apart."""
        return self.scopes[place] if place in self.scopes else tuple(self.records[place].keys)

    def add(self, *parts: Tree | str) -> None:
        self.declarations.append(optional(*parts, "\n"))


def vocabulary(random: Random) -> Vocabulary:
    """Fields, events, scopes, streams and intervals."""
    made = Vocabulary()
    made.add("type bet open main | tie | both")
    made.add("type colour = red | black | green")
    made.context = dict(CONTEXT)
    for name, own in made.context.items():
        made.add(f"context {name} : {own}")
    for name, own in FIELDS.items():
        made.add(f"field {name} : {own}")
    for kind, names in KINDS.items():
        made.kinds[kind] = names
        fields = [tree(name, optional("?") if random.random() < 0.3 else "") for name in names]
        fields += [tree(name) for name in made.context if random.random() < 0.08]
        exceptional = optional(" silent when absent") if random.random() < 0.25 else ""
        payment = " payment" if kind == "pay" else ""
        within = joined(", ", fields) if fields else ""
        borne = random.choice(BORNE) if random.random() < 0.3 else ""
        made.add(f"event {kind} (", within, ")", exceptional, payment, optional(borne))
    for name, keys in SCOPES.items():
        made.scopes[name] = keys
        ends = optional("?") if random.random() < 0.2 else ""
        made.add(f"scope {name} = {', '.join(keys)}", ends)
    if random.random() < 0.5:
        made.add(f"law of {random.choice(('evening', 'sitting', 'round'))}")
    _streams(made, random)
    _intervals(made, random)
    for of, words in ((RANK, WORDS[RANK]), (COLOUR, COLOUR.members), (BET, BET.members)):
        if random.random() < 0.7:
            some = random.sample(words, random.randint(2, len(words)))
            made.ordered.add(of)
            made.add(f"order {of} {' > '.join(some)}")
    return made


def _intervals(made: Vocabulary, random: Random) -> None:
    for name, (start, end, *keys) in INTERVALS.items():
        if name in ("presence", "service") or random.random() < 0.4:
            made.intervals[name], made.closings[name] = start, end
            made.add(f"interval {name} = {start} .. {end} for each {', '.join(keys)}")


def _streams(made: Vocabulary, random: Random) -> None:
    for name, parts in STREAMS.items():
        if name != "move" and random.random() < 0.5:
            continue
        first = next(iter(parts.values()))
        made.streams[name] = {new: FIELDS[old] for new, old in first.items()}
        made.stream_kinds[name] = tuple(parts)
        said = [
            f"{kind} ({', '.join(f'{new} = {old}' for new, old in names.items())})"
            for kind, names in parts.items()
        ]
        made.add(f"stream {name} = {', '.join(said)}")


def literal(random: Random, kind: Type) -> Tree:
    """A value of a type, written out."""
    words = WORDS[kind]
    text = random.choice(words)
    if isinstance(kind, Enumeration) and random.random() < 0.5:
        text = f"{kind}.{text}"
    own = INTEGER if kind == NUMBER and text.isdigit() else kind
    return tree(text, type_=own, simplest=words[:2])
