"""Provisions of the law: their sources, and the days on which they are in force."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from auditor.diagnostic import Diagnostic
from auditor.language import core
from auditor.language.check.declarations import bilingual
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
            if node.nature != "record" and not node.says_whether_compared:
                what = message("E406.says_not_compared", source=node.label.text)
                hint = message("E406.say_compared")
                env.errors.append(Diagnostic(what, node.label.span, hint))
            own = node.compared
            if own is not None and node.edition is not None and own.day < node.edition:
                env.errors.append(Diagnostic(message("E408.compared"), own.span))
            sources[node.label.text] = _law(node)
    return sources


def _law(node: s.SourceOfLaw) -> core.LawSource:
    own = node.compared
    compared = core.Compared(bilingual(own.edition), own.day, own.by) if own else None
    return core.LawSource(
        node.label.text,
        bilingual(node.words),
        node.article,
        node.edition,
        node.nature,
        _optional(node.transcribed),
        compared,
        in_force(node.in_force),
        node.abrogated is not None,
        node.abrogated.day if node.abrogated else None,
        _optional(node.replaced_by),
    )


def _optional(words: s.Words | None) -> core.Bilingual | None:
    return bilingual(words) if words else None


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
            bilingual(node.words),
            in_force(node.in_force),
            _optional(node.not_auditable),
            tuple(label.text for label in node.refers_to),
            _optional(node.not_applicable),
            node.label.span,
        )
    _check_references(declarations, provisions, env)
    return provisions


def _check_references(
    declarations: Iterable[s.Declaration],
    provisions: Mapping[str, core.Provision],
    env: Environment,
) -> None:
    for node in declarations:
        for label in node.refers_to if isinstance(node, s.Provision) else ():
            if label.text not in provisions:
                env.report(env.unknown(PROVISION, label, provisions))


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
        for label in rule.rests_on:
            rested.add(label.text)
            if label.text not in written:
                env.report(env.unknown(READING, label, written))
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
    for label in node.provisions:
        if label.text not in provisions:
            env.report(env.unknown(PROVISION, label, provisions))
    if node.param is not None:
        env.used.add(node.param.text)
        if node.param.text not in env.params:
            env.report(env.unknown(message("rules.family.param"), node.param, env.params))
    for words in (node.words, node.because, node.other):
        if not (words.fr.strip() and words.en.strip()):
            env.errors.append(Diagnostic(message("E407.no_words", reading=name), words.span))


def _check_rules(node: s.Reading, rested: bool, env: Environment) -> None:
    name = node.label.text
    if name in env.used:
        return  # a rule that cannot be read names it
    if rested == node.without_rule and name not in env.broken:
        if rested:
            what, hint = message("E407.rests_all_the_same", reading=name), None
        else:
            what = message("E407.nothing_rests", reading=name)
            hint = message("E407.say_so", reading=name)
        env.errors.append(Diagnostic(what, node.label.span, hint))


def _reading(node: s.Reading) -> core.Reading:
    return core.Reading(
        node.label.text,
        tuple(label.text for label in node.provisions),
        bilingual(node.words),
        bilingual(node.because),
        bilingual(node.other),
        node.param.text if node.param else None,
        node.label.span,
    )


def _source(
    node: s.Provision, sources: dict[str, core.LawSource], env: Environment
) -> core.LawSource | None:
    if node.source is None:
        return None
    if node.source.text not in sources:
        env.report(env.unknown(SOURCE, node.source, sources))
        return None
    return sources[node.source.text]


def in_force(node: s.InForce | None) -> core.InForce:
    """From when to when: always, where nothing is said."""
    return core.InForce(node.start, node.end) if node else core.ALWAYS
