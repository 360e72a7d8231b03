"""Commands that take what was typed as it is.

Typer has pydantic make a text of each text, and a validator for that of each option, even of one
that is not given: loading and making them is a fifth of the time of `auditor check`.
"""

from __future__ import annotations

from typing import Any

from typer.core import TyperCommand, TyperGroup


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


class Command(TyperCommand):
    def get_params(self, ctx: Any) -> list[Any]:
        return _as_typed(super().get_params(ctx))


class CommandGroup(TyperGroup):
    def get_params(self, ctx: Any) -> list[Any]:
        return _as_typed(super().get_params(ctx))
