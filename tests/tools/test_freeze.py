"""`freeze` and `thaw`: the store says the versions, and a source changes in nothing but its selectors."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from golden_cases import accept_cases, inputs
from hypothesis import given
from hypothesis import strategies as st
from stores import fork, workflow

from onefold.frontends.compile import Compilation
from onefold.frontends.frontend import Frontend, Limits
from onefold.frontends.registry import FRONTENDS, for_file
from onefold.frontends.splices import replacement
from onefold.frontends.tree import MappingNode
from onefold.kernel.fixes import Edit
from onefold.kernel.values import JsonValue
from onefold.tools.compiling import compile_text
from onefold.tools.pinning import rewritten, sub_workflows, with_selectors
from onefold.tools.plugins import Installed
from onefold.tools.store import Store

V = "blake3:57ba4a2aeb7d4894d42415658306b8e5982121f232c8cf3f35b2a20c5ed9109f"
"""The version of the workflow `w` that everything below is frozen to."""
U = "blake3:0841c2cbf77f78f20a5744f2b8e8196b659ddfa41853d2eaacc9ed60d22cde2d"
"""The version of the workflow `other`."""
RECORDED = '{"onefold": 1, "workflow": "w", "steps": {"a": {"kind": "model", "prompt": "hi"}}}'

# Sources before and after: each `§` is gone before, and what follows it up to the next `§` stands there after. What
# stands before a `|` in it was there before.
YAML = {
    "nothing written": """
steps:
  s:  # the step
    kind: subworkflow
    workflow: w  # which§
    version: V§
    timeout: 5m
""",
    "nothing written, at the end": """
steps:
  s:
    kind: subworkflow
    timeout: 5m
    workflow: w§
    version: V§""",
    "a channel": """
steps:
  s:
    version: §stable|V§   # pinned by hand
    kind: subworkflow
    workflow: w
""",
    "in double quotes": """
steps: {s: {kind: subworkflow, workflow: w, version: §"stable"|"V"§}}
""",
    "in single quotes": """
steps: {s: {kind: subworkflow, workflow: w, version: §'latest'|'V'§}}
""",
    "JSON in YAML": """
steps: {"s": {"kind": "subworkflow", "workflow": "w"§, "version": "V"§, "timeout": "5m"}}
""",
    "a flow mapping": """
steps: {s: {kind: subworkflow, workflow: w§, version: V§, timeout: 5m}}
""",
    "a flow mapping in lines": """
steps:
  s: {
    kind: subworkflow,
    workflow: w,  # which§
    version: V,§
    timeout: 5m,
  }
""",
    "a flow mapping in lines, at the end": """
steps:
  s: {
    kind: subworkflow,
    workflow: w§,§  # which§
    version: V§
  }
""",
    "an empty place": """
steps:
  s:
    kind: subworkflow
    version:§ V§
    workflow: w
""",
    "an empty place before a comment": """
steps:
  s:
    kind: subworkflow
    version:§ V§ # to be said
    workflow: w
""",
    "an empty place in a flow": """
steps: {s: {kind: subworkflow, version: §V§, workflow: w}}
""",
    "null": """
steps: {s: {kind: subworkflow, version: §~|V§, workflow: w}}
""",
    "a block scalar": """
steps:
  s:
    kind: subworkflow
    version: §>-
      stable|V§
    workflow: w
""",
    "an alias that means more than the selector": """
meta: {label: &label stable}
steps:
  s:
    kind: subworkflow
    version: §*label|V§
    workflow: w
""",
    "an anchor": """
steps:
  s:
    kind: subworkflow
    version: &v §stable|V§
    workflow: w
""",
    "a step that others share": """
steps:
  s: &s
    kind: subworkflow
    workflow: w§
    version: V§
  t: *s
transitions: [{from: s, to: t}]
""",
    "a merged selector, which another step keeps": """
steps:
  s:
    kind: subworkflow
    workflow: w
    <<: &more {timeout: 5m, version: §latest|V§}
  t: {kind: subworkflow, workflow: other§, version: U§, <<: *more}
transitions: [{from: s, to: t}]
""",
    "a step that is merged whole": """
meta:
  step: &step {kind: subworkflow, workflow: w, version: stable}
steps:
  s:
    §version: V
    §<<: *step
  t: {§version: V, §<<: *step}
