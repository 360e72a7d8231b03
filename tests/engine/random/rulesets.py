"""Random rulesets: constants, decision tables, records and rules over a random vocabulary."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from random import Random

from auditor.language.core import ANY_EVENT
from auditor.types import INTEGER, MONEY, NUMBER, Item, Type
from tests.engine.random.expressions import VALUES, DeadEnd, View
from tests.engine.random.selections import RandomSelections
from tests.engine.random.tree import Tree, optional, tree
from tests.engine.random.words import (
    FIELDS,
    NOTHING,
    PAGE,
    WORDS,
    Define,
    Record,
    Vocabulary,
    typed,
    vocabulary,
)

HEAD = 'ruleset eq version "1" title fr "Égalité" en "Equality"'
DAYS = ("2026-01-08", "2026-01-09", "2026-01-10", "2026-01-11")
RULES = 6


def ruleset(random: Random) -> Tree:
    """A ruleset whose declarations may each be left out, as far as nothing rests on them."""
    words = vocabulary(random)
    head = optional(_in_force(random)) if random.random() < 0.05 else ""
    words.declarations.insert(0, tree(HEAD, head, "\n"))
    force = optional(_in_force(random)) if random.random() < 0.05 else ""
    words.add('provision p.1 fr "Une" en "One"', force)
    words.add('provision p.2 fr "Deux" en "Two"')
    _constants(words, random)
    _params(words, random)
    _tables(words, random)
    _Records(words, random).write()
    _Ledgers(words, random).write()
    _Defines(words, random).write()
    _Rules(words, random).write()
    return tree(*words.declarations)


def _in_force(random: Random) -> str:
    start = random.randrange(len(DAYS))
    last = DAYS[random.randrange(start, len(DAYS))] if random.random() < 0.6 else ""
    return f" in force {DAYS[start]} .. {last}"


def _constants(words: Vocabulary, random: Random) -> None:
    for name, (kind,) in PAGE["constants"].items():
        words.constants[name] = typed(kind)
        words.add(f"constant {name} : {kind} = {random.choice(WORDS[typed(kind)])}")
    for name, (kind, some) in PAGE["sets"].items():
        words.sets[name] = typed(kind)
        words.add(f"constant {name} : {kind} = {some}")


def _params(words: Vocabulary, random: Random) -> None:
    for name, (kind,) in PAGE["params"].items():
        own = words.params[name] = typed(kind)
        if random.random() < 0.15:
            words.given.append(name)
            words.add(f'param {name} : {kind} fr "?" en "?"')
            continue
        values = [random.choice(WORDS[own])]
        if random.random() < 0.7:
            days = sorted(random.sample(DAYS, random.randint(1, 3)))
            first = [values[0]] if random.random() < 0.8 else []
            values = [*first, *(f"{random.choice(WORDS[own])} from {day}" for day in days)]
        words.add(f"param {name} : {kind} = {', '.join(values)}")


def _tables(words: Vocabulary, random: Random) -> None:
    """The decision tables, in which `{money}` is any sum, `{colour}` any colour, and so on."""

    def some(found: re.Match[str]) -> str:
        return random.choice(WORDS[typed(found[1])])

    for name, (inputs, gives, *rows) in PAGE["tables"].items():
        kinds = [own.partition(" : ")[2] for own in inputs.split(", ")]
        bounds = {"0..3": "integer", "0..2": "integer"}
        words.tables[name] = tuple(typed(bounds.get(own, own)) for own in kinds), typed(gives)
        drawn = [re.sub(r"\{(\w+)\}", some, f"\n  {row}") for row in rows]
        words.add(f"table {name} ({inputs}) gives {gives}", *drawn)


class _Writer(RandomSelections):
    """Writes what stands in several clauses."""

    def __init__(self, words: Vocabulary, random: Random) -> None:
        super().__init__(words, random)
        self.made = 0

    def let(self, view: View, depth: int) -> tuple[Tree, Type]:
        """A value of any type, an item now and then."""
        for _ in range(8):
            try:
                if self.random.random() < 0.25:
                    found = self.item(view, depth)
                else:
                    found = self.value(self.random.choice(VALUES), view, depth, written=False)
            except DeadEnd:
                continue
            assert found.type is not None
            return found, found.type
        raise DeadEnd


class _Records(_Writer):
    def write(self) -> None:
        for _ in range(self.random.choice((0, 1, 2, 2, 3))):
            self._record()

    def _record(self) -> None:
        self.made += 1
        name = f"r{self.made}"
        head, made = self._rows(name)
        self.words.records[name] = made
        columns: list[Tree | str] = []
        lets: dict[str, Type] = {}
        for at in range(self.random.choice((1, 2, 3, 4))):
            label = f"c{self.made}{at}"
            if self.random.random() < 0.05 and not set(FIELDS) & (lets.keys() | made.keys.keys()):
                label = self.random.choice([n for n in FIELDS if n not in made.keys])
            try:
                column, kind = self.let(View(name, dict(lets)), 2)
            except DeadEnd:
                continue
            lets[label] = made.columns[label] = kind
            columns.append(optional(f"\n  let {label} = ", column))
        if columns:
            self.words.add(head, *columns)
        else:
            del self.words.records[name]

    def _rows(self, name: str) -> tuple[Tree, Record]:
        random, words = self.random, self.words
        dice = random.random()
        if dice < 0.25:
            scope = random.choice(list(words.scopes))
            return tree(f"record {name} for each {scope}"), Record(
                words.fields_of(scope), (), False
            )
        if dice < 0.5:
            source = random.choice([*words.kinds, *words.streams])
            fields = words.fields_of(source)
            return tree(f"record {name} for each {source}"), Record(fields, (source,), True)
        known = [*words.kinds, *words.streams]
        over = tuple(dict.fromkeys(random.choices(known, k=random.choice((1, 2, 2, 3)))))
        shared = words.shared(over)
        scopes = [s for s in words.scopes if set(words.scopes[s]) <= shared.keys()]
        keys = list(words.scopes[random.choice(scopes)]) if scopes else []
        first = [s for s in scopes if list(words.scopes[s]) == keys][:1]
        more = [n for n, t in shared.items() if n not in keys and not isinstance(t, Item)]
        own = random.sample(more, min(len(more), random.choice((0, 1, 1, 2))))
        if not first and not own:
            own = ["session"]
        said = ", ".join((*first, *own))
        types = {key: shared[key] for key in (*keys, *own)}
        return tree(f"record {name} for each {said} from {', '.join(over)}"), Record(
            types, over, False
        )


PLACES = ("p0", "p1", "p2", "p3")


class _Ledgers(_Writer):
    """Records with balances, moved by a few kinds of event, now and then in two ways, each with
    rules that ask for them.
    """

    def write(self) -> None:
        for at in range(self.random.choice((0, 1, 1, 2))):
            self._ledger(f"l{at}")

    def _ledger(self, name: str) -> None:
        random = self.random
        made = self._keyed()
        self.words.records[name] = made
        kind = random.choice((MONEY, MONEY, INTEGER, NUMBER))
        entries = []
        for over in (*made.over, *random.choices(made.over, k=random.choice((0, 1, 2)))):
            try:
                entries.append(self._entry(over, made.over, kind))
            except DeadEnd:
                continue
        if {own.text.split()[0] for own in entries} != set(made.over):
            del self.words.records[name]
            return
        columns: list[Tree | str] = []
        for at in range(random.choice((1, 2, 3))):
            label = f"{name}c{at}"
            made.columns[label] = kind
            columns.append(optional(f"\n  let {label} = ", self._balance(name)))
        keys = ", ".join(made.keys)
        head = f"ledger {name} for each {keys}\n  places {', '.join(PLACES)} : {kind}"
        self.words.add(head, *(tree("\n  ", own) for own in entries), *columns)
        for at in range(2):
            self._asked(name, at, kind)

    def _asked(self, name: str, at: int, kind: Type) -> None:
        """A rule that compares the balances of a ledger."""
        columns = list(self.words.records[name].columns)
        parts = [
            tree(f"{self.random.choice(columns)} {self.random.choice(('=', '<', '>='))} ", own)
            for own in (self._amount(View(name, {}), kind) for _ in range(2))
        ]
        self.words.add(
            f"rule of-{name}-{at}\n  severity minor\n  cites p.1\n  for each {name}\n  require ",
            tree(parts[0], optional(self.random.choice((" or ", " and ")), parts[1])),
            '\n  message fr "{found}" en "{found}"',
        )

    def _amount(self, view: View, of: Type) -> Tree:
        """A sum: a plain one, a field of the event, or what is worked out."""
        dice = self.random.random()
        fields = [name for name, own in self.words.fields_of(view.subject).items() if own == of]
        if dice < 0.4 and fields:
            return tree(self.random.choice(fields))
        if dice < 0.85:
            return tree(self.random.choice(WORDS[of]))
        return self.value(of, view, 1, written=False)

    def _keyed(self) -> Record:
        """The keys of a ledger, and the kinds that move it."""
        words, random = self.words, self.random
        known = [*words.kinds, *words.streams]
        seen: dict[str, str] = {}  # an event moves a ledger under one name
        for name in random.choices(known, k=random.choice((1, 2, 3))):
            kinds = words.stream_kinds.get(name, (name,))
            if not seen.keys() & set(kinds):
                seen |= dict.fromkeys(kinds, name)
        over = tuple(dict.fromkeys(seen.values()))
        shared = words.shared(over)
        more = [name for name, own in shared.items() if not isinstance(own, Item)]
        return Record({key: shared[key] for key in random.sample(more, 1)}, over, False)

    def _entry(self, over: str, kinds: Sequence[str], of: Type) -> Tree:
        random = self.random
        view = View(over, {})
        where: list[Tree | str] = []
        if random.random() < 0.5:
            guard = f"{random.choice(PLACES)} {random.choice(('>', '<=', '='))} "
            parts = [tree(guard, self._amount(view, of))]
            if random.random() < 0.6:
                parts = [tree(self.condition(view, 1))]
            where = [" where (", *parts, ")"]  # a name before a bracket would be called
        doings = [self._doing(view, kinds, of) for _ in range(random.choice((1, 1, 1, 2, 3)))]
        told = [tree("(", own, ")") for own in doings]
        return tree(over, *where, " ", told[0], *(optional(" or ", own) for own in told[1:]))

    def _doing(self, view: View, kinds: Sequence[str], of: Type) -> Tree:
        if self.random.choice((1, 1, 1, 2)) == 1:
            return tree(self._move(view, kinds, of))
        first = self._move(view, kinds, of, goes_on=True)
        return tree(first, optional(" and ", self._move(view, kinds, of)))

    def _move(self, view: View, kinds: Sequence[str], of: Type, *, goes_on: bool = False) -> Tree:
        random = self.random
        dice = random.random()
        one, other, third = random.sample(PLACES, 3)
        if dice < 0.08:
            return tree("nothing")
        if dice < 0.2:
            said = " or ".join(random.sample(kinds, random.randint(1, len(kinds))))
            earlier = View(view.subject, {})
            moved = tree(" where moved = ", self._amount(earlier, of))
            # An `and` behind a condition would be of the condition.
            return tree(f"undoes last ({said})", *(() if goes_on else (optional(moved),)))
        amount = self._amount(view, of)
        if dice < 0.4:
            return tree(f"sets {one} to ", amount, f" from {other}")
        then = random.choice(("", f" then from {third} to {one}", f" then {third}"))
        if then == f" then {third}":
            return tree("moves ", amount, f" from {one}{then} to {other}")
        if then and random.random() < 0.3:
            return tree(
                "moves ", amount, f" first from {one} to {other}, from {other} to {one}{then}"
            )
        return tree("moves ", amount, f" from {one} to {other}{then}")

    def _balance(self, name: str) -> Tree:
        random = self.random
        one, other = random.sample(PLACES, 2)
        dice = random.random()
        if dice < 0.4:
            return tree(one)
        if dice < 0.6:
            return tree(f"{one} + {other}")
        try:
            moment = self.item(View(name, {}), 1)
        except DeadEnd:
            return tree(one)
        side = random.choice(("before", "at"))
        ends = optional(" if any") if side == "before" and random.random() < 0.5 else ""
        return tree(f"{one} {side} (", moment, ")", ends)


class _Defines(_Writer):
    """Names with arguments, which see the columns of a record and look at nothing around it."""

    def write(self) -> None:
        for at in range(self.random.choice((0, 1, 2, 3))):
            arguments = {
                f"a{at}{n}": self.random.choice(VALUES)
                for n in range(self.random.choice((0, 1, 2)))
            }
            of = self.random.choice([None, *self.words.records])
            try:
                kind = self.random.choice(VALUES)
                value = self.value(kind, View(of or NOTHING, arguments), 2, written=False)
            except DeadEnd:
                continue
            assert value.type is not None
            said = ", ".join(f"{name} : {kind}" for name, kind in arguments.items())
            brackets = f"({said})" if said else ""
            place = f" of {of}" if of is not None else ""
            self.words.add(f"define f{at}{brackets}{place} = ", value)
            self.words.defines[f"f{at}"] = Define(tuple(arguments.values()), of, value.type)

    def looking(
        self, _kind: Type, _view: View, _depth: int
    ) -> list[tuple[float, Callable[[], Tree]]]:
        return []

    def item_names(self, view: View) -> list[tuple[str, Item]]:
        return [(name, own) for name, own in super().item_names(view) if name != "this"]

    def _names(self, view: View) -> list[tuple[str, Type]]:
        return [(name, own) for name, own in super()._names(view) if not name.startswith("this.")]

    def _looked_up(self, kind: Type, view: View) -> Tree:
        if view.subject == NOTHING:
            raise DeadEnd
        return super()._looked_up(kind, view)


class _Rules(_Writer):
    def write(self) -> None:
        rules = []
        for at in range(RULES):
            try:
                rules.append(self._rule(f"rule-{at}", at))
            except DeadEnd:
                continue
        self.random.shuffle(rules)
        for rule in rules:
            self.words.add(rule)

    def _rule(self, name: str, at: int) -> Tree:
        random = self.random
        subject = self._subject()
        lets: dict[str, Type] = {}
        said: list[Tree | str] = []
        for number in range(random.choice((0, 0, 1, 1, 2))):
            try:
                value, kind = self.let(View(subject, dict(lets)), 2)
            except DeadEnd:
                continue
            label = f"v{number}"
            lets[label] = kind
            said.append(optional(f"\n  let {label} = ", value))
        view = View(subject, lets)
        where = optional(" where ", self.condition(view, 2)) if random.random() < 0.2 else ""
        said += [
            optional("\n  applies when ", self.condition(view, 2))
            for _ in range(random.choice((0, 0, 0, 0, 1, 1, 2)))
        ]
        if random.random() < 0.15:
            said.append(
                optional(
                    "\n  verifiable when ",
                    self.condition(view, 2),
                    ' otherwise fr "Inconnu" en "Unknown"',
                )
            )
        said += self._others(subject, at)
        words = self._quoted(view)
        return tree(
            f"rule {name}\n  severity minor\n  cites ",
            random.choice(("p.1", "p.2", tree("p.1", optional(", p.2")))),
            optional(_in_force(random)) if random.random() < 0.1 else "",
            f"\n  for each {subject}",
            where,
            *said,
            "\n  require ",
            self.condition(view, 3),
            '\n  message fr "',
            words,
            '" en "',
            words,
            '"',
        )

    def _subject(self) -> str:
        words = self.words
        known = [*words.scopes, *words.kinds, *words.streams, *words.intervals, ANY_EVENT]
        return self.random.choice([*known, *(list(words.records) * 4)])

    def _others(self, subject: str, at: int) -> Sequence[Tree]:
        """What a rule has to do with other rules and other subjects."""
        random, said = self.random, []
        if at and random.random() < 0.35:
            names = random.sample(range(at), min(at, random.choice((1, 1, 2))))
            said.append(
                optional("\n  only if ", ", ".join(f"rule-{name}" for name in names), " hold")
            )
        if random.random() < 0.12:
            said.append(optional(f"\n  invalidates {random.choice(list(self.words.scopes))}"))
        if random.random() < 0.2:
            fields = list(self.words.fields_of(subject))
            place = random.choice([*self.words.scopes, *random.sample(fields, min(3, len(fields)))])
            said.append(optional(f"\n  report first for each {place}"))
        return said

    def _quoted(self, view: View) -> Tree:
        """A message that quotes what it may."""
        own = self.words.fields_of(view.subject).items()
        fields = [name for name, kind in own if not isinstance(kind, Item)]
        names = ["found", "expected", *view.lets, *fields[:3]]
        return tree(*(optional(f"{{{name}}} ") for name in names))
