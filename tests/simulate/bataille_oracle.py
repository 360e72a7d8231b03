"""A log of bataille judged from the article alone, without a line of the simulator's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from auditor_simulators.protocol import Row
from tests.simulate.bataille_coup_oracle import Found, groups, play, with_chiefs
from tests.simulate.log_oracle import integrity, is_, only

STEPS = ["count", "verify", "turn_over", "pile", "cut", "stop_card_place", "load"]


def broken(rows: list[Row]) -> set[str]:
    """The provisions that the log shows to be broken."""
    found = {provision for provision, _ in integrity(rows)} | set(decks_in_play(rows))
    for table in groups(with_chiefs(rows), "casino", "session", "table").values():
        if not only(table, "table_open"):
            continue
        found |= set(opening(table)) | set(play(table)) | set(stubs_shuffled_in(table))
        for shoe in groups(table, "shoe").values():
            found |= set(prepared(shoe)) | set(shoe_used(shoe))
        for number, shoe in groups(table, "shoe").items():
            stubs = only(shoe, "stub_insert")
            places = {row["position"] for row in stubs}
            if only(shoe, "stop_card_seen") and (len(stubs), len(places)) != (2, 2):
                found.add("55-19.6")
            unprepared = not any(row["event"] in STEPS[:-1] for row in shoe)
            if number != ("1",) and unprepared and only(shoe, "load", device="shoe"):
                found.add("55-19.6")
    return found


def stubs_shuffled_in(table: Sequence[Row]) -> Found:
    """What is put back when piles have been shuffled is not shuffled with them; nor is it parted
    while the coup of the stop card goes on.
    """
    piles, last = 0, ("", "")
    parted = False
    for row in table:
        if is_(row, "stop_card_seen"):
            piles, last, parted = 0, (row["shoe"], row.get("coup", "")), False
        parted = parted or is_(row, "stub_insert")
        of_last = last[1] and (row.get("shoe"), row.get("coup")) == last
        if parted and of_last and row["event"] in {"deal", "pay", "collect"}:
            yield "55-19.6"
        piles += is_(row, "pile")
        if is_(row, "stub_insert") and piles:
            yield "55-19.6"


def decks_in_play(rows: Sequence[Row]) -> Found:
    if any(row["registered"] != "true" for row in only(rows, "deck")):
        yield "39.decks"
    at: dict[tuple[str, str], str] = {}
    for row in rows:
        if row["event"] == "deck":
            if at.setdefault((row["casino"], row["deck"]), row["table"]) != row["table"]:
                yield "39.decks"
        elif row["event"] == "table_close":
            gone = [key for key in at if key[0] == row["casino"] and at[key] == row["table"]]
            for key in gone:
                del at[key]


def opening(table: Sequence[Row]) -> Found:
    yield from decks_at(table)
    first = [row for row in table if row.get("shoe") == "1"]
    if only(first, "load") and not all(only(first, step) for step in ("count", "verify")):
        yield "40.opening"
    seated, unseen = 0, False
    for row in table:
        seated += is_(row, "sit") - is_(row, "leave")
        if row["event"] in {"count", "verify"} and row["shoe"] == "1" and not seated:
            unseen = True
        if is_(row, "bets_open"):
            if unseen and seated == 1:
                yield "55-19.12"
            break
    if any(row["approved"] != "true" for row in only(table, "load")):
        yield "40-1.shuffler"


def decks_at(table: Sequence[Row]) -> Found:
    """Six lie there, three of each back, whenever cards are dealt; a worn one is taken out."""
    lying: dict[str, str] = {}
    dealt = changed = False
    for place, row in enumerate(table):
        if row["event"] == "deal":
            if changed and sorted(Counter(lying.values()).values()) != [3, 3]:
                yield "55-19.2"
            dealt, changed = True, False
        if row["event"] != "deck":
            continue
        changed = True
        if row["deck"] in lying and row["condition"] != "perfect":
            del lying[row["deck"]]
        else:
            lying[row["deck"]] = row["back"]
            if row["condition"] != "perfect":
                yield "40.opening" if dealt else "55-19.2"
            if row["condition"] == "marked" or (dealt and not seen_again(table[place:])):
                yield "40.opening"
        if row["cards"] != "52":
            yield "55-19.2"


def seen_again(rows: Sequence[Row]) -> bool:
    """Whether cards are counted and verified before the next one is dealt."""
    kinds = [row["event"] for row in rows]
    before = kinds[: kinds.index("deal")] if "deal" in kinds else STEPS
    return {"count", "verify"} <= set(before)


def prepared(shoe: Sequence[Row]) -> Found:
    if only(shoe, "deal") and not only(shoe, "load"):
        yield "55-19.5"
    loaded = next((n for n, row in enumerate(shoe) if row["event"] == "load"), len(shoe))
    if loaded < len(shoe) and any(row["event"] in {"deal", "burn"} for row in shoe[:loaded]):
        yield "55-19.5"
    shoe = shoe[: loaded + 1]
    kinds = [row["event"] for row in shoe]
    counts = only(shoe, "count")
    if counts and counts[-1]["cards"] != "312":
        yield "55-19.5"
    if shoe[0]["shoe"] == "1" and not {"count", "verify"} <= set(kinds):
        yield "55-19.5"
    if only(shoe, "load", device="shoe"):
        yield from shuffled(shoe, kinds)


def shuffled(shoe: Sequence[Row], kinds: Sequence[str]) -> Found:
    """By hand, and in the order of the article."""
    first = {kind: kinds.index(kind) for kind in set(kinds)}
    last = {kind: len(kinds) - 1 - kinds[::-1].index(kind) for kind in set(kinds)}
    if not set(STEPS[2:]) <= set(kinds):
        yield "55-19.5"
        return
    if sum(int(row["cards"]) for row in only(shoe, "turn_over")) < 312:
        yield "55-19.5"
    if any(step in first and first[step] > first["turn_over"] for step in ("count", "verify")):
        yield "55-19.5"
    cuts = [row["by"] for row in shoe[last["pile"] :] if row["event"] == "cut"]
    if first["turn_over"] > first["pile"] or len(cuts) < 2 or cuts[-1] != "player":
        yield "55-19.5"
    if last["stop_card_place"] < last["cut"] or last["stop_card_place"] > first["load"]:
        yield "55-19.5"
    if any(int(row["behind"]) < 42 for row in only(shoe, "stop_card_place")[-1:]):
        yield "55-19.5"
    piles = groups(shoe, "pile").values()
    enough = all(
        sum(int(row[k]) for row in own) >= 2 for own in piles for k in ("shuffles", "cuts")
    )
    if len(piles) < 2 or not enough:
        yield "55-19.5"


def shoe_used(shoe: Sequence[Row]) -> Found:
    cards = [row for row in shoe if row["event"] in {"deal", "burn"}]
    if not only(shoe, "load", device="continuous"):
        burned = [row for row in shoe if is_(row, "burn") and not row.get("coup")]
        if len(burned) != 5:
            yield "55-19.6"
        if max(Counter(row["card"] for row in cards if row.get("card")).values()) > 6:
            yield "log.cards"
        if [row["position"] for row in cards] != [str(n) for n in range(1, len(cards) + 1)]:
            yield "58.shoe"
    seen, out = False, 0
    noted = only(shoe, "stop_card_seen")
    for stop in [int(row["behind"]) for row in only(shoe, "stop_card_place")][-1:] or [0]:
        for row in shoe:
            out += row["event"] in {"deal", "burn"}
            past = stop and not noted and out > 312 - stop
            if (seen or past) and row["event"] == "bets_open":
                yield "55-19.6"
            seen = seen or row["event"] == "stop_card_seen"
