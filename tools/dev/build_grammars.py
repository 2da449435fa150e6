"""Make the parser tables of every grammar ahead of time: `python tools/dev/build_grammars.py`."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "grammars" / "onefold" / "grammars"


QUICK = FOLDER / "predicate_quick.py"


def made(name: str) -> str:
    """The tables of a grammar, as JSON text; the same text at every run."""
    from onefold.frontends.fold.condense import condense

    parts = _parts(name)
    lark = {"lark": parts.pop("lark")}
    tables = {**lark, **(condense(parts) if name == "fold" else {"parser": parts})}
    return json.dumps(tables, sort_keys=True, separators=(",", ":"), ensure_ascii=False) + "\n"


def quick() -> str:
    """The module that predicates are parsed by; the same text at every run."""
    from onefold.frontends.predicate.condense import condense

    return condense(_parts("predicate"))


def _parts(name: str) -> dict[str, Any]:
    """What Lark keeps of a parser, and its own version."""
    from lark import __version__
    from lark.grammar import Rule
    from lark.lexer import TerminalDef

    from onefold.frontends.lark_parser import build

    parser = build(name)
    _renumber(parser.parser.parser._parse_table)  # noqa: SLF001 - Lark has no other way
    data, memo = parser.memo_serialize([TerminalDef, Rule])
    # Where the grammar was read from is of no use to the tables, and is not JSON.
    data["options"] |= {"import_paths": [], "source_path": None}
    return {"data": data, "memo": memo, "lark": __version__}


def _renumber(table: Any) -> None:  # noqa: ANN401 - Lark's own table
    """Number the states in the order they are reached: Lark numbers them in the order of sets, by address."""
    from lark.parsers.lalr_analysis import Shift

    order = dict.fromkeys(table.start_states.values())
    queue = list(order)
    for state in queue:
        for _, (action, target) in sorted(table.states[state].items()):
            if action is Shift and target not in order:
                order[target] = None
                queue.append(target)
    number = {state: index for index, state in enumerate(order)}
    table.states = {
        number[state]: {
            symbol: (action, number[target] if action is Shift else target)
            for symbol, (action, target) in sorted(table.states[state].items())
        }
        for state in order
    }
    table.start_states = {start: number[state] for start, state in table.start_states.items()}
    table.end_states = {start: number[state] for start, state in table.end_states.items()}


def main() -> None:
    """Write the tables of every grammar that is parsed with."""
    sys.path[:0] = [str(ROOT / part) for part in ("kernel", "frontends", "grammars")]
    from onefold.frontends.lark_parser import STARTS

    for name in STARTS:
        FOLDER.joinpath(f"{name}.tables.json").write_text(made(name), encoding="utf-8")
    QUICK.write_text(quick(), encoding="utf-8")


if __name__ == "__main__":
    main()
