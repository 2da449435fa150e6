"""One process that checks a source as the command does and prints what each part took; run by `start` alone."""

from __future__ import annotations

import json
import os
import sys
from time import process_time

from onefold.tools import image


def main(path: str) -> None:
    """Print a JSON object: seconds of processor time by part, and how many modules were imported by then."""
    taken: dict[str, tuple[float, int]] = {}
    last = process_time()

    def note(part: str) -> None:
        nonlocal last
        now = process_time()
        taken[part] = now - last, sum(each.startswith("onefold.") for each in sys.modules)
        last = now

    found = image.Image("check")
    note("image")
    sys.meta_path.insert(0, found)  # as `image.begin` does
    found.open("")
    note("modules")
    from onefold.tools.cli import check, checking
    from onefold.tools.cli.commands import _parsed

    options = _parsed("check", [path])
    note("arguments")
    checks = checking.check_inputs(options, None, None)
    note("check")
    sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115 - what is printed is of no interest
    vars(check)["check_inputs"] = lambda *_: checks
    check.run(options)
    note("print")
    sys.stderr.write(json.dumps(taken))


if __name__ == "__main__":
    main(sys.argv[1])