transitions: [{from: s, to: t}]
""",
    "an explicit key": """
steps:
  s:
    kind: subworkflow
    ? workflow
    : w§
    version: V§
""",
    "a key with an anchor": """
steps: {s: {kind: subworkflow, &k workflow: w§, version: V§}}
""",
    "a compact step": """
steps:
  ? s
  : kind: subworkflow
    workflow: w§
    version: V§
""",
}
TOML = {
    "a table": """
[steps.s]
kind = "subworkflow"
workflow = "w"  # which§
version = "V"§
timeout = "5m"
""",
    "a table at the end of the file": """
[steps.s]
kind = "subworkflow"
  workflow='w'§
  version='V'§""",
    "with a table of its own below": """
[steps.s]
kind = "subworkflow"
workflow = "w"§
version = "V"§
[steps.s.with]
version = "stable"
""",
    "dotted keys": """
[steps]
s.kind = "subworkflow"
s . "workflow" = "w"§
s . version = "V"§
""",
    "dotted keys from the root": """
steps.s.kind = "subworkflow"
steps.s.workflow = "w" # which§
steps.s.version = "V"§
""",
    "an inline table": """
[steps]
s = {kind = "subworkflow", workflow = "w"§, version = "V"§, timeout = "5m"}
""",
    "a tight inline table": """
steps={s={kind="subworkflow",workflow="w"§,version="V"§}}
""",
    "an inline table in lines": """
[steps]
s = {
  kind = "subworkflow",
  workflow = "w", # which§
  version = "V",§
}
""",
    "dotted keys in an inline table": """
steps = {s.kind = "subworkflow", s.workflow = "w"§, s.version = "V"§}
""",
    "a channel": """
[steps.s]
version = §"stable"|"V"§ # by hand
kind = "subworkflow"
workflow = "w"
""",
    "a channel in single quotes": """
[steps]
s = {version = §'stable'|'V'§, kind = "subworkflow", workflow = "w"}
""",
    "a channel in three quotes": '''
[steps]
s = {version = §"""stable"""|"V"§, kind = "subworkflow", workflow = "w"}
''',
}
JSON = {
    "nothing written": """
  "steps": {
    "s": {
      "kind": "subworkflow",
      "workflow": "w"§,
      "version": "V"§
    }
  }
""",
    "in the middle": """
\t"steps": {
\t\t"s": {
\t\t\t"workflow" : "w",§
\t\t\t"version" : "V",§
\t\t\t"kind" : "subworkflow"
\t\t}
\t}
""",
    "on one line": """
"steps": {"s": {"kind": "subworkflow", "workflow": "w"§, "version": "V"§}}
""",
    "tight": """
"steps":{"s":{"kind":"subworkflow","workflow":"w"§,"version":"V"§}}
""",
    "the first member of a line": """
"steps": {"s": {"workflow": "w"§, "version": "V"§, "kind": "subworkflow"}}
""",
    "a channel": """
"steps": {"s": {"kind": "subworkflow", "version": §"stable"|"V"§, "workflow": "w"}}
""",
    "null": """
"steps": {"s": {"kind": "subworkflow", "version": §null|"V"§, "workflow": "w"}}
""",
    "escapes": """
"steps": {"s": {"kind": "subworkflow", "v\\u0065rsion": §"st\\u0061ble"|"V"§, "workflow": "w"}}
""",
}
FOLD = {
    "nothing written": """
subworkflow s = w§ @ V§ // which
""",
    "with a block": """
subworkflow s = w§ @ V§ { timeout 5m }
""",
    "in quotes": """
subworkflow s = "w"§ @ "V"§
""",
    "a channel": """
subworkflow s = w @ §stable|V§ { timeout 5m } // by hand
""",
    "a quoted channel": """
subworkflow s = w @ §"stable"|"V"§
""",
    "a channel without spaces": """
subworkflow s=w@§stable|V§{timeout 5m}
""",
    "a field": """
subworkflow s {
  workflow w // which§
  version V§
  timeout 5m
}
""",
    "a field on the line of others": """
subworkflow s { workflow w§ version V§, timeout 5m }
""",
    "a field that is written": """
subworkflow s = w { version §stable|V§ timeout 5m }
""",
    "a comment between": """
