"""Commands that take what was typed as it is.

Typer has pydantic make a text of each text, and a validator for that of each option, even of one
that is not given: loading and making them is a fifth of the time of `auditor check`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property
from importlib import import_module
from itertools import pairwise
from operator import itemgetter
from typing import Any, ClassVar, cast

import typer
from typer._click.exceptions import NoArgsIsHelpError
from typer.core import TyperCommand, TyperGroup
from typer.exceptions import TyperException
from typer.main import get_command

from auditor.cli.exit import guarded
from auditor.cli.options import described, spoken
from auditor.cli.terminal import shown


class _AsTyped:
    """Reads a value by the type of its parameter; Typer is not asked for texts or without one."""

    @staticmethod
    def coerce(value: Any, param: Any, ctx: Any) -> Any:
        kind = param.type_descriptor.annotation
        if value is None:
            return () if param.multiple or param.nargs == -1 else None
        if kind is str:
            return value
        if kind == list[str]:
            return [*value]
        from typer._coercion import build_runtime_param

        return build_runtime_param(param.type_descriptor).coerce(value, param=param, ctx=ctx)


def _as_typed(params: list[Any]) -> list[Any]:
    for own in params:
        own._runtime_param = _AsTyped  # noqa: SLF001 - a test tells whether Typer still asks it
    return params


ASKED = "auditor.language"


class SpokenContext(typer.Context):
    """Writes help in the language that is spoken."""

    def make_formatter(self) -> Any:
        if spoken(self.meta.get(ASKED)) == "fr":
            from auditor.cli.french import FrenchHelp

            self.formatter_class = FrenchHelp
        return super().make_formatter()


@contextmanager
def _complaining(ctx: Any) -> Iterator[None]:
    """Says in the language that is spoken what is wrong with the use of a command."""
    try:
        yield
    except TyperException as error:
        if not isinstance(error, NoArgsIsHelpError):
            error.message = shown(error.message)  # it quotes what was typed
        if spoken(ctx.meta.get(ASKED)) == "fr":
            from auditor.cli.french import in_french

            raise in_french(error) from None
        raise


_TYPE = re.compile(r" <(\w+)[^>]*>")


class Command(TyperCommand):
    """A command whose help has a heading for each group of options, and shows no types."""

    context_class = SpokenContext
    headings: ClassVar[Mapping[str, str]] = {}

    def get_params(self, ctx: Any) -> list[Any]:
        return _as_typed(super().get_params(ctx))

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        return [own.replace("{", "").replace("}", "") for own in super().collect_usage_pieces(ctx)]

    def format_options(self, ctx: Any, formatter: Any) -> None:
        first = ("Arguments", *self.headings.values())
        sections: dict[str, list[tuple[str, str]]] = {heading: [] for heading in first}
        for own in self.get_params(ctx):
            if (record := own.get_help_record(ctx)) is not None:
                name = _TYPE.sub(lambda kind: " N" if kind[1] == "int" else "", record[0])
                usual = "Arguments" if own.param_type_name == "argument" else "Options"
                heading = self.headings.get(own.name, usual)
                sections.setdefault(heading, []).append((name, record[1]))
        for heading, records in filter(itemgetter(1), sections.items()):
            with formatter.section(heading):
                formatter.write_dl(records)


def grouped(groups: Mapping[str, tuple[str, ...]]) -> type[Command]:
    """A command whose options stand under these headings."""
    names = {name: heading for heading, own in groups.items() for name in own}
    return type("GroupedCommand", (Command,), {"headings": names})


class LaterCommand(TyperCommand):
    """A command known by its name and one line: its module, with all that this imports, is loaded
    when the command is run or asked for its help.
    """

    def __init__(self, name: str, place: str, summary: str) -> None:
        super().__init__(name, short_help=summary)
        self._place = place

    @cached_property
    def loaded(self) -> TyperCommand | TyperGroup:
        """The command itself, or a group of commands."""
        name, _, member = self._place.partition(":")
        module = import_module(name)
        app = getattr(module, member)
        if not isinstance(app, typer.Typer):
            groups = module.GROUPS if member == "audit" else {}
            shape, run = grouped(groups), guarded(described(str(self.name), app))
            app = typer.Typer(add_completion=False, rich_markup_mode=None)
            app.command(self.name, cls=shape)(run)
        return cast("TyperCommand | TyperGroup", get_command(app))

    def make_context(self, *arguments: Any, **options: Any) -> Any:
        return self.loaded.make_context(*arguments, **options)


class CommandGroup(TyperGroup):
    """Commands that explain themselves, and complain, in the language of `--lang` or of the
    locale: the words are loaded where that is French, and there is something to say.
    """

    context_class = SpokenContext

    def get_params(self, ctx: Any) -> list[Any]:
        return _as_typed(super().get_params(ctx))

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        asked = [own for option, own in pairwise(args) if option == "--lang"]
        asked += [own[7:] for own in args if own.startswith("--lang=")]
        ctx.meta.setdefault(ASKED, next(iter(asked), None))
        with _complaining(ctx):
            return super().parse_args(ctx, args)

    def invoke(self, ctx: Any) -> Any:
        with _complaining(ctx):
            return super().invoke(ctx)
