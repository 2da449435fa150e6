"""Parsers made from the grammars of `onefold.grammars`, from tables made ahead of time where they fit.

Tables are data of one version of Lark: with another one the parser is built from the grammar, which takes longer
and gives the same. `tools/dev/build_grammars.py` writes them, and a test keeps them fresh.
"""

from __future__ import annotations

from onefold import grammars
from onefold.kernel.classes import frozen
from onefold.kernel.functions import cache
from onefold.kernel.typed import cast

TYPE_CHECKING = False
if TYPE_CHECKING:
    # At run time Lark is imported where it is needed: most commands never parse with it.
    from collections.abc import Callable
    from typing import Any, Final

    from lark import Lark, Token, Tree
    from lark.exceptions import UnexpectedInput

# Every grammar that is parsed with, and the rule that a whole text must match.
STARTS: Final = {"predicate": "expression", "fold": "start"}


@frozen
class Unexpected:
    """Where a text stops following its grammar."""

    start: int
    """Index of the first character that does not fit; the length of the text when it ends too early."""
    end: int
    terminal: str
    """Name of the terminal that stands there, empty where there is none or the text ends."""
    expected: frozenset[str]
    """Names of all terminals that may stand there; `$END` is the end of the text."""


def parse(name: str, text: str, watch: Callable[[Token], object] | None = None) -> Tree[Token] | Unexpected:
    """The tree of `text`, or the first place where it does not follow the grammar `name`.

    Tokens know where they are, counted in characters. Every token is shown to `watch` before it is parsed; what
    `watch` raises goes through. Neither the length nor the nesting of a text can exhaust the stack, but trees are
    as deep as the text is nested.
    """
    from lark.exceptions import UnexpectedInput

    interactive: Any = load(name).parse_interactive(text)
    try:
        for token in interactive.iter_parse():
            if watch is not None:
                watch(token)
        tree: Tree[Token] = interactive.feed_eof()
    except UnexpectedInput as error:
        return _unexpected(name, text, error)
    return tree


@cache
def load(name: str) -> Lark:
    """The LALR parser of the grammar `name`, one for the whole process."""
    from lark import Lark, __version__

    try:
        import json  # Few texts are parsed by Lark.

        made = json.loads(grammars.tables(name), object_hook=_with_integer_keys)
    except FileNotFoundError:
        return build(name)
    if made["lark"] != __version__:
        return build(name)
    return Lark.load(made["parser"])


def build(name: str) -> Lark:
    """The same parser, built from the text of the grammar."""
    from lark import Lark

    return Lark.open_from_package(
        grammars.__name__,
        f"{name}.lark",
        parser="lalr",
        lexer="contextual",
        start=STARTS[name],
        maybe_placeholders=False,
    )


def _with_integer_keys(mapping: dict[str, Any]) -> dict[Any, Any]:
    """Undo what JSON does to the numbered states, terminals and rules of the tables: their keys are integers."""
    if mapping and next(iter(mapping)).isdecimal():
        return {int(key): value for key, value in mapping.items()}
    return mapping


def _unexpected(name: str, text: str, error: UnexpectedInput) -> Unexpected:
    from lark.exceptions import UnexpectedToken

    start, end, terminal = len(text), len(text), ""
    if not isinstance(error, UnexpectedToken):
        start = cast("int", error.pos_in_stream)
        end = start + 1
    elif error.token.type != "$END":
        start, end, terminal = error.token.start_pos or 0, error.token.end_pos or 0, error.token.type
    return Unexpected(start, end, terminal, _acceptable(load(name), text[:start]))


def _acceptable(parser: Lark, beginning: str) -> frozenset[str]:
    """The terminals that may follow `beginning`.

    A step that fails may already have closed rules that other tokens would have gone on with, so they are asked of
    a parser that stops just before it.
    """
    from lark.exceptions import UnexpectedToken
    from lark.lexer import Token

    before: Any = parser.parse_interactive(beginning)
    before.exhaust_lexer()
    accepted = set()
    for terminal in {"$END", *(each.name for each in parser.terminals)} & set(before.choices()):
        try:
            before.copy(deepcopy_values=False).feed_token(Token(terminal, ""))
        except UnexpectedToken:
            continue
        accepted.add(terminal)
    return frozenset(accepted)
