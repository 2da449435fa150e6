"""`freeze` and `thaw`: the store says the versions, and a source changes in nothing but its selectors."""

from __future__ import annotations

import stat
from pathlib import Path
from typing import Any

import pytest

from onefold.api import check
from onefold.tools.store import Store

V = "blake3:57ba4a2aeb7d4894d42415658306b8e5982121f232c8cf3f35b2a20c5ed9109f"
"""The version of the workflow `w` that everything below is frozen to."""
FLOATING = '{"onefold": 1, "workflow": "w", "steps": {"a": {"kind": "model", "prompt": "hi"}}}'

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
    "an empty place in a flow": """
steps: {s: {kind: subworkflow, version:§ V§, workflow: w}}
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
    workflow: w§
    version: V§
    <<: &more {timeout: 5m, version: latest}
meta: {more: *more}
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
    new = [each.rpartition("|")[2].replace("V", V) if index % 2 else each for index, each in enumerate(parts)]
    head, tail = HEADS[format_name], TAILS.get(format_name, "")
    return head + "".join(old) + tail, head + "".join(new) + tail


@pytest.fixture
def store(folder: Path, onefold: Any) -> Store:
    """A store in which `w` has one version, as the newest and on the channel `stable`."""
    folder.joinpath("onefold.toml").write_text("")
    folder.joinpath("w.json").write_text(FLOATING)
    assert onefold("record", "w.json").code == 0
    assert onefold("record", "w.json", "--channel", "stable").code == 0
    return Store.at(folder)


@pytest.mark.usefixtures("store")
@pytest.mark.parametrize(("format_name", "name", "body"), TABLE, ids=[f"{each[0]}, {each[1]}" for each in TABLE])
@pytest.mark.parametrize("layout", ["as written", "CRLF", "marked"])
def test_freezing_changes_the_selector_and_no_other_byte(
    folder: Path, onefold: Any, format_name: str, name: str, body: str, layout: str
) -> None:
    texts = before_and_after(format_name, body)
    if layout == "CRLF":
        texts = (texts[0].replace("\n", "\r\n"), texts[1].replace("\n", "\r\n"))
    mark = b"\xef\xbb\xbf" if layout == "marked" else b""
    before, after = (mark + text.encode() for text in texts)
    path = folder / f"r.{format_name}" if format_name != "fold" else folder / "r.fold"
    path.write_bytes(before)
    outcome = onefold("freeze", path.name)
    assert outcome.code == 0, outcome.err
    assert path.read_bytes() == after, name
    assert f"s: w {'stable' if 'stable' in before.decode().replace('with', '') else 'latest'} -> {V}" in outcome.out
    assert onefold("freeze", "--check", path.name).code == 0
    assert onefold("freeze", path.name) == onefold("freeze", "--check", path.name)
    assert path.read_bytes() == after
    assert onefold("thaw", "--channel", "stable", path.name).code == 0
    thawed = path.read_text(encoding="utf-8-sig")
    assert V not in thawed
    assert onefold("freeze", path.name).code == 0
    assert path.read_bytes() == after
