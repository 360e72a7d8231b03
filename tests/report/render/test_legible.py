"""The style sheet of pages: nothing too small to read, and nothing too pale."""

import re
from collections.abc import Iterator
from itertools import product

import pytest

from auditor.report.render.html import COLOURS, stylesheet

LEAST_POINTS, LEAST_CONTRAST = 8, 4.5
CSS = re.sub(r"/\*.*?\*/", "", stylesheet("report.css"), flags=re.DOTALL)
RULES = [(own.strip(), said) for own, said in re.findall(r"([^{}]+)\{([^{}]*)\}", CSS)]


def luminance(colour: str) -> float:
    """As WCAG 2 defines it, of `#rgb` or `#rrggbb`."""
    digits = colour[1:] if len(colour) == 7 else "".join(2 * one for one in colour[1:])
    parts = (int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4))
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted(map(luminance, (one, other)))
    return (high + 0.05) / (low + 0.05)


def said(name: str, rule: str) -> str | None:
    found = re.search(rf"(?:^|[;\s]){name}: *(#[0-9a-f]{{3,6}})\b", rule)
    return found[1] if found else None


def pairs() -> Iterator[tuple[str, str, str]]:
    """Every colour of a text with every ground it may stand on: its own, or any of those that no
    rule gives a colour of its own for.  Text on the dark ground of a chip is white.
    """
    grounds = {"#fff"}
    for own, rule in RULES:
        ground = said("background", rule) or said("background-color", rule)
        if ground and (colour := said("color", rule) or ("#fff" if ".chip" in own else None)):
            yield own, colour, ground
        elif ground:
            grounds.add(ground)
    texts = [
        (own, colour)
        for own, rule in RULES
        if (colour := said("color", rule)) and not said("background", rule)
    ]
    for (own, colour), ground in product(texts, sorted(grounds)):
        yield own, colour, ground


def test_contrast_is_computed_as_the_standard_does() -> None:
    assert contrast("#000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#fff") == pytest.approx(4.48, abs=0.005)


def test_every_text_is_told_from_its_ground() -> None:
    every = list(pairs())
    assert len(every) > 100
    pale = [(own, *two) for own, *two in every if contrast(*two) < LEAST_CONTRAST]
    assert pale == []


def test_severities_are_told_from_paper() -> None:
    assert all(contrast(own, "#fff") >= LEAST_CONTRAST for own in COLOURS.values())


def test_no_type_is_smaller_than_eight_points() -> None:
    """Sizes are absolute: one that is relative could fall below, within another."""
    sizes = [
        (own, size) for own, rule in RULES for size in re.findall(r"font-size: *([^;]+)", rule)
    ]
    assert len(sizes) > 40
    screen = ("button.fold",)
    small = [
        (own, size)
        for own, size in sizes
        if own not in screen
        and size.strip() != "inherit"
        and not (size.strip().endswith("pt") and float(size.strip()[:-2]) >= LEAST_POINTS)
    ]
    assert [own for own in small if not re.fullmatch(r"1(\.\d+)?em", own[1].strip())] == []
