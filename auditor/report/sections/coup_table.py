"""The coup of a finding as a small table: a line for each seat, a column for each kind of event."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace

from auditor.language.wording import HARD, in_euros
from auditor.report.labels import Words
from auditor.report.model import LANGUAGES, Bilingual, CoupEvent, Finding, Language, Position
from auditor.report.typography import day, number
from auditor.source import Frozen
from auditor.values import card_said

_ASIDE = ("time", "game", "staff", "seat", "player", "to", "position", "session")
"""Fields that stand elsewhere on the card, or do not say who was dealt, staked and paid what."""
MARK = "●"  # an event of which there is no more to say
MOST_COLUMNS = 9
_LONG_NAME = 20  # letters
_OFTEN = 2  # events of a coup that say the same
_TALL = 20  # printed lines of a table that is kept on one page: half of it
_LONGEST = 22  # letters of a line of a cell


class CoupPart(Frozen):
    """One act; `decisive` where the finding points at it."""

    text: str
    decisive: bool = False


CoupCell = tuple[CoupPart, ...]
"""The acts of one kind by one player."""


class CoupLine(Frozen):
    """The stakes, cards and payments of a player; the place stands at the first of its players."""

    place: str
    players: str
    cells: tuple[CoupCell, ...]


class CoupTable(Frozen):
    """`others` are the events of the table as a whole in their order, each kind with its name.
    Where nobody is `seated`, as at a wheel, the places are the players; so many of which the
    finding has no row are `left_out`.  `unsaid` is what a sum is about where its cell does not say
    it.
    """

    columns: tuple[str, ...]
    lines: tuple[CoupLine, ...]
    others: tuple[tuple[str, CoupCell], ...]
    seated: bool
    unsaid: str = ""
    left_out: int = 0

    @property
    def crowded(self) -> bool:
        """Whether a word is too long for a column: then words break where the column ends."""
        parts = (part.text for own in self.lines for cell in own.cells for part in cell)
        texts = (*parts, *(text for own in self.lines for text in (own.players, own.place)))
        return any(len(word) > _LONG_NAME for text in texts for word in text.split())

    @property
    def is_tall(self) -> bool:
        """Whether its names make it so tall that kept whole it would leave a page half empty."""
        cells = ([" + ".join(one.text for one in own) for own in line.cells] for line in self.lines)
        names = ([line.players, *own] for line, own in zip(self.lines, cells, strict=True))
        tall = (max(map(len, own)) for own in names)
        return sum(-(-letters // _LONGEST) for letters in tall) + len(self.others) > _TALL


def coup_table(
    finding: Finding, words: Words, unread: frozenset[Position] = frozenset()
) -> CoupTable | None:
    """The table; None where the coup has no seats nor players to lay out.  A row that was set
    aside, and so is `unread`, says that it was, and not the little that could be read of it.
    """
    return _Laying(finding, words, unread).table() if finding.coup else None


def euros(amount: str, language: Language) -> str:
    """A sum of money: `2,50 €`, `€2.50`."""
    french, english = (number(amount, own) for own in LANGUAGES)
    return in_euros(Bilingual(french, english)).in_language(language)


def signed(amount: str, language: Language) -> str:
    """A difference of money: what is too much has its sign, as what is too little has."""
    said = euros(amount, language)
    return said if amount == "0" or amount.startswith("-") else f"+{said}"


def cell_said(name: str, value: str, words: Words) -> str:
    """A cell as people write it, by the type of its column."""
    match words.type_of(name):
        case "money":
            return euros(value, words.language)
        case "card":
            return card_said(value, french=words.language == "fr")
        case "boolean" if value in ("true", "false"):
            return words(f"cell.{value}")
        case _:
            return day(value, words.language) if name == "session" else words.quoted(name, value)


class _Laying:
    def __init__(self, finding: Finding, words: Words, unread: frozenset[Position]) -> None:
        self._words, self._unread, self._finding = words, unread, finding
        # What a row is of which not even the kind can be read, nobody knows: it stands under all.
        times = Counter(own.position for own in finding.coup)
        self._nameless = {own for own in unread if times[own] > 1}
        self._events = [own for own in finding.coup if own.position not in self._nameless]
        # Of several events of one kind in a row, as foreign files have them, none is meant.
        kinds = Counter((own.position, own.event) for own in finding.coup)
        meant = {(own.position, own.event) for own in finding.decisive}
        alone = {(own, None) for own, count in times.items() if count == 1}
        self._decisive = {
            (place, kind)
            for (place, kind), count in kinds.items()
            if count == 1 and meant & {(place, kind), *(alone & {(place, None)})}
        }
        timed = (*finding.beside, *finding.decisive) if finding.beside else ()
        self._timed = frozenset(own.position for own in timed)
        self._lacking = lacking(finding)
        self._nothing = CoupPart(f"►{HARD}{words('card.nothing')}", decisive=True)
        self._usual = _usual(finding.coup, words)
        self._acting = _commonest([own.values.get("staff", "") for own in finding.coup])

    def table(self) -> CoupTable | None:
        at = {self._place(own) for own in self._events} - {""}
        if not at:
            return None
        seated = any(map(str.isdigit, at))
        kept = self._concerned() or at
        placed = [own for own in self._events if self._place(own) in kept]
        kinds = self._kinds(placed)
        places = sorted(kept, key=lambda own: (0, int(own), "") if own.isdigit() else (1, 0, own))
        lines = tuple(line for place in places for line in self._lines(place, placed, kinds))
        columns = tuple(self._words.event(kind) for kind in kinds)
        others, unsaid = tuple(self._others()), self._unsaid(placed)
        return CoupTable(columns, lines, others, seated, unsaid, left_out=len(at - kept))

    def _concerned(self) -> set[str]:
        """The places of which the finding has a row, or of which one cannot be read, and with them
        the cards of the house, which those of all others are compared with.  None where something
        is lacking: that may have been written down under any of them.
        """
        own = self._finding
        if self._lacking:
            return set()
        cited = self._unread | {each.position for each in (*own.rows, *own.decisive, *own.beside)}
        named = {self._place(each) for each in self._events if each.position in cited} - {""}
        house = {self._place(each) for each in self._events if not each.values.get("player")}
        return named and named | {each for each in house if each and not each.isdigit()}

    def _place(self, event: CoupEvent) -> str:
        values = event.values
        return values.get("seat") or values.get("player") or values.get("to") or ""

    def _kinds(self, placed: Sequence[CoupEvent]) -> list[str]:
        """Kinds in their order; those that only say that they happened make room for others."""
        every = list(dict.fromkeys(own.event for own in placed))
        telling = {own.event for own in placed if self._says(own) or self._points_at(own)}
        kept = [kind for kind in every if kind in telling][:MOST_COLUMNS]
        lacking = self._lacking if self._finding.money else ()
        return [*kept, *(own for own in lacking if own not in kept)]

    def _lines(
        self, place: str, placed: Sequence[CoupEvent], kinds: Sequence[str]
    ) -> Iterator[CoupLine]:
        """A line for each player at a place; what names nobody is the first one's."""
        own = [event for event in placed if self._place(event) == place]
        players = list(dict.fromkeys(filter(None, (e.values.get("player") for e in own)))) or [""]
        first = self._finding.rows[:1]  # the stake that is due
        said = place if place.isdigit() else self._words.word("to", place)
        for player in players:
            whose = [e for e in own if e.values.get("player", players[0]) == player]
            here = any(each.position == row.position for each in whose for row in first)
            cells = tuple(self._cell(whose, kind, lacks=here) for kind in kinds)
            yield CoupLine(said, _whole(player) if player != place else "", cells)
            said = ""

    def _cell(self, events: Sequence[CoupEvent], kind: str, *, lacks: bool) -> CoupCell:
        parts, usual = [], self._usual
        for event in (own for own in events if own.event == kind):
            own = self._says(event, usual) or MARK
            # Behind `black €2`, a sum alone would be read as one on black too.
            other = {name for name in event.values if self._is_told(name)}
            other -= {name for name, value in self._usual if event.values.get(name) == value}
            usual = frozenset(pair for pair in usual if pair[0] not in other)
            if event.position in self._unread:
                own = self._words("card.unread", row=str(event.row))
            parts.append(self._part_of(event, own))
        if lacks and kind in self._lacking:
            parts.append(self._nothing)
        return tuple(parts)

    def _part_of(self, event: CoupEvent, said: str) -> CoupPart:
        """An act, marked where the finding points at it; timed where it was untimely."""
        meant = self._points_at(event)
        beside = [*self._unusual(event)]
        if event.position in self._timed:
            clock = event.values.get("time", "")[11:19]
            beside += filter(None, (clock, f"{self._words('rows_short')}{HARD}{event.place}"))
        told = f"{said} ({', '.join(beside)})" if beside else said
        return CoupPart(f"►{HARD}{told}" if meant else told, meant)

    def _unusual(self, event: CoupEvent) -> Iterator[str]:
        """Who acted, where another did the rest; and a yes or no that few such events have."""
        staff = event.values.get("staff")
        if staff and self._acting and staff != self._acting:
            yield _whole(staff)
        for name, value in event.values.items() if self._points_at(event) else ():
            if self._is(name, "boolean"):
                every = [own.values.get(name) for own in self._events if own.event == event.event]
                if 2 * every.count(value) <= len(every) or len(every) == 1:
                    said = cell_said(name, value, self._words)
                    yield f"{self._words.field(name)}{self._words('colon')}{HARD}{said}"

    def _points_at(self, event: CoupEvent) -> bool:
        return (event.position, event.event) in self._decisive

    def _says(self, event: CoupEvent, usual: frozenset[tuple[str, str]] | None = None) -> str:
        """The cells of an event that are told; beside a sum or a card, those that are not usual."""
        usual = self._usual if usual is None else usual
        telling = [own for own in event.values.items() if self._is_told(own[0])]
        if any(self._is(name, own) for name, _ in telling for own in ("money", "card")):
            telling = [own for own in telling if own not in usual]
        at = next((i for i, own in enumerate(telling) if self._is(own[0], "money")), 0)
        before, sums = self._listed(telling[:at]), self._listed(telling[at:])
        # "5 2 €" would be read as one number.
        numbered = any(self._is(name, "integer") for name, _ in telling[:at])
        link = f"{self._words('colon')}{HARD}" if numbered else HARD
        return link.join(own for own in (before, sums) if own)

    def _listed(self, cells: Sequence[tuple[str, str]]) -> str:
        numbered = any(self._is(name, "integer") for name, _ in cells)
        return (", " if numbered else " ").join(self._part(*own) for own in cells)

    def _is_told(self, name: str) -> bool:
        return name not in _ASIDE and not self._is(name, "boolean")

    def _is(self, name: str, type_: str) -> bool:
        return self._words.type_of(name) == type_

    def _part(self, name: str, value: str) -> str:
        """A value; a plain number with what it counts."""
        if self._is(name, "text"):  # what was called out, in whatever words: the log's own
            return self._words("quoted", text=value)
        said = cell_said(name, value, self._words)
        return f"{self._words.field(name)}{HARD}{said}" if self._is(name, "integer") else said

    def _unsaid(self, placed: Sequence[CoupEvent]) -> str:
        """The usual words that sums of the coup go without."""
        sums = (own for own in placed if any(self._is(name, "money") for name in own.values))
        left_out = {
            (name, value): None
            for event in sums
            for name, value in event.values.items()
            if (name, value) in self._usual and self._is_told(name)
        }
        told = [cell_said(*own, self._words) for own in left_out]
        staff = {own.values.get("staff") for own in self._events} - {None, ""}
        if self._acting and len(staff) > 1:
            told.append(f"{self._words.field('staff')}{HARD}{self._acting}")
        return ", ".join(told)

    def _others(self) -> Iterator[tuple[str, CoupCell]]:
        """The events of the whole table, those of the finding in lines of their own."""
        runs: list[tuple[str, list[CoupPart]]] = []
        before = ""
        for own in (each for each in self._events if not self._place(each)):
            said, kind = self._says(own), self._words.event(own.event)
            timed = own.position in self._timed
            name = kind if timed or self._points_at(own) else self._words("card.table")
            if name != kind and (not said or own.event != before):
                said = f"{kind} {said}".strip()
            part = self._part_of(own, said or MARK)
            if not timed and (clock := own.values.get("time", "")[11:19]):
                part = replace(part, text=f"{part.text}{HARD}({clock})")
            if not runs or runs[-1][0] != name:
                runs.append((name, []))
            runs[-1][1].append(part)
            before = own.event
        unpaid = self._finding.money
        runs += [(self._words.event(own), [self._nothing]) for own in self._lacking if not unpaid]
        unread = (self._words("card.unread", row=str(row)) for *_, row in sorted(self._nameless))
        runs += [("", [CoupPart(own)]) for own in unread]
        return ((name, tuple(parts)) for name, parts in runs)


