"""Findings of types stand at their own characters in every format, however a text is folded or escaped."""

from __future__ import annotations

from pathlib import Path

import pytest

from onefold.api import check

# The reference, or the part of it, that must be underlined is marked by « and » in the source.
SOURCES = {
    "yaml block": (
        "yaml",
        """
onefold: 1
workflow: w
inputs: {type: object, properties: {count: {type: number}}, additionalProperties: false}
steps:
  a:
    kind: model
    prompt: |
      Take these:

        {{ inputs.count }} and {{ inputs.«cuont» }}
""",
    ),
    "yaml folded": (
        "yaml",
        """
onefold: 1
workflow: w
inputs: {type: object, properties: {count: {type: number}}, additionalProperties: false}
steps:
  a:
    kind: conditional
    on: >-
      inputs.count > 1

      && inputs
      .count
      > 2 && inputs . «cuont»
      > 3
    then: b
  b: {kind: model, prompt: Go.}
""",
    ),
    "yaml plain over lines": (
        "yaml",
        """
onefold: 1
workflow: w
inputs: {type: object, properties: {count: {type: number}}, additionalProperties: false}
steps:
  a:
    kind: conditional
    on: inputs.count > 1
      && inputs.«cuont»
      == 2
    then: b
  b: {kind: model, prompt: Go.}
""",
    ),
    "yaml escapes": (
        "yaml",
        r"""
onefold: 1
workflow: w
inputs: {type: object, properties: {count: {type: number}}, additionalProperties: false}
steps:
  a: {kind: conditional, on: "inputs[\"count\"]\t> 1 && \u0069nputs«[\"cu\x6fnt\"]» > \
    2", then: b}
  b: {kind: model, prompt: Go.}
""",
    ),
    "yaml single quotes": (
        "yaml",
        """
onefold: 1
workflow: w
inputs: {type: object, properties: {count: {type: number}}, additionalProperties: false}
steps:
  a: {kind: conditional, on: 'inputs[''count''] == 1 && inputs«[''cuont'']» == 2', then: b}
  b: {kind: model, prompt: Go.}
""",
    ),
    "yaml arguments": (
        "yaml",
        """
onefold: 1
workflow: w
inputs: {type: object, properties: {count: {type: number}}, additionalProperties: false}
steps:
  a:
    kind: tool
    tool: t
    timeout: 5s
    args: {deep: [{text: "é {{ inputs.count }}\\n{{ inputs.«cuont»? }}"}]}
""",
    ),
    "yaml when": (
        "yaml",
        """
onefold: 1
workflow: w
steps:
  a: {kind: model, prompt: Go.}
  b: {kind: model, prompt: Go.}
transitions:
  - {from: a, to: b, when: steps.a.outcome == «'sucess'»}
""",
    ),
    "json": (
        "json",
        r"""{"onefold": 1, "workflow": "w",
 "inputs": {"type": "object", "properties": {"count": {"type": "number"}}, "additionalProperties": false},
 "steps": {"a": {"kind": "conditional", "on": "inputs.count\u003e1 &&\n inputs«[\"cu\u006fnt\"]» > 2", "then": "b"},
           "b": {"kind": "model", "prompt": "Go."}}}""",
    ),
    "json prompt": (
        "json",
        r"""{"onefold": 1, "workflow": "w",
 "inputs": {"type": "object", "properties": {"count": {"type": "number"}}, "additionalProperties": false},
 "steps": {"b": {"kind": "model", "prompt": "\ud83d\ude00 {{ inputs.count }}\n\t{{ inputs.«c\u0075ont» }}"}}}""",
    ),
    "toml basic": (
        "toml",
        r'''
onefold = 1
workflow = "w"
inputs = {type = "object", properties = {count = {type = "number"}}, additionalProperties = false}
[steps.a]
kind = "conditional"
on = """\
  inputs.count > 1 \
    && inputs["count"] > 2 && \
    (inputs)«[ "cu\u006Fnt" ]» > 3"""
then = "b"
[steps.b]
kind = "model"
prompt = "Go."
''',
    ),
    "toml literal": (
        "toml",
        """
onefold = 1
workflow = 'w'
inputs = {type = 'object', properties = {count = {type = 'number'}}, additionalProperties = false}
[steps.a]
kind = 'model'
prompt = '''
Take {{ inputs.count }}
and  {{ inputs.«cuont» }}.
'''
""",
    ),
    "fold": (
        "fold",
        """fold 1
workflow w
inputs { type: "object", properties: { count: { type: "number" } }, additionalProperties: false }
conditional a { on inputs.count > 1 // one
  && (inputs /* here */ . «cuont») == 2 then b }
model b { prompt "Go." }
""",
    ),
    "fold text block": (
        "fold",
        '''fold 1
workflow w
inputs { type: "object", properties: { count: { type: "number" } }, additionalProperties: false }
model b {
  prompt """
      Take {{ inputs.count }} \\u0026 \\
      then
        {{ inputs.«cuont» }} \\\\{{ x }}
    """
}
''',
    ),
    "fold arguments": (
        "fold",
        """fold 1
workflow w
inputs { type: "object", properties: { count: { type: "number" } }, additionalProperties: false }
tool b = t { timeout 5s args { deep: [{ text: "\\t{{ inputs.«cuont» }}" }] } }
""",
    ),
    "fold when": (
        "fold",
        """fold 1
workflow w
model a { prompt "Go." }
model b { prompt "Go." }
a -> b when steps.a.outcome == «"sucess"» && steps.a.outcome != "timeout"
""",
    ),
}


@pytest.mark.parametrize("name", SOURCES)
@pytest.mark.parametrize("line_end", ["\n", "\r\n"], ids=["LF", "CRLF"])
def test_exactly_the_wrong_part_is_underlined(name: str, line_end: str) -> None:
    format_name, marked = SOURCES[name]
    marked = marked.replace("\n", line_end)
    start, end = marked.index("«"), marked.index("»") - 1
    source = marked.replace("«", "").replace("»", "")
    (found,) = [each for each in check(source, format=format_name).diagnostics if each.severity == "error"]
    assert found.name in ("forbidden-field", "never-equal")
    assert found.span is not None
    assert (found.span.start, found.span.end) == (start, end)


def test_a_finding_over_several_lines_spans_them_all() -> None:
    source = """
onefold: 1
workflow: w
inputs: {type: object, properties: {count: {type: number}, name: {type: string}}}
steps:
  a:
    kind: conditional
    on: |
      true
      && inputs.count
           == inputs.name
    then: b
  b: {kind: model, prompt: Go.}
"""
    (found,) = [each for each in check(source, format="yaml").diagnostics if each.severity == "error"]
    assert found.span is not None
    assert found.span.text == "inputs.count\n           == inputs.name"


def test_a_text_in_a_file_of_its_own_is_underlined_there(tmp_path: Path) -> None:
    (tmp_path / "p.md").write_bytes(b"One\r\n{{ inputs.cuont }}\r\n")
    source = tmp_path / "w.fold.yaml"
    source.write_text(
        "onefold: 1\nworkflow: w\ninputs: {type: object, properties: {count: true}, additionalProperties: false}\n"
        "steps: {a: {kind: model, prompt: {file: p.md}}}\n",
        encoding="utf-8",
    )
    (found,) = check(source).diagnostics
    assert found.name == "forbidden-field"
    assert found.span is not None
    assert found.span.source.name.endswith("p.md")
    assert found.span.text == "cuont"
