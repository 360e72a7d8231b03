"""Players sit down, stand behind and leave; chiefs come and go."""

from __future__ import annotations

from auditor_simulators.bataille.play.table import GamingTable

STANDING_AT_MOST = 3


def gather(table: GamingTable) -> None:
    """Those present at the opening: one player at least, seated, sees the count (55-19.12)."""
    rng = table.rng
    if rng.random() < 0.6:
        _chief_arrives(table)
    for _ in range(rng.randint(1, table.company.spots)):
        _sits(table)
    while rng.random() < 0.5:
        _stands_behind(table)


def circulate(table: GamingTable) -> None:
    """Players come and go between two coups; the last one seated never leaves."""
    rng, company = table.rng, table.company
    chance = rng.random()
    if chance < 0.05 and len(company.seated) > 1:
        _leaves(table, rng.choice(sorted(company.seated)))
    elif chance < 0.14 and company.vacant():
        _sits(table)
    elif chance < 0.20 and len(company.standing) < STANDING_AT_MOST:
        _stands_behind(table)
    elif chance < 0.23 and company.standing:
        company.standing.remove(rng.choice(company.standing))
    elif chance < 0.33 and len(company.chiefs) < rng.choice((1, 1, 1, 2)):
        _chief_arrives(table)
    elif chance < 0.36 and company.chiefs:
        table.recorder.note("chief_leave", staff=company.chiefs.pop(0))


def disperse(table: GamingTable) -> None:
    for seat in sorted(table.company.seated):
        _leaves(table, seat)
    for chief in table.company.chiefs:
        table.recorder.note("chief_leave", staff=chief)
    table.company.chiefs.clear()


def _chief_arrives(table: GamingTable) -> None:
    here = table.company.chiefs
    [chief] = [name for name in ("a", "b") if f"CH{table.number}{name}" not in here][:1]
    here.append(f"CH{table.number}{chief}")
    table.recorder.note("chief_arrive", staff=here[-1])


def _sits(table: GamingTable) -> None:
    company = table.company
    seat = table.rng.choice(company.vacant())
    if company.standing and table.rng.random() < 0.4:
        player = company.standing.pop()
    else:
        player = _newcomer(table)
    company.seated[seat] = player
    table.recorder.note("sit", seat=str(seat), player=player)


def _stands_behind(table: GamingTable) -> None:
    table.company.standing.append(_newcomer(table))


def _leaves(table: GamingTable, seat: int) -> None:
    player = table.company.seated.pop(seat)
    table.recorder.note("leave", seat=str(seat), player=player)


def _newcomer(table: GamingTable) -> str:
    table.company.arrived += 1
    return f"J{table.number * 1000 + table.company.arrived}"