def lacking(finding: Finding) -> tuple[str, ...]:
    """The kinds of event of which there is none although there had to be: a payment, or what was to
    be taken off one; and where nothing is wrong that is recorded, whatever was looked for.
    """
    done = {own.event for own in finding.decisive}
    found: dict[str, None] = {}
    for own in finding.money:
        kinds = own.events if own.difference.startswith("-") else own.less
        if own.due != "0" and kinds and not done.intersection(kinds):
            found[kinds[0]] = None
    steps = () if done or finding.money else finding.derivation or ()
    missed = (own for step in steps if not step.condition for own in step.missed if not own.others)
    found.update((kind, None) for own in missed for kind in own.events[:1])
    return tuple(found)


def _whole(name: str) -> str:
    """A name that no line breaks at its hyphens, if it is not too long for any line."""
    return name if len(name) > _LONG_NAME else name.replace("-", "\u2011")


def _usual(events: Sequence[CoupEvent], words: Words) -> frozenset[tuple[str, str]]:
    """The word that most events have in a column with a list of words: it goes without saying."""
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for event in events:
        for name, value in event.values.items():
            if words.type_of(name) in words.names.words:
                found[name][value] += 1
    commonest = ((name, _commonest(list(own.elements()))) for name, own in found.items())
    return frozenset((name, value) for name, value in commonest if value)


def _commonest(values: Sequence[str]) -> str:
    """The value that more than half of them are, and several; else nothing."""
    counts = Counter(filter(None, values))
    value, count = counts.most_common(1)[0] if counts else ("", 0)
    return value if count >= _OFTEN and 2 * count > counts.total() else ""
