"""XML that repeats an element for each row, as programs export it: that element is a row.

Attributes and elements within it are values and lists, and are read as those of JSON.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from xml.etree.ElementTree import ParseError
from xml.parsers.expat.errors import XML_ERROR_JUNK_AFTER_DOC_ELEMENT, codes

from auditor.log.files.limits import Answer, ReadLimits, Request
from auditor.log.structured.json_objects import Rows, in_list, named_list
from auditor.log.structured.json_text import KeyTwiceError, as_object, listed, outer_lists
from auditor.log.table import Unreadable
from auditor.messages.message import message

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

MOST_DEEP = 24  # elements within each other
TEXT = "#text"
"""The text of an element of which more is said."""
EVERY = "*"
"""The list of all that stands within a row, each an event that is called as its element."""

_INSTANCE = "{http://www.w3.org/2001/XMLSchema-instance}"
_ROOT = 0
_NO_ROOT = codes[XML_ERROR_JUNK_AFTER_DOC_ELEMENT]
"""The error of a parser at a second element beside the first."""


# ---- in the sandbox -----------------------------------------------------------------------------
@dataclass(slots=True)
class XmlOutline:
    """The paths of a document by numbers; what is repeated anywhere is a list everywhere."""

    numbers: dict[tuple[int, str], int] = field(default_factory=dict)
    inner: defaultdict[int, set[int]] = field(default_factory=lambda: defaultdict(set))
    repeated: set[int] = field(default_factory=set)
    worded: set[int] = field(default_factory=set)
    """Paths of elements that have an attribute or a text of their own."""
    every: int | None = None
    """Path of the elements of which all that stands within is wanted."""

    def see(self, element: Element, path: int = _ROOT, deep: int = 0) -> None:
        if deep > MOST_DEEP:
            raise Unreadable(message("xml.deep"))
        if attributes(element) or own_text(element):
            self.worded.add(path)
        here: set[int] = set()
        for child in element:
            below = self.numbers.setdefault((path, local(child.tag)), len(self.numbers) + 1)
            if below in here:
                self.repeated.add(below)
            here.add(below)
            self.see(child, below, deep + 1)
        self.inner[path] |= here

    def is_list(self, path: int) -> bool:
        """True where elements only hold those of a list: `<rounds><round/><round/></rounds>`."""
        inner = self.inner[path]
        alone = len(inner) == 1 and inner <= self.repeated
        return alone and path not in self.worded and path not in self.repeated

    def rows(self) -> int:
        """The path of the only elements that are rows, or of the one around all."""
        level, found = {_ROOT}, set[int]()
        while level:
            below = set[int]().union(*(self.inner[own] for own in level))
            found |= below & self.repeated
            level = below - self.repeated
        return found.pop() if len(found) == 1 else _ROOT

    def value(self, element: Element, path: int = _ROOT) -> Any:
        """The value of an element: a text, a list, or an object of attributes and elements."""
        text = own_text(element)
        found: dict[str, Any] = dict(attributes(element))
        if not found and not len(element):
            return text
        if path == self.every:
            return found | {EVERY: [self._event(child, path) for child in element]}
        if path != _ROOT and self.is_list(path):
            [below] = self.inner[path]
            return [self.value(child, below) for child in element]
        for child in element:
            name = local(child.tag)
            below = self.numbers[path, name]
            own = self.value(child, below)
            if below in self.repeated:
                own = [*found.get(name, ()), own]
                if name in found and not isinstance(found[name], list):
                    raise KeyTwiceError(name)
            elif name in found:
                raise KeyTwiceError(name)
            found |= {name: own} if below in self.repeated else named(name, own)
        return found | ({TEXT: text} if text else {})

    def _event(self, element: Element, around: int) -> dict[str, Any]:
        name = local(element.tag)
        own = self.value(element, self.numbers[around, name])
        return {"event": name} | (own if isinstance(own, dict) else {TEXT: own})


def named(name: str, value: Any) -> dict[str, Any]:
    """A value under its name; `<amount currency="EUR">10</amount>` is an amount with a currency."""
    if isinstance(value, dict) and TEXT in value:
        return {name if key == TEXT else f"{name}.{key}": own for key, own in value.items()}
    return {name: value}


def attributes(element: Element) -> dict[str, str]:
    """The attributes, without those that tell of the schema: an element that is `nil` is empty."""
    own = [(local(name), text) for name, text in element.items() if not name.startswith(_INSTANCE)]
    if len(dict(own)) < len(own):
        raise KeyTwiceError(next(name for name, _ in own if dict(own)[name] != name))
    return dict(own)


def own_text(element: Element) -> str:
    pieces = (element.text, *(child.tail for child in element))
    return " ".join(own for piece in pieces if (own := (piece or "").strip()))


def local(name: str) -> str:
    """A name without its namespace; a dot in it would divide names of lists."""
    return name.rpartition("}")[2].replace(".", "_")


def read(request: Request, data: bytes, limits: ReadLimits) -> Answer:
    """The elements of a file as rows of text."""
    rows = Rows(limits)
    try:
        root = parsed(data, request["encoding"])
        outline = XmlOutline()
        outline.see(root)
        outline.every = outline.rows() if named_list(request) == EVERY else None
        for row, found in enumerate(records(outline.value(root), named_list(request)), start=1):
            rows.add(row, as_object(found))
    except KeyTwiceError as error:
        raise Unreadable(message("json.key_twice", name=str(error)), rows.read + 1) from None
    if not rows.names:
        raise Unreadable(message("xml.nothing"))
    return rows.answer(named_list(request))


_DECLARED = re.compile(rb"\s*(?:<\?xml[^>]*\?>)?")


def parsed(data: bytes, encoding: str | None, *, is_whole: bool = True) -> Element:
    """The root of a document, or one around elements that have none.  Raises Unreadable for what is
    cut off, or declares entities.
    """
    from defusedxml import DefusedXmlException  # noqa: PLC0415 - only the sandbox needs it
    from defusedxml.ElementTree import DefusedXMLParser  # noqa: PLC0415

    parser = DefusedXMLParser(encoding=encoding, forbid_dtd=True)
    try:
        parser.feed(data)
        root: Element = parser.close()
    except DefusedXmlException:
        raise Unreadable(message("xml.doctype")) from None
    except ParseError as error:
        if is_whole and error.code == _NO_ROOT and (start := _DECLARED.match(data)) is not None:
            around = b"%b<rows>%b</rows>" % (start[0], data[start.end() :])
            return parsed(around, encoding, is_whole=False)
        raise Unreadable(message("xml.syntax", line=error.position[0])) from None
    except (LookupError, ValueError):
        raise Unreadable(message("xml.encoding")) from None
    return root


def records(value: Any, wanted: str | None) -> Iterator[Any]:
    """The elements of the list that is the log: the one that is named, or the only outer one."""
    if wanted is not None:
        return in_list(value, wanted)
    outer = outer_lists(value)
    if len(outer) > 1:
        names = tuple(f"`{own}`" for own in outer[:8])
        raise Unreadable(message("xml.several_lists", names=names))
    if not outer:
        raise Unreadable(message("xml.nothing"))
    return listed(value, outer[0].split("."))