subworkflow s = w /* a */ @ /* b */ §latest|V§ /* c */
""",
}
HEADS = {
    "yaml": "onefold: 1\nworkflow: release",
    "toml": 'onefold = 1\nworkflow = "release"',
    "json": '{"onefold": 1, "workflow": "release",',
    "fold": "fold 1 workflow release",
}
TAILS = {"json": "}\n"}
TABLE = [
    (format_name, name, body)
    for format_name, bodies in {"yaml": YAML, "toml": TOML, "json": JSON, "fold": FOLD}.items()
    for name, body in bodies.items()
]


def before_and_after(format_name: str, body: str) -> tuple[str, str]:
    parts = body.split("§")
    old = [each.rpartition("|")[0] if index % 2 else each for index, each in enumerate(parts)]
    new = [
        each.rpartition("|")[2].replace("V", V).replace("U", U) if index % 2 else each
        for index, each in enumerate(parts)
    ]
    head, tail = HEADS[format_name], TAILS.get(format_name, "")
    frozen = "".join(new).replace("V", V).replace("U", U)
    return head + "".join(old) + tail, head + frozen + tail


@pytest.fixture
def store(folder: Path, onefold: Any) -> Store:
    """A store in which `w` has one version, as the newest and on the channel `stable`."""
    folder.joinpath("onefold.toml").write_text("")
    folder.joinpath("w.json").write_text(RECORDED)
    folder.joinpath("other.json").write_text(RECORDED.replace('"w"', '"other"'))
    assert onefold("record", "w.json", "other.json").code == 0
    assert onefold("record", "w.json", "other.json", "--channel", "stable").code == 0
    return Store.at(folder)


@pytest.fixture
def change(folder: Path, onefold: Any) -> Any:
    """Run `freeze` or `thaw` on the bytes of a source; what stands in the file afterwards."""

    def run(command: str, format_name: str, data: bytes, *arguments: str) -> bytes:
        path = folder / f"r.{format_name}"
        path.write_bytes(data)
        outcome = onefold(command, path.name, *arguments)
        assert outcome.code == 0, outcome.err
        return path.read_bytes()

    return run


@pytest.mark.usefixtures("store")
@pytest.mark.parametrize(("format_name", "name", "body"), TABLE, ids=[f"{each[0]}, {each[1]}" for each in TABLE])
def test_freezing_changes_the_selectors_and_no_other_byte(change: Any, format_name: str, name: str, body: str) -> None:
    before, after = before_and_after(format_name, body)
    for returns, mark in (("\n", ""), ("\r\n", "\ufeff")):
        old, new = ((mark + text.replace("\n", returns)).encode() for text in (before, after))
        assert change("freeze", format_name, old) == new, name
    assert change("freeze", format_name, new) == new
    thawed = change("thaw", format_name, new, "--channel", "stable")
    assert thawed.count(V.encode()) == 0
    assert change("freeze", format_name, thawed) == new


STABLE = HEADS["yaml"] + YAML["a channel"].replace("§", "").replace("|V", "")


@pytest.mark.usefixtures("store")
def test_what_was_replaced_is_printed_and_nothing_else(folder: Path, onefold: Any) -> None:
    folder.joinpath("r.yaml").write_text(STABLE)
    outcome = onefold("freeze", "r.yaml")
    assert (outcome.code, outcome.out, outcome.err) == (0, f"r.yaml: s: w stable -> {V}\n", "")
    outcome = onefold("freeze", "r.yaml")
    assert (outcome.code, outcome.out, outcome.err) == (0, "", "")
    outcome = onefold("thaw", "r.yaml")
    assert (outcome.code, outcome.out, outcome.err) == (0, f"r.yaml: s: w {V} -> latest\n", "")
    assert "version: latest   # pinned by hand\n" in folder.joinpath("r.yaml").read_text()


@pytest.mark.usefixtures("store")
def test_check_finds_what_floats_and_writes_nothing(folder: Path, onefold: Any) -> None:
    path = folder / "r.yaml"
    path.write_text(STABLE)
    outcome = onefold("freeze", "--check", "r.yaml")
    assert (outcome.code, outcome.out) == (1, "")
    assert "error[OF720]: The step `s` runs whatever `stable` means for `w` at the time." in outcome.err
    assert " --> r.yaml:5:14" in outcome.err
    assert path.read_text() == STABLE
    outcome = onefold("freeze", "--check", "-", "--from", "yaml", stdin=STABLE.encode())
    assert (outcome.code, " --> -:5:14" in outcome.err) == (1, True)


def test_check_finds_versions_that_the_store_cannot_give(folder: Path, onefold: Any, store: Store) -> None:
    path = folder / "r.yaml"
    path.write_text(STABLE.replace("stable", V.replace("57ba", "57bb")))
    outcome = onefold("freeze", "--check", "r.yaml")
    assert (outcome.code, "the store has no such version" in outcome.err) == (1, True)
    path.write_text(STABLE.replace("stable", U))
    outcome = onefold("freeze", "--check", "r.yaml")
    assert (outcome.code, "it is a version of `other`" in outcome.err) == (1, True)
    path.write_text(STABLE.replace("stable", V))
    assert onefold("freeze", "--check", "r.yaml").code == 0
    store.objects.path_of(V).write_bytes(b"{}")
    outcome = onefold("freeze", "--check", "r.yaml")
    assert (outcome.code, "is damaged" in outcome.err) == (1, True)


@pytest.mark.usefixtures("store")
def test_what_was_never_recorded_is_told_and_nothing_is_written(folder: Path, onefold: Any) -> None:
    good, bad = STABLE, STABLE.replace("workflow: w", "workflow: othre").replace("stable", "next")
    folder.joinpath("good.yaml").write_text(good)
    folder.joinpath("bad.yaml").write_text(bad)
    outcome = onefold("freeze", "good.yaml", "bad.yaml")
    assert (outcome.code, outcome.out) == (1, "")
    assert "The step `s` cannot be frozen: no revision of `othre` is recorded: did you mean `other`?" in outcome.err
    folder.joinpath("bad.yaml").write_text(bad.replace("othre", "w"))
    outcome = onefold("freeze", "good.yaml", "bad.yaml")
    assert "`w` has no revision on the channel `next`: its channels are `main`, `stable`." in outcome.err
    assert folder.joinpath("good.yaml").read_text() == good


def test_a_channel_with_two_heads_means_nothing(folder: Path, onefold: Any, store: Store) -> None:
    fork(store, workflow("w", "one"), workflow("w", "two"), channel="stable")
    folder.joinpath("r.yaml").write_text(STABLE)
    outcome = onefold("freeze", "r.yaml")
    assert (outcome.code, outcome.out) == (1, "")
    assert "error[OF710]: `w@stable` has 2 heads." in outcome.err
    assert " --> r.yaml:5:14" in outcome.err


def test_a_store_that_is_damaged_freezes_nothing(folder: Path, onefold: Any, store: Store) -> None:
    head = store.heads("w", "stable")[0]
    store.channel("w", "stable").shelf.path_of(head.id.removeprefix("blake3:")).write_bytes(b"{}")
    folder.joinpath("r.yaml").write_text(STABLE)
    outcome = onefold("freeze", "r.yaml")
    assert (outcome.code, outcome.out, "error[OF704]" in outcome.err) == (1, "", True)
    assert folder.joinpath("r.yaml").read_text() == STABLE


@pytest.mark.usefixtures("store")
def test_a_source_with_errors_is_told_and_left(folder: Path, onefold: Any) -> None:
    folder.joinpath("r.yaml").write_text(STABLE.replace("kind", "knid"))
    outcome = onefold("freeze", "r.yaml")
    assert (outcome.code, "error[OF20" in outcome.err) == (1, True)
    assert onefold("freeze", "none.yaml").code == 2
    assert onefold("freeze", "-", "--from", "yaml", stdin=b"").code == 2


def test_thaw_refuses_what_is_no_channel(folder: Path, onefold: Any) -> None:
    folder.joinpath("r.yaml").write_text(STABLE)
    assert onefold("thaw", "r.yaml", "--channel", "a b").code == 2


@pytest.mark.usefixtures("store")
def test_a_format_that_cannot_be_edited_is_refused(folder: Path, onefold: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    readers = tuple(evolve(each, set_field=None) for each in FRONTENDS)
    monkeypatch.setattr("onefold.tools.compiling.frontends", lambda: Installed(readers, ()))
    folder.joinpath("r.yaml").write_text(STABLE)
    outcome = onefold("freeze", "r.yaml")
    assert (outcome.code, "error[OF723]" in outcome.err) == (1, True)


@pytest.mark.usefixtures("store")
def test_an_edit_that_would_change_more_is_never_written(
    folder: Path, onefold: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def careless(mapping: MappingNode, _name: str, value: str, _after: str) -> Iterator[tuple[Edit, ...]]:
        source = mapping.span.source
        start = source.text.index("timeout: 5m")
        place = mapping.entries["version"].node.span
        yield (
            replacement(source, place.start, place.end, value),
            replacement(source, start, start + 11, "timeout: 6m"),
        )

    readers = tuple(evolve(each, set_field=careless) for each in FRONTENDS)
    monkeypatch.setattr("onefold.tools.compiling.frontends", lambda: Installed(readers, ()))
    text = STABLE + "    timeout: 5m\n"
    folder.joinpath("r.yaml").write_text(text)
    outcome = onefold("freeze", "r.yaml")
    assert (outcome.code, "error[OF723]" in outcome.err) == (1, True)
    assert folder.joinpath("r.yaml").read_text() == text


@pytest.mark.usefixtures("store")
def test_only_the_texts_around_prompts_from_files_are_touched(folder: Path, onefold: Any) -> None:
    folder.joinpath("p.md").write_text("Do it.\n")
    text = STABLE + "  m: {kind: model, prompt: {file: p.md}}\ntransitions: [{from: s, to: m}]\n"
    folder.joinpath("r.yaml").write_text(text)
    assert onefold("freeze", "r.yaml").code == 0
    assert folder.joinpath("r.yaml").read_text() == text.replace("stable", V)


# Words that YAML may take for something else, and what needs no thought.
selectors = st.sampled_from(["latest", "stable", "null", "true", "on", "y", "_", "e1", V, U])
steps = st.dictionaries(
    st.sampled_from(["a", "b-1", "version", "workflow", "on"]), st.tuples(selectors, selectors), min_size=1
)


@given(steps, st.sampled_from(FRONTENDS), st.booleans())
def test_any_selectors_can_be_replaced_in_any_format_and_back(
    chosen: dict[str, tuple[str, str]], frontend: Frontend, written: bool
) -> None:
    value: dict[str, JsonValue] = {
        "onefold": 1,
        "workflow": "r",
        "steps": {
            name: {"kind": "subworkflow", "workflow": "x", **({"version": old} if written else {}), "timeout": "5m"}
            for name, (old, _) in chosen.items()
        },
        "transitions": [{"from": one, "to": two} for one, two in pairwise(chosen)],
    }
    assert frontend.print
    data = frontend.print(value).encode()
    before = compile_text(data, frontend, Limits())
    new = {name: after for name, (_, after) in chosen.items()}

    def again(changed: bytes) -> Compilation:
        return compile_text(changed, frontend, Limits())

    made = rewritten(before, new, frontend, Limits(), again).data
    assert made is not None
    assert before.workflow is not None
    assert again(made).workflow == with_selectors(before.workflow, new)
    if written:
        back = {name: old for name, (old, _) in chosen.items()}
        restored = rewritten(again(made), back, frontend, Limits(), again).data
        assert restored is not None
        assert unquoted(restored) == unquoted(data)


def unquoted(data: bytes) -> bytes:
    """A word that had to be quoted stays quoted."""
    return data.replace(b'"', b"")


@pytest.mark.parametrize("path", [path for case in accept_cases() for path in inputs(case)], ids=str)
def test_the_selectors_of_the_golden_workflows_can_be_replaced(path: Path) -> None:
    frontend = for_file(FRONTENDS, path.name, explicit=False)
    assert frontend
    data = path.read_bytes()

    def again(changed: bytes) -> Compilation:
        return compile_text(changed, frontend, Limits(), path)

    before = again(data)
    assert before.workflow
    new = {name: V for name, _ in sub_workflows(before.workflow)}
    made = rewritten(before, new, frontend, Limits(), again).data
    assert made is not None
    assert again(made).workflow == with_selectors(before.workflow, new)
    lines, old = made.split(b"\n"), data.split(b"\n")
    assert sum(line not in old for line in lines) <= len(new)
