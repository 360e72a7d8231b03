"""A mapping says what it can, or its errors say file and key."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from auditor.log.convert.lexicon import lexicon
from auditor.log.mapping.file import MappingError, mapping_of, read_mapping
from auditor.messages.message import say


def errors(text: str) -> list[str]:
    with pytest.raises(MappingError) as found:
        mapping_of(text, "m.toml", lexicon())
    return str(found.value).splitlines()


def test_a_mapping_may_say_all_this() -> None:
    [says] = read_mapping(Path(__file__).with_name("whole.toml"), lexicon()).parts
    assert says.columns == {"time": "{Date} {Heure}", "shoe": "1", "casino": "Casino"}
    assert says.header == (3, 4)
    assert says.sheets == ("PB1",)
    [group] = says.events
    assert group.numbers == (7, 6, 5, 4, 3, 2, 1)
    assert group.events[1].when[0].is_not == ("oui",)
    assert says.conventions().order == "dmy"
    assert says.conventions().epoch == "excel-1904"


def wrong() -> Iterator[tuple[str, list[str]]]:
    """Each mapping of `errors.txt`, in lines that begin with a bar, and what is said below it."""
    _, *blocks = Path(__file__).with_name("errors.txt").read_text("utf-8").split("\n\n")
    for block in blocks:
        lines = block.splitlines()
        text = [line[2:] for line in lines if line.startswith("|")]
        yield "\n".join(text) + "\n", [line for line in lines if not line.startswith("|")]


@pytest.mark.parametrize(("text", "said"), [*wrong()])
def test_an_error_names_file_and_key(text: str, said: list[str]) -> None:
    assert errors(text) == said


def test_an_error_is_said_in_french() -> None:
    with pytest.raises(MappingError) as found:
        mapping_of("cards = 'de'", "m.toml", lexicon())
    said = say(found.value.says, "fr")
    assert said == "m.toml : `cards` : doit être 'fr', 'en', 'it' ou 'numbers'"


def test_a_file_that_cannot_be_read_is_said(tmp_path: Path) -> None:
    with pytest.raises(MappingError, match="There is no such file"):
        read_mapping(tmp_path / "none.toml", lexicon())
    (tmp_path / "binary.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(MappingError, match="UTF-8"):
        read_mapping(tmp_path / "binary.toml", lexicon())


@pytest.mark.parametrize("scope", ["shoe", "coup"])
def test_texts_that_tell_scopes_apart_are_numbered(scope: str) -> None:
    event = '[[events]]\nevent = "deal"\n'
    column = f'[columns]\n{scope} = "{{Place}}"\n'
    for columns in ("", column.replace("Place", "@count"), column.replace("Place", "Ref")):
        says = mapping_of(f'same_{scope} = "Ref"\n{columns}{event}', "m.toml", lexicon())
        assert says.same == {scope: "Ref"}
    [wrong] = errors(f'same_{scope} = "Ref"\n{column}{event}')
    assert wrong.startswith(
        f"m.toml: `columns.{scope}`: is numbered by the texts of `same_{scope}`"
    )


def test_once_a_coup_asks_for_the_number_of_the_coup() -> None:
    event = '[[events]]\nevent = "deal"\nonce = "coup"\n'
    for columns in ("", '[columns]\ncoup = "{@count}"\n'):
        [says] = errors(columns + event)
        assert says.startswith("m.toml: `events[1].once`: once a coup: say in [columns]")
