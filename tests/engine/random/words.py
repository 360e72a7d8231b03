"""A random vocabulary for random rules: always the same names, never quite the same evaluator."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from random import Random

from auditor.language.core import ANY_EVENT
from auditor.types import (
    BOOLEAN,
    CARD,
    DAY,
    DURATION,
    INTEGER,
    MONEY,
    NUMBER,
    RANGE,
    RANK,
    SUIT,
    TEXT,
    TIME,
    Enumeration,
    Item,
    SetOf,
    Type,
)
from tests.engine.random.tree import Tree, joined, optional, tree

BET = Enumeration("bet", ("main", "tie", "both"), open=True)
COLOUR = Enumeration("colour", ("red", "black", "green"))
WORDS: Mapping[Type, tuple[str, ...]] = {
    BET: BET.members,
    COLOUR: COLOUR.members,
    RANK: ("A", "K", "10", "2"),
    SUIT: ("S", "H"),
    BOOLEAN: ("true", "false"),
    TEXT: ('"Ana"', '"Bob"'),
    INTEGER: ("1", "2", "0", "3"),
    NUMBER: ("1", "2", "0.5", "0.333333333"),
    MONEY: ("5", "10", "0.01", "30.50", "999999999999999999"),
    DURATION: ("5 minutes", "1 hours", "30 seconds"),
    RANGE: ("1..2", "0..10"),
}
"""How values of each type are written; there is no way to write the others."""

FIELDS: Mapping[str, Type] = {
    "seat": INTEGER,
    "player": TEXT,
    "amount": MONEY,
    "limit": MONEY,
    "rate": NUMBER,
    "number": INTEGER,
    "card": CARD,
    "high": RANK,
    "pip": SUIT,
    "bet": BET,
    "side": COLOUR,
    "flag": BOOLEAN,
    "long": DURATION,
    "due": DAY,
    "span": RANGE,
    "moment": TIME,
    "places": SetOf(INTEGER),
    "hues": SetOf(COLOUR),
}
CONTEXT: Mapping[str, Type] = {
    "session": TEXT,
    "table": TEXT,
    "coup": INTEGER,
    "time": TIME,
    "lane": COLOUR,
}
KINDS: Mapping[str, tuple[str, ...]] = {
    "stake": ("seat", "player", "bet", "amount", "flag", "places"),
    "pay": ("seat", "player", "bet", "amount", "rate"),
    "deal": ("seat", "card", "high", "pip", "number"),
    "burn": ("card", "number"),
    "post": ("limit", "rate", "span", "number"),
    "shut": (),
    "sit": ("seat", "player", "long"),
    "leave": ("seat", "player", "due"),
    "tell": ("player", "side", "long", "due", "moment", "flag", "places", "hues"),
}
SCOPES: Mapping[str, tuple[str, ...]] = {
    "evening": ("session",),
    "sitting": ("session", "table"),
    "round": ("session", "table", "coup"),
    "chair": ("table", "seat"),
    "person": ("session", "player"),
}
STREAMS: tuple[tuple[str, Mapping[str, Mapping[str, str]]], ...] = (
    (
        "move",
        {
            "stake": {"who": "player", "worth": "amount", "place": "seat"},
            "pay": {"who": "player", "worth": "amount", "place": "seat"},
        },
    ),
    (
        "shown",
        {"deal": {"card": "card", "turn": "number"}, "burn": {"card": "card", "turn": "number"}},
    ),
    ("due", {"stake": {"worth": "amount"}, "post": {"worth": "limit"}}),
    ("seen", {"sit": {"who": "player"}, "leave": {"who": "player"}, "tell": {"who": "player"}}),
    ("odd", {"stake": {"coup": "seat"}, "sit": {"coup": "seat"}}),
    ("mixed", {"deal": {"turn": "number"}, "stake": {"turn": "seat"}}),
)
INTERVALS: tuple[tuple[str, str, str, tuple[str, ...]], ...] = (
    ("presence", "sit", "leave", ("sitting", "seat")),
    ("service", "post", "shut", ("table",)),
    ("segments", "post", "post", ("session",)),
    ("stay", "sit", "leave", ("player",)),
    ("shown_until", "deal", "burn", ("session", "card")),
)

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
    lasting: set[str] = field(default_factory=set)  # intervals that time closes
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
    for name, start, end, keys in INTERVALS:
        if name in ("presence", "service") or random.random() < 0.4:
            made.intervals[name], made.closings[name] = start, end
            made.add(f"interval {name} = {start} .. {end} for each {', '.join(keys)}")
    if random.random() < 0.6:
        made.intervals["fresh"] = "sit"
        made.lasting.add("fresh")
        length = random.choice(("30 seconds", "5 minutes", "2 hours"))
        made.add(f"interval fresh = sit for {length} for each {random.choice(('sitting', 'seat'))}")


def _streams(made: Vocabulary, random: Random) -> None:
    for name, parts in STREAMS:
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
