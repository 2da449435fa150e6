"""One process that takes a source through every stage and prints what each took; run by `huge`, not by people."""

from __future__ import annotations

import gc
import json
import sys
from collections.abc import Callable
from pathlib import Path
from time import process_time
from typing import TypeVar

from onefold.frontends.bounds import measure, told
from onefold.frontends.decode import decode
from onefold.frontends.frontend import Limits
from onefold.frontends.lower import lower_workflow
from onefold.frontends.registry import FRONTENDS, named
from onefold.kernel.canonicalize import canonicalize
from onefold.kernel.digest import version
from onefold.kernel.encode import encode
from onefold.kernel.validate import validate

Result = TypeVar("Result")

_LIMITS = Limits(source_bytes=2**40, nodes=2**40, text_bytes=2**40)


def main(path: str, form: str) -> None:
    """Print a JSON object: seconds of processor time by stage."""
    gc.disable()  # As the commands nearly do.
    seconds: dict[str, float] = {}

    def timed(stage: str, work: Callable[[], Result]) -> Result:
        begin = process_time()
        result = work()
        seconds[stage] = process_time() - begin
        return result

    data = Path(path).read_bytes()
    if form == "json.load":
        timed("read", lambda: json.loads(data))
        print(json.dumps(seconds))
        return
    frontend = named(FRONTENDS, form)
    assert frontend is not None  # noqa: S101 - the caller names a format
    source, _ = timed("decode", lambda: decode(path, data, _LIMITS))
    reading = timed("read", lambda: frontend.read(source, _LIMITS))
    value = reading.value
    size = timed("measure", lambda: told(reading, _LIMITS) or measure(value, _LIMITS))
    workflow = timed("lower", lambda: lower_workflow(value, _LIMITS, size=size)).workflow
    assert workflow is not None  # noqa: S101 - the inputs are well formed
    timed("validate", lambda: validate(workflow))
    canonical = timed("canonicalize", lambda: canonicalize(workflow))
    encoded = timed("encode", lambda: encode(canonical))
    timed("hash", lambda: version(encoded))
    print(json.dumps(seconds))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
