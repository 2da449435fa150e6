"""From the tables that Lark makes of the grammar of predicates to the form that `quick` reads.

This is done ahead of time, by `tools/dev/build_grammars.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

_END: Final = "END"
_OPENING: Final = '''\
"""The tables of the grammar of predicates, for `frontends.predicate.quick`; made by `tools/dev/build_grammars.py`."""

from __future__ import annotations

# fmt: off'''


def condense(made: Mapping[str, Any]) -> str:
    """The module `onefold.grammars.predicate_quick`."""
    memo, table = made["memo"], made["data"]["parser"]["parser"]
    rules = {key: each for key, each in memo.items() if each["__type__"] == "Rule"}
    numbers = {key: index for index, key in enumerate(rules)}
    names = {key: _END if name == "$END" else name for key, name in table["tokens"].items()}
    terminals = [each for each in memo.values() if each["__type__"] == "TerminalDef"]
    (start,), (accept,) = table["start_states"].values(), table["end_states"].values()
    moves, closings = [], []
    for _, actions in sorted(table["states"].items()):
        moves.append({names[symbol]: target for symbol, (ends, target) in actions.items() if not ends})
        closing: dict[int, list[str]] = {}
        for symbol, (ends, target) in actions.items():
            if ends:
                closing.setdefault(numbers[target["@"]], []).append(names[symbol])
        closings.append({rule: tuple(sorted(symbols)) for rule, symbols in closing.items()})
    followers = tuple(sorted({symbols for each in closings for symbols in each.values()}))
    return _written(
        {
            "LARK": made["lark"],
            "START": start,
            "ACCEPT": accept,
            "RULES": [_rule(each) for each in rules.values()],
            "MOVES: tuple[dict[str, int], ...]": moves,
            "FOLLOWERS": followers,
            "ENDS": [
                tuple((rule, followers.index(symbols)) for rule, symbols in sorted(each.items())) for each in closings
            ],
            "SIGNS": {
                each["pattern"]["value"]: each["name"]
                for each in terminals
                if each["pattern"]["__type__"] == "PatternStr"
            },
        }
    )


def _written(attributes: Mapping[str, Any]) -> str:
    """The text of the module: a line for each member of a list, as there are many."""
    lines = [_OPENING]
    for name, value in attributes.items():
        if isinstance(value, (list, tuple)):
            lines += ["", f"{name} = (", *(f"    {each!r}," for each in value), ")"]
        else:
            lines += ["", f"{name} = {value!r}"]
    return "\n".join([*lines, ""])


def _rule(encoded: Mapping[str, Any]) -> tuple[Any, ...]:
    """The members of a `quick.Rule`."""
    origin, symbols, alias = encoded["origin"]["name"], encoded["expansion"], encoded["alias"]
    kept = tuple(index for index, symbol in enumerate(symbols) if not symbol.get("filter_out"))
    name = "" if origin.startswith("_") else alias or origin
    return len(symbols), origin, name, alias is None and encoded["options"]["expand1"], kept
