"""Print how much of the labelled corpus is found (recall), and how much of what is found is right (precision).

`python tools/dev/judge_corpus.py [MOST]` makes at most MOST mutants of each kind (2 unless said). Exits with 1 when
something is missed, or found where nothing is wrong.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "tests"))

from corpus import KINDS, MOST, NEAR_MISSES, Tally, findings, judge


def main(arguments: list[str]) -> int:
    """Judge the corpus and print a line for each code."""
    most = int(arguments[0]) if arguments else MOST
    tallies = judge(most)
    for code, tally in sorted(tallies.items()):
        print(_line(code, tally))
    cases = [mutant for kind in NEAR_MISSES for _, mutant in kind.mutants(most)]
    false_alarms = sum(bool(findings(mutant)) for mutant in cases)
    whole = Tally(*(sum(getattr(each, name) for each in tallies.values()) for name in ("cases", "found", "other")))
    print(_line("all", whole))
    print(f"{len(KINDS)} kinds of mistakes; {len(cases)} near misses, {false_alarms} with a false alarm")
    return int(bool(whole.cases - whole.found or whole.other or false_alarms))


def _line(name: str, tally: Tally) -> str:
    told = tally.found + tally.other
    precision = tally.found / told if told else 1
    return f"{name}  {tally.cases:4} cases  recall {tally.found / tally.cases:.3f}  precision {precision:.3f}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
