"""Days on which rules, provisions and parameters are in force, and those that are left out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, timedelta

from auditor.diagnostic import Diagnostic
from auditor.language import core
from auditor.language.syntax import nodes as s
from auditor.messages.message import Message, message
from auditor.source import Span

DAY = timedelta(days=1)


def out_of_force(
    own: Sequence[s.Declaration], everything: Sequence[s.Declaration], head: s.Ruleset | None
) -> Iterator[Diagnostic]:
    """Periods that end before they begin, lie outside their whole, or leave days without a rule."""
    provisions = {n.label.text: n for n in everything if isinstance(n, s.Provision)}
    sources = {n.label.text: n for n in everything if isinstance(n, s.SourceOfLaw)}
    rules = [node for node in everything if isinstance(node, s.Rule)]
    for node in own:
        time = getattr(node, "in_force", None)
        if isinstance(time, s.InForce) and time.end is not None and time.end < time.start:
            yield Diagnostic(message("E408.ends_first"), time.span)
            continue
        if isinstance(node, s.Rule) and isinstance(time, s.InForce):
            cited = [p for label in node.cites if (p := provisions.get(label.text)) is not None]
            yield from _outside(time, [p.in_force for p in cited], "E408.outside_provision")
        if isinstance(node, s.Provision) and isinstance(time, s.InForce) and node.source:
            text = sources.get(node.source.text)
            yield from _outside(time, [text.in_force if text else None], "E408.outside_source")
        if isinstance(node, s.Rule | s.Provision) and isinstance(time, s.InForce):
            yield from _outside(time, [head.in_force if head else None], "E408.outside_ruleset")
    mine = set(map(id, own))
    cited_by: dict[str, list[s.Rule]] = {}
    for rule in rules:
        for name in dict.fromkeys(label.text for label in rule.cites):
            cited_by.setdefault(name, []).append(rule)
    for provision in provisions.values():
        citing = cited_by.get(provision.label.text, [])
        if not mine.isdisjoint(map(id, (provision, *citing))):
            yield from _uncovered(provision, citing, head)


def _outside(
    time: s.InForce, wholes: Iterable[s.InForce | None], code: str
) -> Iterator[Diagnostic]:
    for whole in wholes:
        if whole is None or (whole.end is not None and whole.end < whole.start):
            continue
        starts, ends = max(time.start, whole.start), min(_end(time), _end(whole))
        beside = ((message("E408.in_force"), whole.span),)
        if starts > ends:
            yield Diagnostic(message(code), time.span, None, beside)
        elif code == "E408.outside_provision" and (
            time.start < whole.start or _end(time) > _end(whole)
        ):
            yield Diagnostic(message("E408.beyond_provision"), time.span, None, beside)


def _end(time: s.InForce) -> date:
    return time.end or date.max


def _uncovered(
    provision: s.Provision, citing: Sequence[s.Rule], head: s.Ruleset | None
) -> Iterator[Diagnostic]:
    """Days on which a provision is in force, and none of the dated rules that cite it."""
    times = [rule.in_force for rule in citing]
    dated = sorted((t for t in times if t is not None), key=lambda t: t.start)
    if not dated or len(dated) < len(times):
        return
    wholes = [t for t in (provision.in_force, head.in_force if head else None) if t is not None]
    day = max((t.start for t in wholes), default=date.min)
    last = min((_end(t) for t in wholes), default=date.max)
    if day > last:
        return  # it ends before it begins, which is said of it already
    for time in dated:
        if time.start > day and day != date.min:
            yield _gap(provision, day, min(last, time.start - DAY), time.span)
        if _end(time) >= last:
            return
        day = max(day, _end(time) + DAY)
    if last == date.max and not wholes:
        return
    yield _gap(provision, day, last, dated[-1].span)


def _gap(provision: s.Provision, start: date, end: date, beside: Span) -> Diagnostic:
    until: Message | str = str(end) if end != date.max else message("W409.open")
    what = message("W409.hole", provision=provision.label.text, start=str(start), end=until)
    return Diagnostic(what, provision.label.span, None, ((message("W409.next"), beside),))


def dated_parameters(
    own: Iterable[s.Declaration], env_params: Mapping[str, core.Param], head: s.Ruleset | None
) -> Iterator[Diagnostic]:
    """Parameters without a value on the first days, or with the same value twice."""
    starts = head.in_force.start if head is not None and head.in_force is not None else None
    for node in own:
        if not isinstance(node, s.Param) or node.name.text not in env_params:
            continue
        if not node.values:
            continue  # its value is given with each audit
        first = node.values[0]
        if first.start is not None and starts is not None and first.start > starts:
            assert head is not None
            assert head.in_force is not None
            what = message("W409.param", name=node.name.text, day=str(first.start))
            beside = ((message("E408.in_force"), head.in_force.span),)
            yield Diagnostic(what, first.span, None, beside)
        values = [value for _, value in env_params[node.name.text].values]
        for place in range(1, len(values)):
            if values[place] == values[place - 1] and place < len(node.values):
                beside = ((message("W602.said_here"), node.values[place - 1].span),)
                yield Diagnostic(message("W602.needless"), node.values[place].span, None, beside)
