"""Sources and provisions of the law; the days on which they, rules and parameters are in force."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date

from auditor.diagnostic import Diagnostic, remark
from auditor.language import core
from auditor.language.check.environment import PROVISION, READING, SOURCE, Environment
from auditor.language.syntax import nodes as s
from auditor.messages.message import message


def sources_of(
    declarations: Iterable[s.Declaration], env: Environment
) -> dict[str, core.LawSource]:
    """The texts of law, by the names that provisions call them by."""
    sources = {}
    for node in declarations:
        if isinstance(node, s.SourceOfLaw) and env.declare(SOURCE, node.label):
            if node.nature != "record" and node.comparison is None:
                what = message("E406.says_not_compared", source=node.label.text)
                env.errors.append(Diagnostic(what, node.label.span, message("E406.say_compared")))
            own = node.comparison
            if isinstance(own, s.Compared) and node.edition is not None and own.day < node.edition:
                env.errors.append(remark("E408.compared", own.span))
            sources[node.label.text] = _law(node)
    return sources


def _law(node: s.SourceOfLaw) -> core.LawSource:
    return core.LawSource(
        node.label.text,
        node.words,
        node.article or "",
        node.edition,
        node.nature,
        node.transcribed,
        node.comparison if isinstance(node.comparison, s.Compared) else None,
        node.in_force or core.ALWAYS,
        node.abrogated is not None,
        node.abrogated.day if node.abrogated else None,
        node.replaced_by,
    )


def provisions_of(
    declarations: Iterable[s.Declaration], sources: dict[str, core.LawSource], env: Environment
) -> dict[str, core.Provision]:
    """The provisions, each with the text of law in which it stands."""
    provisions: dict[str, core.Provision] = {}
    for node in declarations:
        if not isinstance(node, s.Provision) or not env.declare(PROVISION, node.label):
            continue
        provisions[node.label.text] = core.Provision(
            node.label.text,
            _source(node, sources, env),
            node.words,
            node.in_force or core.ALWAYS,
            node.not_auditable,
            tuple(label.text for label in node.refers_to),
            node.not_applicable,
            node.label.span,
        )
    for node in declarations:
        if isinstance(node, s.Provision):
            env.note_unknown(PROVISION, node.refers_to, provisions)
    return provisions


def readings_of(
    declarations: Iterable[s.Declaration],
    provisions: Mapping[str, core.Provision],
    labels: Mapping[str, s.Rule],
    own: Collection[s.Declaration],
    env: Environment,
) -> dict[str, core.Reading]:
    """How provisions are read; a rule rests on each, or the reading says that none does.

    A reading that is inherited is left out where the rules that rested on it are gone, or where
    none of its provisions applies.
    """
    written = {
        node.label.text: node
        for node in declarations
        if isinstance(node, s.Reading) and env.declare(READING, node.label)
    }
    rested = set[str]()
    for rule in labels.values():
        rested.update(label.text for label in rule.rests_on)
        env.note_unknown(READING, rule.rests_on, written)
    kept = {}
    for name, node in written.items():
        _check_reading(node, provisions, env)
        if any(node is declared for declared in own):
            _check_rules(node, name in rested, env)
        elif name not in rested and not (node.without_rule and _applies(node, provisions)):
            continue
        kept[name] = _reading(node)
    return kept


def _applies(node: s.Reading, provisions: Mapping[str, core.Provision]) -> bool:
    read = (provisions.get(label.text) for label in node.provisions)
    return any(own is None or own.not_applicable is None for own in read)


def _check_reading(
    node: s.Reading, provisions: Mapping[str, core.Provision], env: Environment
) -> None:
    name = node.label.text
    env.note_unknown(PROVISION, node.provisions, provisions)
    if node.param is not None:
        env.used.add(node.param.text)
        env.note_unknown(message("rules.family.param"), (node.param,), env.params)
    for words in (node.words, node.because, node.other):
        if not (words.fr.strip() and words.en.strip()):
            env.errors.append(remark("E407.no_words", words.span, reading=name))


def _check_rules(node: s.Reading, rested: bool, env: Environment) -> None:
    name = node.label.text
    if rested != node.without_rule or name in env.used or name in env.broken:
        return  # a rule that cannot be read may name it
    hint = None if rested else message("E407.say_so", reading=name)
    code = "E407.rests_all_the_same" if rested else "E407.nothing_rests"
    env.errors.append(remark(code, node.label.span, hint, reading=name))


def _reading(node: s.Reading) -> core.Reading:
    return core.Reading(
        node.label.text,
        tuple(label.text for label in node.provisions),
        node.words,
        node.because,
        node.other,
        node.param.text if node.param else None,
        node.label.span,
    )


def _source(
    node: s.Provision, sources: dict[str, core.LawSource], env: Environment
) -> core.LawSource | None:
    if node.source is None:
        return None
    env.note_unknown(SOURCE, (node.source,), sources)
    return sources.get(node.source.text)


def out_of_force(
    own: Sequence[s.Declaration], everything: Sequence[s.Declaration], head: s.Ruleset | None
) -> Iterator[Diagnostic]:
    """Periods that end before they begin, or lie outside their whole."""
    provisions = {n.label.text: n for n in everything if isinstance(n, s.Provision)}
    sources = {n.label.text: n for n in everything if isinstance(n, s.SourceOfLaw)}
    for node in own:
        time = getattr(node, "in_force", None)
        if isinstance(time, s.InForce) and time.end is not None and time.end < time.start:
            yield remark("E408.ends_first", time.span)
            continue
        if isinstance(node, s.Rule) and isinstance(time, s.InForce):
            cited = [p for label in node.cites if (p := provisions.get(label.text)) is not None]
            yield from _outside(time, [p.in_force for p in cited], "E408.outside_provision")
        if isinstance(node, s.Provision) and isinstance(time, s.InForce) and node.source:
            text = sources.get(node.source.text)
            yield from _outside(time, [text.in_force if text else None], "E408.outside_source")
        if isinstance(node, s.Rule | s.Provision) and isinstance(time, s.InForce):
            yield from _outside(time, [head.in_force if head else None], "E408.outside_ruleset")


def _outside(
    time: s.InForce, wholes: Iterable[s.InForce | None], code: str
) -> Iterator[Diagnostic]:
    for whole in wholes:
        if whole is None or (whole.end is not None and whole.end < whole.start):
            continue
        starts, ends = max(time.start, whole.start), min(last_day(time), last_day(whole))
        beside = ((message("E408.in_force"), whole.span),)
        if starts > ends:
            yield remark(code, time.span, None, *beside)
        elif code == "E408.outside_provision" and (
            time.start < whole.start or last_day(time) > last_day(whole)
        ):
            yield remark("E408.beyond_provision", time.span, None, *beside)


def last_day(time: s.InForce) -> date:
    """The last day of a period: the last of all where it is open."""
    return time.end or date.max
