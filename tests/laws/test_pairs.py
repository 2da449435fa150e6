"""Pairs of sources of which the specification says whether they mean the same."""

from __future__ import annotations

import pytest

from onefold.api import compile

BASE = """\
onefold: 1
workflow: w
inputs: {type: object, required: [a, b]}
steps:
  fetch:
    kind: tool
    tool: github.get_diff
    timeout: 90s
    args: {pr: "{{ inputs.pr }}", list: [1, 2]}
  review:
    kind: model
    prompt: |
      Review this.
      Twice.
    tools: [fs/*, github.*]
    verify: [json_schema, {use: citations, with: {min: 2}}]
    retry: {attempts: 3, on: [failure, timeout]}
  gate:
    kind: conditional
    on: steps.review.output.score >= 0.5 && steps.fetch.output.ok
    then: done
  done: {kind: model, prompt: Done.}
transitions:
  - {from: fetch, to: review}
  - {from: review, to: gate}
budget: {cost: 2.50 USD, wall_time: 1h}
rubric: {criteria: {good: {check: "Good?"}}}
"""
VERSION = compile(BASE, format="yaml").version

SAME = {
    "a comment": BASE.replace("workflow: w", "# What it is\nworkflow: w # this"),
    "another indentation": BASE.replace("    kind: tool\n", "    kind:   tool\n"),
    "quotes": BASE.replace("kind: tool", "'kind': \"tool\""),
    "CRLF": BASE.replace("\n", "\r\n"),
    "a byte order mark": "\ufeff" + BASE,
    "blank lines": BASE.replace("\n  review", "\n\n\n  review"),
    "an anchor": BASE.replace("{pr:", "&args {pr:"),
    "a merge key": BASE.replace("{pr: \"{{ inputs.pr }}\", list: [1, 2]}", "{<<: {pr: no, list: [1, 2]}, pr: \"{{ inputs.pr }}\"}"),
    "meta": BASE + "meta: {owner: someone}\n",
    "meta of a step": BASE.replace("prompt: Done.", "prompt: Done., meta: {x: 1}"),
    "a default of a field": BASE.replace("prompt: Done.", "prompt: Done., effort: medium, timeout: 10m"),
    "a default inside a policy": BASE.replace("attempts: 3", "attempts: 3, jitter: false, initial: 1s"),
    "a null for an optional field": BASE.replace("prompt: Done.", "prompt: Done., system: null"),
    "an empty budget of another": BASE.replace("rubric:", "outputs:\nrubric:"),
    "the start that was inferred": BASE.replace("steps:\n", "start: fetch\nsteps:\n"),
    "the order of a set": BASE.replace("[failure, timeout]", "[timeout, failure]").replace("[fs/*, github.*]", "[github.*, fs/*]"),
    "the order of transitions": BASE.replace("  - {from: fetch, to: review}\n  - {from: review, to: gate}\n", "  - {to: gate, from: review}\n  - {from: fetch, to: review}\n"),
    "the order of required": BASE.replace("[a, b]", "[b, a]"),
    "the long form of tools": BASE.replace("tools: [fs/*, github.*]", "tools: {allow: [fs/*, github.*], deny: []}"),
    "the long form of a verifier": BASE.replace("[json_schema,", "[{use: json_schema, with: {}},"),
    "another spelling of a duration": BASE.replace("90s", "1m30s").replace("1h", "PT60M"),
    "another spelling of a number": BASE.replace("attempts: 3", "attempts: 3.0").replace("min: 2", "min: 0x2"),
    "another spelling of money": BASE.replace("2.50 USD", "02.5 USD"),
    "white space in a predicate": BASE.replace(" >= 0.5 && ", ">=0.50&&"),
    "parentheses in a predicate": BASE.replace("steps.review.output.score >= 0.5 &&", "((steps.review.output['score']) >= 0.5) &&"),
    "a folded block with the same text": BASE.replace("prompt: |\n      Review this.\n      Twice.\n", 'prompt: "Review this.\\nTwice.\\n"\n'),
}  # fmt: skip
ANOTHER = {
    "one character of a prompt": BASE.replace("Twice.", "Twice!"),
    "a final newline of a prompt": BASE.replace("prompt: |", "prompt: |-"),
    "white space inside a prompt": BASE.replace("Review this.", "Review  this."),
    "white space inside a placeholder": BASE.replace("{{ inputs.pr }}", "{{inputs.pr}}"),
    "one millisecond of a timeout": BASE.replace("90s", "90.001s"),
    "one retry": BASE.replace("attempts: 3", "attempts: 4"),
    "a step id": BASE.replace("done", "doneX"),
    "the workflow id": BASE.replace("workflow: w", "workflow: v"),
    "a description": BASE + "description: x\n",
    "the order of verifiers": BASE.replace("[json_schema, {use: citations, with: {min: 2}}]", "[{use: citations, with: {min: 2}}, json_schema]"),
    "the order of a list in arguments": BASE.replace("[1, 2]", "[2, 1]"),
    "a number instead of a string": BASE.replace("list: [1, 2]", "list: ['1', 2]"),
    "a null in arguments": BASE.replace("list: [1, 2]", "list: [1, 2], none: null"),
    "operands of a predicate": BASE.replace("steps.review.output.score >= 0.5", "0.5 <= steps.review.output.score"),
    "another currency": BASE.replace("USD", "EUR"),
    "a quorum": BASE.replace("min: 2", "min: 3"),
    "composed and decomposed letters": BASE.replace("Done.", "Don\u00e9"),
    "decomposed letters": BASE.replace("Done.", "Done\u0301"),
}  # fmt: skip


@pytest.mark.parametrize("source", SAME.values(), ids=SAME)
def test_what_does_not_matter_leaves_the_version(source: str) -> None:
    assert source != BASE
    assert compile(source, format="yaml").version == VERSION


@pytest.mark.parametrize("source", ANOTHER.values(), ids=ANOTHER)
def test_what_matters_gives_another_version(source: str) -> None:
    assert compile(source, format="yaml").version != VERSION


def test_all_other_meanings_have_versions_of_their_own() -> None:
    versions = {compile(source, format="yaml").version for source in ANOTHER.values()}
    assert len(versions) == len(ANOTHER)


def test_the_known_answer_is_given() -> None:
    source = '{"onefold":1,"workflow":"w","start":"a","steps":{"a":{"kind":"model","prompt":"hi"}}}'
    unit = compile(source, format="json")
    assert unit.version == "blake3:57ba4a2aeb7d4894d42415658306b8e5982121f232c8cf3f35b2a20c5ed9109f"
    assert unit.canonical == b'{"onefold":1,"start":"a","steps":{"a":{"kind":"model","prompt":"hi"}},"workflow":"w"}'
