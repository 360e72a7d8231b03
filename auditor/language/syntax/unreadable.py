"""Messages for a declaration that cannot be read: where it stops, and what was meant there."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

from lark import Lark, Token, UnexpectedCharacters, UnexpectedToken
from lark.lexer import TerminalDef

from auditor.diagnostic import Diagnostic
from auditor.language.syntax.cut_short import BEGINS_CLAUSE, cut_short, unclosed_bracket
from auditor.language.syntax.grammar import KEYWORDS
from auditor.language.syntax.instead import BOUNDS, begins_line, form_instead, said_before
from auditor.language.syntax.misspelt import misspelt, word_lacking
from auditor.language.syntax.slips import slip_before, unclosed, without_aside
from auditor.language.syntax.text import DeclarationPlace
from auditor.messages.message import SOLE, Message, message, suggestion

FOREIGN_KEYWORDS = {
    **dict.fromkeys(("import", "include", "utilise", "with"), "use …"),
    **dict.fromkeys(("extends", "inherits", "étend"), "ruleset … extends …"),
    **dict.fromkeys(("enum", "enumeration", "words", "choice"), "type … = … | …"),
    **dict.fromkeys(("const", "define", "set", "constante"), "constant … = …"),
    **dict.fromkeys(("column", "columns", "fields", "champ", "colonne"), "field … : …"),
    **dict.fromkeys(("article", "clause", "paragraph"), "provision … fr … en …"),
    **dict.fromkeys(("test", "exemple", "case"), "example … of … complies"),
    **dict.fromkeys(("check", "règle", "requirement"), "rule …"),
}
"""Words that begin a declaration in other languages, and the form that says as much."""


def meant_at(place: DeclarationPlace, text: str, line: int, column: int) -> Diagnostic | None:
    """The likely meaning, where a text does not end or a sign is one of another language."""
    start = unclosed(text)
    if start is not None:
        span = place.of(text, start, start + 1)
        where = f"{span.line}:{span.column}"
        return Diagnostic(message("E101.unclosed", place=where), span, message("E101.quotes"))
    at = sum(len(own) + 1 for own in text.split("\n")[: line - 1]) + column - 1
    slip = slip_before(text, at)
    if slip is None:
        return None
    return Diagnostic(slip.what, place.of(text, slip.start, slip.end))


def strange_sign(place: DeclarationPlace, text: str, error: UnexpectedCharacters) -> Diagnostic:
    """A sign that means nothing where it stands."""
    if (meant := meant_at(place, text, error.line, error.column)) is not None:
        return meant
    span = place.span(error.line, error.column, 1)
    hint = message("E101.quotes") if span.text in _QUOTES else None
    return Diagnostic(message("E101.sign", text=span.text), span, hint)


def no_keyword(place: DeclarationPlace, word: str) -> Diagnostic:
    """A line that begins no declaration, or one that is indented where nothing stands above it."""
    indented = re.match(r"\s+(\w+)", place.lines[0])
    if indented is not None and indented[1] in KEYWORDS:
        span = place.span(1, indented.start(1) + 1, len(indented[1]))
        what = message("E101.indented", word=indented[1])
        return Diagnostic(what, span, message("E101.first_column"))
    span = place.span(1, 1, max(1, len(word)))
    hint = suggestion(word, KEYWORDS) or message("E103.keywords", words=KEYWORDS)
    if place.lines[0].startswith("/"):
        hint = message("E101.comment")
    if word in _CLAUSES or place.lines[0].startswith("|"):
        hint = message("E103.indent" if word else "E103.indent_line")
    if (form := FOREIGN_KEYWORDS.get(word)) is not None:
        hint = message("E101.say", form=form)
    return Diagnostic(message("E103.keyword", text=span.text), span, hint)


def unexpected(place: DeclarationPlace, error: UnexpectedToken, parser: Lark) -> Diagnostic:
    """A word or a sign that does not fit, and what was meant or what may stand there."""
    token: Token = error.token
    terminals = parser.terminals
    accepted = set(error.accepts or error.expected)
    words = _words(accepted, terminals)
    expected = message("E101.expected", words=_listed(words)) if words else None
    if token.type == "$END":
        meant = meant_at(place, "\n".join(place.lines), len(place.lines), 1)
        return meant or Diagnostic(message("E102.declaration"), place.end(), expected)
    text, line, column = "\n".join(place.lines), token.line or 1, token.column or 1
    if (meant := meant_at(place, text, line, column)) is not None:
        return meant
    lacking = _sum_slip(place, token, accepted) or _gap_slip(place, token, accepted)
    if lacking is not None:
        return lacking
    if (cut := cut_short(place, token, parser)) is not None:
        return unclosed_bracket(place, *cut) or _unfinished(place, *cut, terminals)
    if (slip := misspelt(place, token, parser)) is not None:
        return slip
    if (known := _known_slip(place, token, accepted)) is not None:
        return known
    span = place.span(line, column, max(1, len(str(token))))
    lacking_word = word_lacking(place, token, parser)
    hint = _instead(place, token) or lacking_word or _likely(place, token, words, expected)
    return Diagnostic(message("E101.token", token=str(token)), span, hint)


def _instead(place: DeclarationPlace, token: Token) -> Message | None:
    """The form that says what is often tried with this word."""
    before = place.lines[(token.line or 1) - 1][: (token.column or 1) - 1].split()[-1:]
    here = _IN_DECLARATION.get((place.lines[0].split(" ")[0], str(token)))
    both = " ".join((*before, str(token)))
    if (form := here or _ELSEWHERE.get(both) or _ELSEWHERE.get(str(token))) is not None:
        return message("E101.say", form=form)
    if (now := _NOW.get(str(token))) is not None:
        return message("E101.now", now=now)
    return None


def _likely(
    place: DeclarationPlace,
    token: Token,
    words: Iterable[str | Message],
    expected: Message | None,
) -> Message | None:
    """The word that comes near, or the words that may stand there."""
    likely = _nearest(place, token, words)
    if likely is not None and expected is not None:
        return message("E101.likely", nearest=likely, expected=expected)
    if likely is None and _stands_beside_a_value(place, token):
        return message("E101.side_by_side")
    return likely or expected


def _stands_beside_a_value(place: DeclarationPlace, token: Token) -> bool:
    """True of a name or a number behind another, where conditions stand; what follows `before` or
    `after` stands beside no value.
    """
    line, column = token.line or 1, token.column or 1
    said = "\n".join((*place.lines[: line - 1], place.lines[line - 1][: column - 1]))
    clause = _CLAUSE_OR_WHERE.findall(said)[-1:]
    within = clause in _CONDITIONS or clause == ["let"]
    if not within or begins_line(place, token) or _ASKS_FOR_EVENT.search(said):
        return False
    return token.type in ("NAME", "LABEL", "NUMBER")


def _nearest(
    place: DeclarationPlace, token: Token, words: Iterable[str | Message]
) -> Message | None:
    """The word that was probably meant; `bet` behind a name is no `let`."""
    found = suggestion(str(token), [str(word).strip("`") for word in words])
    if found is None or found.code == SOLE or begins_line(place, token):
        return found
    return None if dict(found.values)["near"] in BEGINS_CLAUSE else found


def _unfinished(
    place: DeclarationPlace, above: int, accepted: set[str], terminals: Collection[TerminalDef]
) -> Diagnostic:
    """A clause that ends before it is complete, and what it lacks, if a few words can say it."""
    words = _words(accepted - _GOES_ON or accepted, terminals)
    hint = message("E101.expected", words=_listed(words)) if 0 < len(words) <= 6 else None
    word = place.lines[above].split()[0]
    return Diagnostic(message("E101.unfinished", word=word), place.end(above), hint)


def _known_slip(place: DeclarationPlace, token: Token, accepted: set[str]) -> Diagnostic | None:
    """A clause without its word, a declaration that is indented, days that are read as a place."""
    line, column = token.line or 1, token.column or 1
    span = place.span(line, column, max(1, len(str(token))))
    before = place.lines[line - 1][: column - 1] if line <= len(place.lines) else ""
    if not before.strip() and str(token) in KEYWORDS:
        what = message("E101.indented", word=str(token))
        return Diagnostic(what, span, message("E101.first_column"))
    word = before.split()[-1] if before.split() else ""
    if word == "is" and "RECORDED" in accepted and not _THERE_IS.search(before):
        what = message("E101.token", token=str(token))
        form = _AFTER_IS.get(str(token), f"= {token}")
        return Diagnostic(what, span, message("E101.say", form=form))
    if (
        hint := _hint_before(before, place.lines[line - 1][column - 1 :], token, accepted)
    ) is not None:
        return Diagnostic(message("E101.token", token=str(token)), span, hint)
    if accepted & {"NAME", "LABEL"} and (name := NAME_IN_QUOTES.fullmatch(str(token))) is not None:
        hint = message("E101.unquoted", name=name[1])
        return Diagnostic(message("E101.token", token=str(token)), span, hint)
    if word in ("if", "si"):
        return Diagnostic(message("E101.no_if", word=word), span, message("E101.say_applies"))
    rest = "\n".join((*place.lines[: line - 1], before))
    if (found := _sign_slip(place, token, accepted, rest)) is not None:
        return found
    if "DATE" in accepted:
        return _day_slip(place, token, before)
    if before.endswith("in force "):
        return Diagnostic(message("E101.in_force"), span, message("E101.in_force_before"))
    begins = "REQUIRE" in accepted and token.type in _BEGINS_EXPRESSION and not before.strip()
    if begins and str(token) not in _NOW:
        hint = suggestion(str(token), BEGINS_CLAUSE) or message("E101.clause")
        return Diagnostic(message("E101.no_clause", text=str(token)), span, hint)
    return None


def _lacks_comma(before: str, token: Token, accepted: set[str]) -> bool:
    """True of a name that follows the last one of a list, and is no slip for a clause."""
    listed = _LIST_OF_NAMES.search(before)
    if listed is None or token.type not in ("NAME", "LABEL") or {str(token)} & {*_NOW, *_ELSEWHERE}:
        return False
    clause = suggestion(str(token), BEGINS_CLAUSE)
    meant = clause is not None and clause.code == SOLE
    return not meant and ("COMMA" in accepted or listed[1] == "same")


def _day_slip(place: DeclarationPlace, token: Token, before: str) -> Diagnostic | None:
    """A day in another form, or a time in force without its first day.

    Which of `01/02/2024` is the month is for the author to say.
    """
    line, column = token.line or 1, token.column or 1
    written = _OTHER_DAY.match(place.lines[line - 1], column - 1)
    text = written.group() if written else str(token)
    span = place.span(line, column, len(text))
    if written is not None:
        return Diagnostic(message("E101.token", token=text), span, message("E101.day_form"))
    if not before.endswith("in force "):
        return None
    hint = message("E101.first_day")
    if token.type != "DOTS":
        hint = message("E101.say", form="in force 2026-01-09 ..")
    return Diagnostic(message("E101.token", token=text), span, hint)


def _sign_slip(
    place: DeclarationPlace, token: Token, accepted: set[str], rest: str
) -> Diagnostic | None:
    """A sign too many, or for `and`; a name of two words; a moment that stands too late.

    `rest` is what stands before the token.
    """
    line, column = token.line or 1, token.column or 1
    span = place.span(line, column, max(1, len(str(token))))
    behind = without_aside(place.lines[line - 1])[column - 1 + len(token) :].strip()
    does_not_fit = message("E101.token", token=str(token))
    clause = _CLAUSE_OR_WHERE.findall(rest)[-1:]
    if str(token) == "," and (listed := _LISTED.search(rest)) is not None:
        form = f"in {{{listed[1]}, {behind.split()[0] if behind else '…'}}}"
        return Diagnostic(does_not_fit, span, message("E101.say", form=form))
    if str(token) == "," and "REQUIRE" in accepted and behind and clause in _CONDITIONS:
        return Diagnostic(message("E101.comma"), span)
    if (meant := form_instead(place, token, accepted, rest)) is not None:
        return Diagnostic(does_not_fit, span, message("E101.say", form=meant))
    needless = (str(token) == "," and "REQUIRE" in accepted) or str(token) == ")"
    if needless or (str(token) == ":" and "FOR" in accepted):
        return Diagnostic(message("E101.needless", text=str(token)), span)
    if line == 1 and (label := _LABEL_IN_WORDS.fullmatch(place.lines[0].rstrip())):
        hint = message("E101.say", form=f"{label[1]} {'-'.join(label[2].split())}")
        return Diagnostic(does_not_fit, span, hint)
    if str(token) == "(" and (kinds := _EACH_OF_SEVERAL.match(place.lines[line - 1])) is not None:
        parts = ", ".join(f"{kind} (…)" for kind in kinds[1].split(" or "))
        return Diagnostic(does_not_fit, span, message("E101.stream", parts=parts))
    if str(token) in BOUNDS and _IN_WHERE.search(rest):
        hint = message("E101.before_where", word=str(token))
        return Diagnostic(does_not_fit, span, hint)
    if str(token) in BOUNDS and (bare := _BARE_KIND.search(rest)) is not None:
        hint = message("E101.say", form=f"any {bare[1]} {token} …")
        return Diagnostic(does_not_fit, span, hint)
    return None


def _sum_slip(place: DeclarationPlace, token: Token, accepted: set[str]) -> Diagnostic | None:
    """A sum without the field that is added up, or called as in another language."""
    line, column = token.line or 1, token.column or 1
    lines = [*place.lines[: line - 1], *(own[: column - 1] for own in place.lines[line - 1 : line])]
    said = "\n".join(map(without_aside, lines))
    if str(token) == "of" and (foreign := _SUMMED.search(said)):
        if (form := _SUMS.get(foreign[1])) is None:
            return None
        what = message("E101.token", token=foreign[1])
        return Diagnostic(what, place.of(said, *foreign.span(1)), message("E101.say", form=form))
    lacking = _OF_NO_FIELD.search(said)
    if accepted == {"DOT"} and lacking is not None and lacking[2] not in _CLAUSES:
        what = message("E101.of_no_field", kind=lacking[2])
        hint = message("E101.say_field", of=lacking[1], kind=lacking[2])
        return Diagnostic(what, place.of(said, *lacking.span(2)), hint)
    return None


def _gap_slip(place: DeclarationPlace, token: Token, accepted: set[str]) -> Diagnostic | None:
    """A gap that is named like a condition: it has said already why nothing can be verified."""
    line, column = token.line or 1, token.column or 1
    said = "\n".join((*place.lines[: line - 1], place.lines[line - 1][: column - 1]))
    gap = _GAP_AS_CONDITION.search(said) if "OTHERWISE" in accepted else None
    if gap is None:
        return None
    hint = message("E101.say", form=f"verifiable unless {gap[1]}")
    return Diagnostic(message("E101.token", token=gap[1]), place.of(said, *gap.span(1)), hint)


def _hint_before(before: str, rest: str, token: Token, accepted: set[str]) -> Message | None:
    """The remedy that hangs on what stands before a word that does not fit."""
    if _lacks_comma(before, token, accepted):
        label = re.split(r"[^\w.-]", rest)[0]  # the token may be a part: `c` of `c.6`
        joined = f"… and {label}" if _COMPARED.match(rest) else f"…, {label}"
        return message("E101.say", form=joined)
    if str(token) not in _NOW and (form := said_before(before, rest, token)) is not None:
        return message("E101.say", form=form)
    word = before.rsplit(maxsplit=1)[-1].strip("(") if before.split() else ""
    if word in ("count", "sum") and token.type == "NAME":
        summed = re.split(r"[^\w.]", rest)[0]
        return message("E101.say", form=f"{word} of {summed}")
    if word == "and" and str(token) in ("<", "<=", ">", ">="):
        return message("E101.say", form=_ELSEWHERE["between"])
    if word in _PICKS and str(token) in _AFTER_A_VALUE:
        return message("E101.is_a_word", word=word)
    if (form := _bracketed(before, rest, token, accepted)) is not None:
        return message("E101.say", form=form)
    if str(token) == "." and {"RBRACE", "DOTS"} <= accepted:
        return message("E101.constants")
    return _hint_after_value(before, rest, token)


def _bracketed(before: str, rest: str, token: Token, accepted: set[str]) -> str | None:
    """A moment that stands in brackets, or the bracket that closes here."""
    if moment := _MOMENT.search(before):
        return f"{moment[1]} ({moment[2]})"
    if str(token) == "(" and (several := _FIRST_OF_SEVERAL.search(before)) is not None:
        return f"{several[1]} ({several[2]} {rest.partition(')')[0]}) in …)"
    if str(token) == "[" and not before[-1:].isalnum():
        return "{1, 2, 3}" if _LIST.match(rest) else "(…)"
    if str(token) != "]":
        return None
    return next((sign for name, sign in _CLOSING.items() if name in accepted), None)


def _hint_after_value(before: str, rest: str, token: Token) -> Message | None:
    """The remedy for a word taken for a value, a range between two fields, a foreign comment."""
    if (value := _WORD_AS_VALUE.search(before)) is not None:
        return message("E101.is_a_word", word=value[1])
    if token.type == "DOTS" and (least := _LEAST_OF_RANGE.search(before)) is not None:
        most = re.match(r"\.\.\s*([\w.]*)", rest)
        return message("E101.say", form=f"{least[2]} <= {least[1]} <= {(most and most[1]) or '…'}")
    return message("E101.comment") if before.endswith("/") and str(token) == "/" else None


_EACH_OF_SEVERAL = re.compile(r".*\beach \((\w+(?: or \w+)+)\)")
_THERE_IS = re.compile(r"\bthere is +$")
NAME_IN_QUOTES = re.compile(r'"([\w.-]+)"')
_OTHER_DAY = re.compile(r"\d+(?:[./-]\d+){2}")
_LIST_OF_NAMES = re.compile(r"\b(same|cites|rests on|use|from|each)\s+(?:[\w.-]+,\s*)*[\w.-]+\s+$")
_COMPARED = re.compile(r"[\w.-]+\s*(?:!=|[=<>]|(?:not )?in\b|is\b|exists\b)")
_IN_WHERE = re.compile(r"\bwhere\b(?!.*\b(?:require|applies|let)\b)", re.DOTALL)
_LABEL_IN_WORDS = re.compile(r"(rule) +(\w[\w.-]*(?: +\w[\w.-]*)+)")
_PICKS = ("first", "last", "previous", "next", "nth", "sum", "min", "max", "sequence")
_AFTER_A_VALUE = ("=", "!=", "<", "<=", ">", ">=", "+", "-", "*", "/", ".", "in", "and", "or", ")")
_WORD_AS_VALUE = re.compile(rf"\b({'|'.join(_PICKS)}) +(?:in|and|or|is) *$")
_LEAST_OF_RANGE = re.compile(r"([^\W\d][\w.]*) +in +(?!force\b)([^\W\d][\w.]*) *$")
_MOMENT = re.compile(r"\b(before|after|since|until|at) +([^\W\d]\w*(?:\.\w+)+) +$")
_FIRST_OF_SEVERAL = re.compile(r"\b(before|after|since|until|at) +(first|last) +$")
_LIST = re.compile(r"\[\s*[^\s,\]]+\s*[,\]]")
_CLOSING = {"RPAR": ")", "RBRACE": "}"}
_GAP_AS_CONDITION = re.compile(r"\bverifiable when ([^\W\d]\w*)\s*$")
_OF_NO_FIELD = re.compile(r"\b((?:sum|min|max|count) of(?: distinct)?)\s+([^\W\d]\w*)\s*$")
_SUMMED = re.compile(r"(?:[=(<>+*/-]|\b(?:require|when|where|and|or|not|has))\s*(\w+)\s*$")
_SUMS = {
    **dict.fromkeys(("total", "somme"), "sum of stake.amount"),
    **dict.fromkeys(("average", "avg", "mean", "moyenne"), "sum of stake.amount / count of stake"),
    **dict.fromkeys(("number", "nombre", "size", "length", "taille"), "count of stake"),
    **dict.fromkeys(("minimum", "least", "lowest"), "min of stake.amount"),
    **dict.fromkeys(("maximum", "most", "highest"), "max of stake.amount"),
}
"""Words of other languages for sums of many events, and the form that says as much."""
_CLAUSES = frozenset(
    (
        "severity",
        "cites",
        "applies",
        "verifiable",
        "presumes",
        "require",
        "report",
        "message",
        "let",
    )
)
_AFTER_IS = {
    **dict.fromkeys(("greater", "more", "larger", "higher", "above", "over"), ">"),
    **dict.fromkeys(("less", "fewer", "smaller", "lower", "below", "under"), "<"),
    "one": "in {…}",
}
"""Signs for words behind `is`; of any other word it is `=`."""
_LISTED = re.compile(r"\bin\s+([^\W\d]\w*)\s*$")
_BARE_KIND = re.compile(r"\b(?:require|when|and|or|not)\s+([^\W\d]\w*)\s*$")
_CLAUSE_OR_WHERE = re.compile(rf"\b(for|where|{'|'.join(BEGINS_CLAUSE)})\b")
_ASKS_FOR_EVENT = re.compile(r"\b(before|after|since|until|at|from|to)\s+$")
_CONDITIONS = ["require"], ["applies"], ["verifiable"], ["where"]
_GOES_ON = frozenset(
    (
        *(
            "AND",
            "OR",
            "NOT",
            "IN",
            "IS",
            "EXISTS",
            "SAME",
            "DOT",
            "DAYS",
            "HOURS",
            "MINUTES",
            "SECONDS",
        ),
        *("WHERE", "BEFORE", "AFTER", "SINCE", "UNTIL", "AT"),
        *("EQUAL", "UNEQUAL", "LESS", "AT_MOST", "MORE", "AT_LEAST", "LPAR"),
        *("PLUS", "MINUS", "STAR", "SLASH", "TIMES", "DIV", "MOD"),
    )
)
"""Words and signs that may go on behind any value or selection: no clause lacks them."""
_BEGINS_EXPRESSION = frozenset(
    (
        *("NAME", "COUNT", "NUMBER", "LPAR", "ANY", "SOME", "NO", "NOT", "FIRST", "LAST", "SUM"),
        *("LEAST", "GREATEST", "STRING", "THIS", "EVERY", "SEQUENCE", "AT", "CASE", "MINUS"),
    )
)


def _words(accepted: set[str], terminals: Collection[TerminalDef]) -> list[str | Message]:
    """How a message names what may stand somewhere: `count` and `position` are names there, unless
    values may stand there, too.
    """
    if "NAME" in accepted and "SUM" not in accepted:
        accepted = accepted - {"COUNT", "POSITION"}
    return sorted({_spoken(name, terminals) for name in accepted} - {""}, key=str)


def _listed(words: list[str | Message]) -> str | Message:
    """The words that may stand somewhere, or the first twelve of them."""
    *rest, last = words if len(words) <= 12 else [*words[:12], "…"]
    return message("rules.or", first=tuple(rest), last=last) if rest else last


def _spoken(terminal: str, terminals: Collection[TerminalDef]) -> str | Message:
    """How a message names a terminal of the grammar; empty where it does not."""
    if terminal in _TERMINALS:
        return _TERMINALS[terminal]
    for definition in terminals:
        if definition.name == terminal:
            return f"`{definition.pattern.value}`" if definition.pattern.type == "str" else ""
    return ""


_NOW = {
    "presumes": "only if",
    "underlies": "invalidates",
    "over": "from",
    "exceptional": "silent when absent",
    "verified": "class",
}
"""Words of the first edition of the language, and those that say the same."""
_ELSEWHERE = {
    "when": "applies when …",
    "if": "applies when …",
    "contains": "5 in numbers",
    "between": "5 <= amount <= 10",
    "then": "case … -> … else -> …",
    "unless": "applies when not …",
    "at most": "count of stake <= 3",
    "at least": "count of stake >= 3",
    "than": "count of stake > 3",
    "implies": "applies when …",
    "with": "where …",
}
"""Words that other languages have, and the form that says as much."""
_IN_DECLARATION = {
    ("subject", "when"): "where …",
    ("subject", "if"): "where …",
    ("suspend", "unless"): "when not …",
    ("suspend", "if"): "when …",
    ("gap", "if"): "when …",
    ("table", "otherwise"): "else -> …",
    ("table", "default"): "else -> …",
}
"""Such words in declarations that have no clauses, and what to write there."""
_QUOTES = "\"'«“"
_TERMINALS: dict[str, str | Message] = {
    "NAME": message("E101.name"),
    "LABEL": message("E101.name"),
    "NUMBER": message("E101.number"),
    "STRING": message("E101.text"),
    "DATE": message("E101.day"),
    "LINE": message("E101.line"),
    "$END": "",
}
