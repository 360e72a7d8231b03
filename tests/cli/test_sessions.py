r"""What commands say and how they end: the sessions of `sessions/`, each in a folder of its own.

A session is a title (`# …`) and what is there before it:

    demo [NAME]           the demonstration ruleset as NAME, and its vocabulary beside it
    file NAME             a file, whose lines stand below (`| …`); `bytes NAME …` with escapes
    copy PATH NAME        a file of the repository; `log NAME`, of the logs beside the sessions
    link NAME TARGET      a link, wherever it leads
    edit NAME: old => new a piece of a file replaced, once

In all of these, and in words of commands that stand in quotes, `{200 times x}` is a long text, and
`\x1b` a sign that nobody sees; no command ever says such a one.

Then follow commands and what holds of each, in this order or any other:

    $ check a.rules       a command; `$ LANG=fr_FR.UTF-8 check …` in a locale; `cd …` before it
    ends 1                its exit status, 0 where nothing is said
    > …, < …              a text that it says, or does not, on either stream; `~ …` a pattern
    = …                   the lines of its standard output, and there is no other; `silent`, none
    ! …                   the same of its standard error
    holds NAME: …         a text that a file holds then; `is NAME` where it is as before the session
    keep, same            what all files are at that moment, and that they still are
    none NAME             a file that is not there; `widest 300`, what no line is as long as
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from auditor.cli import app

ROOT = Path(__file__).parents[2]
RULES = ROOT / "tests" / "rules"
PAGES = sorted(Path(__file__).with_name("sessions").glob("*.txt"))


def demo(name: str) -> None:
    own = Path(name or "demo.rules")
    own.parent.mkdir(exist_ok=True)
    if not (words := own.with_name("vocabulary")).exists():
        words.symlink_to(RULES / "vocabulary")
    shutil.copy(RULES / "demo.rules", own)


def copy(names: str) -> None:
    shutil.copy(ROOT / names.split(maxsplit=1)[0], names.split()[1])


def log(name: str) -> None:
    copy(f"tests/cli/sessions/{name} {name}")


def edit(change: str) -> None:
    name, _, change = change.partition(": ")
    old, _, new = change.replace("\\n", "\n").partition(" =>")
    text = Path(name).read_bytes().decode()
    assert old in text
    Path(name).write_bytes(text.replace(old, new.removeprefix(" "), 1).encode())


def link(names: str) -> None:
    own, target = names.split()
    Path(own).symlink_to(target)


BEFORE = {"demo": demo, "link": link, "copy": copy, "log": log, "edit": edit, "cd": os.chdir}


@dataclass
class Session:
    """The lines of a session, and where it has come to."""

    title: str
    lines: tuple[str, ...]
    status: int = 0
    said: Result | None = None
    out: list[str] = field(default_factory=list)
    err: list[str] = field(default_factory=list)
    before: dict[str, bytes] = field(default_factory=dict)

    def play(self) -> None:
        file = Path()
        for line in map(lengthened, self.lines):
            word, _, rest = line.partition(" ")
            match word:
                case "file" | "bytes":
                    name, held = map(unescaped, [*rest.split(" ", 1), ""][:2])
                    file = Path(os.fsdecode(name))
                    file.parent.mkdir(parents=True, exist_ok=True)
                    file.write_bytes(held)
                case "|":
                    file.write_bytes(file.read_bytes() + f"{rest}\n".encode())
                case "$":
                    self.end()
                    self.run(rest)
                case "ends":
                    self.status = int(rest)
                case "=":
                    self.out.append(rest)
                case "!":
                    self.err.append(rest)
                case "keep":
                    self.before = files()
                case _ if word in BEFORE:
                    BEFORE[word](rest)
                case _:
                    self.check(word, rest)
        self.end()

    def run(self, command: str) -> None:
        self.before = self.before or files()
        words = [
            os.fsdecode(unescaped(word)) if "\\" in word else word for word in shlex.split(command)
        ]
        own = dict(word.split("=", 1) for word in words if re.match(r"[A-Z_]+=", word))
        self.said = CliRunner().invoke(app, words[len(own) :], env=own)

    def end(self) -> None:
        """Holds the last command against what was said of the whole of it."""
        if self.said is not None:
            assert self.said.exit_code == self.status, self.said.output
            assert not {"\x1b", "\x00"} & {*self.said.output}
            assert not self.out or plain(self.said.stdout).splitlines() == self.out
            assert not self.err or plain(self.said.stderr).splitlines() == self.err, (
                self.said.stderr
            )
        self.status, self.out, self.err = 0, [], []

    def check(self, word: str, rest: str) -> None:
        assert self.said is not None
        told = plain(f"{self.said.stdout}\n{self.said.stderr}")
        match word:
            case ">" | "<":
                assert (rest in told) == (word == ">"), (rest, told)
            case "~":
                assert re.search(rest, told, re.MULTILINE), (rest, told)
            case "holds":
                name, _, text = rest.partition(": ")
                assert text.replace("\\n", "\n") in Path(name).read_text("utf-8")
            case "is":
                assert Path(rest).read_bytes() == self.before[rest]
            case "widest":
                assert max(map(len, told.splitlines())) < int(rest)
            case "silent":
                assert not self.said.stdout
            case "same":
                assert files() == self.before
            case "none":
                assert not Path(rest).exists()
            case _:
                raise ValueError(word)


def lengthened(text: str) -> str:
    return re.sub(r"\{(\d+) times ([^}]+)\}", lambda own: int(own[1]) * own[2], text)


def unescaped(text: str) -> bytes:
    return text.encode().decode("unicode_escape").encode("latin-1")


def files() -> dict[str, bytes]:
    every = (path for path in Path().rglob("*") if path.is_file())
    return {path.as_posix(): path.read_bytes() for path in every}


def plain(text: str) -> str:
    return re.sub("[\u00a0\u202f]", " ", text)


def sessions(path: Path) -> Iterator[Session]:
    for part in re.split(r"^# ", path.read_text("utf-8"), flags=re.MULTILINE)[1:]:
        title, *lines = [line for line in part.splitlines() if line and line[:2] != "//"]
        yield Session(title, tuple(lines))


@pytest.mark.parametrize(
    "session", [own for path in PAGES for own in sessions(path)], ids=lambda own: own.title
)
def test_commands_say_what_the_session_says(session: Session) -> None:
    session.play()
