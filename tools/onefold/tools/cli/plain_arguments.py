"""The arguments of a command where they are plain, read without argparse, whose import takes longer than many a check.

What an argument is, the commands say in calls of `add_argument`, as to a parser of argparse. What is not plain (an
abbreviation, a mistake, a request for help, a kind of argument that is not known here) is left to argparse itself, and
a test holds both to the same answers.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any, Final

_FLAGS: Final[Mapping[str, bool]] = {"store_true": True, "store_false": False}
_SETTINGS: Final = frozenset({"action", "choices", "default", "dest", "help", "metavar", "nargs", "type"})


class _Beyond(Exception):  # noqa: N818 - it is an answer
    """Something is not plain."""


class _Argument:
    """One argument as a command declares it."""

    def __init__(self, names: Sequence[str], settings: Mapping[str, Any]) -> None:
        self.long = names[0].removeprefix("--")
        self.is_option = names[0].startswith("--")
        self.action: str = settings.get("action", "store")
        self.nargs: str | None = settings.get("nargs")
        self.default = not _FLAGS[self.action] if self.action in _FLAGS else settings.get("default")
        self.dest: str = settings.get("dest", self.long.replace("-", "_"))
        self.convert: Callable[[str], Any] = settings.get("type", str)
        self.choices: Sequence[str] | None = settings.get("choices")
        is_known = self.action in ("store", "append") or self.action in _FLAGS
        is_short = len(names) > 1 or (names[0].startswith("-") and not self.is_option)
        if not is_known or is_short or not settings.keys() <= _SETTINGS or (self.nargs and self.is_option):
            raise _Beyond

    def value(self, text: str) -> Any:  # noqa: ANN401 - whatever its type gives
        """What a text says. Raises `_Beyond` where it is refused."""
        # What an argument cannot be, the parser tells.
        if not text or (self.is_option and (text == "--" or not text.isprintable())):
            raise _Beyond
        try:
            value = self.convert(text)
        except Exception:  # whatever a type raises, argparse tells of it
            raise _Beyond from None
        if self.choices is not None and value not in self.choices:
            raise _Beyond
        return value


class _Declared:
    """Takes the declarations of a command as a parser of argparse does."""

    def __init__(self) -> None:
        self.options: dict[str, _Argument] = {}
        self.places: list[_Argument] = []

    def add_argument(self, *names: str, **settings: Any) -> None:  # noqa: ANN401 - as with argparse
        """Declare an argument."""
        argument = _Argument(names, settings)
        if argument.is_option:
            self.options[names[0]] = argument
        else:
            self.places.append(argument)

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - any method of a parser
        raise _Beyond(name)


def plainly_parsed(declare: Callable[[Any], None], arguments: Sequence[str]) -> Namespace | None:
    """What the parser of argparse gives that `declare` declares the arguments of; `None` where it has to be asked."""
    declared = _Declared()
    try:
        declare(declared)
        return _read(declared, arguments)
    except _Beyond:
        return None


def _read(declared: _Declared, arguments: Sequence[str]) -> Namespace:
    if len(declared.places) != 1 or declared.places[0].nargs not in ("*", "+") or declared.places[0].choices:
        raise _Beyond
    found: dict[str, Any] = {each.dest: each.default for each in declared.options.values()}
    named: list[str] = []
    rest = iter(arguments)
    for word in rest:
        if word.startswith("-") and word != "-":
            _take(found, declared, word, rest)
        else:
            named.append(declared.places[0].value(word))
    if not named and declared.places[0].nargs == "+":
        raise _Beyond
    found[declared.places[0].dest] = named
    # What `types.SimpleNamespace` is; a `Namespace` has nothing else that is asked for.
    options: Namespace = type(sys.implementation)(**found)  # type: ignore[assignment]
    return options


def _take(found: dict[str, Any], declared: _Declared, word: str, rest: Any) -> None:  # noqa: ANN401 - an iterator
    """Take an option, and its value from the `rest`."""
    name, equals, text = word.partition("=")
    option = declared.options.get(name)
    if option is None:
        raise _Beyond
    if option.action in _FLAGS:
        if equals:
            raise _Beyond
        found[option.dest] = _FLAGS[option.action]
        return
    if not equals:
        text = next(rest, "-")
        if text.startswith("-"):
            raise _Beyond
    value = option.value(text)
    found[option.dest] = [*(found[option.dest] or ()), value] if option.action == "append" else value
