"""Provisions of the law: their sources, and the days on which they are in force."""

from __future__ import annotations

from collections.abc import Iterable

from auditor.language import core
from auditor.language.check.declarations import bilingual
from auditor.language.check.environment import PROVISION, SOURCE, Environment
from auditor.language.syntax import nodes as s


def sources_of(
    declarations: Iterable[s.Declaration], env: Environment
) -> dict[str, core.LawSource]:
    """The texts of law, by the names that provisions call them by."""
    sources = {}
    for node in declarations:
        if isinstance(node, s.SourceOfLaw) and env.declare(SOURCE, node.label):
            sources[node.label.text] = core.LawSource(
                node.label.text, bilingual(node.words), node.article, node.edition, node.verified
            )
    return sources


def provisions_of(
    declarations: Iterable[s.Declaration], sources: dict[str, core.LawSource], env: Environment
) -> dict[str, core.Provision]:
    """The provisions, each with the text of law in which it stands."""
    provisions: dict[str, core.Provision] = {}
    for node in declarations:
        if not isinstance(node, s.Provision) or not env.declare(PROVISION, node.label):
            continue
        reason = bilingual(node.not_auditable) if node.not_auditable else None
        provisions[node.label.text] = core.Provision(
            node.label.text,
            _source(node, sources, env),
            bilingual(node.words),
            in_force(node.in_force),
            reason,
            node.label.span,
        )
    return provisions


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
