"""From the tables that Lark makes of the grammar of predicates to the form that `quick` reads.

This is done ahead of time, by `tools/dev/build_grammars.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from onefold.frontends.predicate.quick import Rule

_END: Final = "END"


def condense(made: Mapping[str, Any]) -> dict[str, Any]:
    """The attributes of `quick.Tables`, in plain lists and mappings."""
    memo, table = made["memo"], made["data"]["parser"]["parser"]
    rules = {key: each for key, each in memo.items() if each["__type__"] == "Rule"}
    numbers = {key: ~index for index, key in enumerate(rules)}
    names = {key: _END if name == "$END" else name for key, name in table["tokens"].items()}
    terminals = [each for each in memo.values() if each["__type__"] == "TerminalDef"]
    (start,), (accept,) = table["start_states"].values(), table["end_states"].values()
    return {
        "start": start,
        "accept": accept,
        "rules": [_rule(each) for each in rules.values()],
        "states": [
            {names[symbol]: numbers[target["@"]] if ends else target for symbol, (ends, target) in actions.items()}
            for _, actions in sorted(table["states"].items())
        ],
        "signs": {
            each["pattern"]["value"]: each["name"] for each in terminals if each["pattern"]["__type__"] == "PatternStr"
        },
    }


def _rule(encoded: Mapping[str, Any]) -> Rule:
    origin, symbols, alias = encoded["origin"]["name"], encoded["expansion"], encoded["alias"]
    kept = [index for index, symbol in enumerate(symbols) if not symbol.get("filter_out")]
    name = "" if origin.startswith("_") else alias or origin
    return Rule(len(symbols), origin, name, alias is None and encoded["options"]["expand1"], kept)
