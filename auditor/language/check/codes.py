"""The codes of diagnostics, each with an example and the remedy: `auditor explain E301`."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Code:
    """`example` is a piece of a rule file of which the code is said."""

    code: str
    meaning: str
    example: str
    remedy: str


_CODES = (
    Code(
        "E100",
        "The text is too long, or nested too deep, to be a rule that a person wrote.",
        "require ((((((((((((( … )))))))))))))",
        "Divide the file, or name parts of the expression with `let`.",
    ),
    Code(
        "E101",
        "A word or a sign does not fit where it stands.",
        "require count of burn = = 5",
        "The message lists what may stand there. Texts stand in double quotes on one line.",
    ),
    Code(
        "E102",
        "A declaration ends before it is complete.",
        "rule five-burned severity",
        "Add what is missing. What belongs to a declaration is indented: a line that begins in "
        "the first column begins another one.",
    ),
    Code(
        "E103",
        "The first word of a line is none that begins a declaration.",
        "rulle five-burned",
        "Correct the word, or indent the line if it belongs to the declaration above.",
    ),
    Code(
        "E104",
        "Something stands in a declaration in which it means nothing, or stands twice.",
        "rule five-burned severity major severity minor …",
        "Remove it, or move it to where it belongs.",
    ),
    Code(
        "E105",
        "The file cannot be read.",
        "a file that is not text in UTF-8",
        "Save it as UTF-8, and see that you may read it.",
    ),
    Code(
        "E201",
        "A name is not known.",
        "require count of brun = 5",
        "Correct the name, or declare it. The message proposes the nearest name that is known.",
    ),
    Code(
        "E202",
        "A name is declared twice.",
        "rule five-burned …  and again  rule five-burned …",
        "Rename one of them, or say `replace` where it takes the place of an inherited one.",
    ),
    Code(
        "E203",
        "There is no vocabulary or ruleset of this name, or the file declares none.",
        "use carts",
        "A vocabulary is looked for beside the file, in the folder `vocabulary` of the folders "
        "above it, and among those shipped; so is the ruleset after `extends`.",
    ),
    Code(
        "E204",
        "`replace` or `drop` names something that is not inherited.",
        "drop rule five-burnt",
        "Correct the name: only what the ruleset after `extends` declares can be replaced.",
    ),
    Code(
        "E301",
        "Values of these types do not go together.",
        "require amount + seat > 5",
        "The message shows both sides with their types. Compare and add like with like.",
    ),
    Code(
        "E302",
        "A value is not one for each subject of the rule: it has another grain.",
        "for each shoe  require amount <= 100",
        "Say of which events it is asked: `sum of stake.amount`, `first stake`, `every stake …`.",
    ),
    Code(
        "E303",
        "A condition is asked for, and this is none.",
        "require count of burn",
        "Compare it with something: `count of burn = 5`.",
    ),
    Code(
        "E304",
        "These values have no order, so that none is larger.",
        "require card > last.card",
        "Compare an attribute that has one, such as `rank(card)`, or declare one: "
        "`order rank A > K > …`.",
    ),
    Code(
        "E401",
        "No rule cites a provision, or one cites what is said not to be audited.",
        "provision 55-19.3 …",
        "Write a rule that cites it, or say why none does: `not auditable`, `refers to`, or, for a "
        "parent's provision, `not applicable`.",
    ),
    Code(
        "E403",
        "A rule has no message, or no example that violates it or complies with it.",
        "rule five-burned …  without  example … of five-burned violates",
        'Add `message fr "…" en "…"` and examples of both kinds.',
    ),
    Code(
        "E404",
        "A message quotes a name that stands for nothing in its rule.",
        'message fr "{fuond} cartes" en "{fuond} cards"',
        "Quote {found}, {expected}, a name after `let`, or a field of the subject.",
    ),
    Code(
        "E405",
        "A rule waits for itself, directly or by way of others.",
        "rule a … only if b holds  rule b … only if a holds",
        "Remove one of the two: the rule judged first says nothing of the other.",
    ),
    Code(
        "E406",
        "A source does not say with which edition it was compared.",
        'source code fr "…" en "…" class law',
        "Write `compared with … on … by …`, or `not compared`; of the record itself, neither.",
    ),
    Code(
        "E407",
        "A reading lacks words, or no rule rests on it.",
        'reading both-cuts of 55-19.5 fr "…" en "" …',
        "Say it in both languages, and write `rests on` in the rule; a reading for which there is "
        "no rule ends in `no rule`.",
    ),
    Code(
        "E501",
        "A decision table has no row for some of its inputs.",
        "table draws (score: 0..9) gives action  0..5 -> draw",
        "Add a row for the example that the message gives.",
    ),
    Code(
        "E502",
        "Two rows of a decision table hold for the same inputs.",
        "0..5 -> draw  5..9 -> stand",
        "Narrow one of the rows, so that each input has one answer.",
    ),
    Code(
        "E503",
        "A requirement can never fail.",
        "require count of burn >= 0",
        "It checks nothing: see what it was meant to ask.",
    ),
    Code(
        "E504",
        "A requirement or a condition can never hold.",
        "require seat > 5 and seat < 3",
        "Every subject would be a violation, or none would be judged: see what was meant.",
    ),
    Code(
        "W601",
        "A name is declared and never used.",
        "let closing = last table_close",
        "Use it or remove it.",
    ),
    Code(
        "W701",
        "A condition has no form in columns.",
        "(if a exists then first deal else last burn).card = AS",
        "It is judged all the same, one subject after the other; with one source it is fast.",
    ),
)

CODES = {code.code: code for code in _CODES}
