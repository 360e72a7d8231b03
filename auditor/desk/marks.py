"""Acts about a finding: reasons ruled out, an answer, an objection, an acceptance."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from auditor.case import AskedAnswer, AskedWaiver
from auditor.desk.acts import Act
from auditor.desk.standing import Standing


@dataclass(frozen=True, slots=True)
class FindingActs:
    """The acts about one finding that nobody took back, and the boxes that are ticked."""

    acts: tuple[Act, ...] = ()
    ticked: frozenset[str] = frozenset()

    @property
    def last(self) -> dict[str, Act]:
        """The last act of each kind."""
        return {own.kind: own for own in self.acts}


def marks_of(state: Standing) -> dict[str, FindingActs]:
    """The marks by the id of their finding."""
    gone = {own.about for own in state.acts if own.kind == "withdrawn"}
    acts: dict[str, list[Act]] = {}
    ticked: dict[str, set[str]] = {}
    for act in state.acts:
        finding = act.says.get("finding")
        if finding is None or act.number in gone:
            continue
        if act.kind == "ticked":
            boxes = ticked.setdefault(finding, set())
            boxes.clear()
            boxes.update(act.says["boxes"])
        elif act.kind in ("answered", "contested", "accepted"):
            acts.setdefault(finding, []).append(act)
    return {
        own: FindingActs(tuple(acts.get(own, ())), frozenset(ticked.get(own, ())))
        for own in {*acts, *ticked}
    }


def answers_of(state: Standing) -> list[AskedAnswer]:
    """The operator's answers, as a case file has them: the last to each finding."""
    return [
        AskedAnswer(finding=finding, text=act.says["text"], day=_day(act.says["day"]))
        for finding, own in sorted(marks_of(state).items())
        if (act := own.last.get("answered")) is not None
    ]


def waivers_of(state: Standing) -> list[AskedWaiver]:
    """The findings that are accepted for a time, as a case file has them."""
    return [
        AskedWaiver(
            rule=act.says["rule"],
            subject=act.says["subject"],
            reason=act.says["reason"],
            author=act.who,
            expires=date.fromisoformat(act.says["expires"]),
        )
        for _, own in sorted(marks_of(state).items())
        if (act := own.last.get("accepted")) is not None
    ]


def _day(text: str | None) -> date | None:
    return None if text is None else date.fromisoformat(text)
