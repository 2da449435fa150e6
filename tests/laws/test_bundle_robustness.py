"""Whatever stands in a bundle, its commands end with a report: never a traceback, never an internal fault."""

from __future__ import annotations

import json
from copy import deepcopy
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from bundle_documents import contract, document
from hypothesis import given
from hypothesis import strategies as st

from onefold.frontends.compile import kind_of_document
from onefold.kernel.bundle.outputs import OutputsDef, RecordedEnd
from onefold.kernel.bundle.preview import preview
from onefold.kernel.bundle.receipt import Run
from onefold.tools.bundle.opening import open_source
from onefold.tools.bundle.running import run
from onefold.tools.bundle.scene import scene_of_preview
from onefold.tools.documents import Unusable
from onefold.tools.graph.layout import TooLarge
from onefold.tools.graph.picture import picture
from onefold.tools.show.bundle import render

TEXTS = st.sampled_from(
    ["", " ", "a", "c", "f", "j", "m", "go", "condition", "fork", "join", "map", "é\u202e", "a.join", "/", "x" * 300]
)
LEAVES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-2, 5),
    st.just(2**60),
    st.floats(allow_nan=False, allow_infinity=False),
    TEXTS,
)
VALUES = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3), max_leaves=6
)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(place for key, each in items for place in places(each, (*path, key)))]


def changed(value: Any, changes: list[tuple[int, Any]]) -> Any:
    for number, new in changes:
        known = places(value)[1:]
        if not known:
            return value
        *above, last = known[number % len(known)]
        inner = value
        for key in above:
            inner = inner[key]
        inner[last] = new
    return value


@given(
    st.booleans(),
    st.lists(st.tuples(st.integers(0, 10_000), VALUES), min_size=1, max_size=4),
    st.dictionaries(TEXTS, st.lists(TEXTS, max_size=3), max_size=3),
)
def test_a_bundle_with_anything_in_it_is_reported_shown_and_run(
    is_contract: bool, changes: list[tuple[int, Any]], ends: dict[str, list[str]]
) -> None:
    value = changed(deepcopy(contract() if is_contract else document()), changes)
    with TemporaryDirectory() as folder:
        path = Path(folder, "b.json")
        path.write_text(json.dumps(value))
        Path(folder, "flow.fold").write_text('fold 1\nworkflow w\nmodel close { prompt "x" }\n')
        try:
            bundle = open_source(path)
        except (Unusable, OSError):
            return
    assert kind_of_document(value) == "bundle"
    shown = preview(bundle.manifest, bundle.rows, is_contract=bundle.is_contract)
    try:
        scene = scene_of_preview(shown)
        picture(scene)
        render(shown, scene)
    except TooLarge:
        pass
    if bundle.is_valid:
        recorded = OutputsDef(
            steps={name: tuple(RecordedEnd(outcome=each) for each in all_) for name, all_ in ends.items()}
        )
        for outputs in (None, recorded):
            receipt = run(Run(bundle.manifest, bundle.is_contract, outputs=outputs))
            assert receipt["status"] in ("completed", "failed")
            assert run(Run(bundle.manifest, bundle.is_contract, outputs=outputs)) == receipt
