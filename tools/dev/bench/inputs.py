"""Generated inputs: the same seed always gives the same workflows, in every format."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any, Final

from onefold.frontends.registry import FRONTENDS, named

FORMATS: Final = ("yaml", "json", "toml", "fold")
ENDINGS: Final = {"yaml": ".fold.yaml", "json": ".fold.json", "toml": ".fold.toml", "fold": ".fold"}
# Large enough for every input here.
CONFIGURATION: Final = "[limits]\nsource_bytes = 1000000000\nnodes = 100000000\ntext_bytes = 1000000000\n"

_WORDS: Final = ("answer", "branch", "check", "count", "draft", "every", "field", "graph", "human", "input", "judge")
Document = dict[str, Any]


def _text(random: Random) -> str:
    """A prompt as long as people write them: with it, sixty steps are some 50 kB of YAML, 28 lines a step."""
    lines = (" ".join(random.choices(_WORDS, k=16)) for _ in range(random.randint(5, 10)))
    return "".join(f"{line.capitalize()}.\n" for line in lines)


def _document(steps: Document, transitions: list[Document]) -> Document:
    properties = {"ticket": {"type": "string"}, "priority": {"type": "integer"}}
    return {
        "onefold": 1,
        "workflow": "bench",
        "inputs": {"type": "object", "properties": properties, "required": ["priority", "ticket"]},
        "start": next(iter(steps)),
        "steps": steps,
        "transitions": transitions,
        "budget": {"tokens": 200_000, "steps": 10 * len(steps)},
    }


def mixed(count: int, seed: int = 1) -> Document:
    """A chain of steps of all usual kinds, with schemas, references, predicates and retries."""
    random = Random(seed)  # noqa: S311 - inputs are to be the same again
    steps: Document = {}
    transitions: list[Document] = []
    earlier = "{{ inputs.ticket }}"
    for index in range(count):
        name, following = f"step-{index}", f"step-{index + 1}" if index + 1 < count else "last"
        kind = index % 5
        if kind < 3:
            steps[name] = _model(random, earlier)
            earlier = f'{{{{ steps["{name}"].output.result }}}}'
        elif kind == 3:
            arguments = {"ticket": "{{ inputs.ticket }}", "part": index, "options": {"deep": True}}
            steps[name] = {"kind": "tool", "tool": "ci.run", "args": arguments, "timeout": "30s"}
        else:
            chosen = f"inputs.priority > {random.randint(1, 9)} && inputs.ticket != ''"
            steps[name] = {"kind": "conditional", "on": chosen, "then": following, "otherwise": "last"}
            continue
        transitions.append({"from": name, "to": following})
    steps["last"] = {"kind": "model", "prompt": "Done with {{ inputs.ticket }}."}
    return _document(steps, transitions)


def _model(random: Random, earlier: str) -> Document:
    return {
        "kind": "model",
        "effort": random.choice(("low", "high")),
        "tools": {"allow": ["fs/*", "github.read_*"], "deny": ["github.merge"]},
        "verify": [{"use": "json_schema", "with": {"strict": True}}],
        "retry": {"attempts": random.randint(2, 5), "initial": "2s", "max": "30s"},
        "timeout": "5m",
        "output": {
            "type": "object",
            "properties": {"result": {"type": "string"}, "score": {"type": "number"}},
            "required": ["result", "score"],
        },
        "prompt": f"{_text(random)}\n{earlier}\n",
    }


def _models(count: int) -> Document:
    return {f"s{index}": {"kind": "model", "prompt": f"Work on part {index}."} for index in range(count)}


def chain(count: int) -> Document:
    """One step after another."""
    return _document(_models(count), [{"from": f"s{index}", "to": f"s{index + 1}"} for index in range(count - 1)])


def star(count: int) -> Document:
    """One parallel step with all others for branches."""
    steps = _models(count)
    steps["s0"] = {"kind": "parallel", "branches": [f"s{index}" for index in range(1, count)]}
    return _document(steps, [])


def one_handler(count: int) -> Document:
    """A chain in which every step fails to the same step."""
    found = chain(count - 1)
    found["transitions"] += [{"from": step, "to": "handler", "on": "failure"} for step in found["steps"]]
    found["steps"]["handler"] = {"kind": "model", "prompt": "Say what went wrong."}
    return found


def nested_parallels(count: int) -> Document:
    """Each parallel step has a branch that is parallel again."""
    steps: Document = {}
    for index in range(count // 2):
        inner = f"p{index + 1}" if index + 1 < count // 2 else "last"
        steps[f"p{index}"] = {"kind": "parallel", "branches": [f"a{index}", inner]}
        steps[f"a{index}"] = {"kind": "model", "prompt": f"Work on part {index}."}
    return _document({**steps, "last": {"kind": "model", "prompt": "The last."}}, [])


def dense_loops(count: int) -> Document:
    """A chain in which every step starts anew on failure, and goes back a little on a timeout."""
    found = chain(count)
    for index, step in enumerate(found["steps"]):
        found["transitions"].append({"from": step, "to": "s0", "on": "failure"})
        back = {"from": step, "to": f"s{max(0, index - 7)}", "on": "timeout", "when": "inputs.priority > 3"}
        found["transitions"].append(back)
    return found


SHAPES: Final[Mapping[str, Callable[[int], Document]]] = {
    "mixed": mixed,
    "chain": chain,
    "star": star,
    "one handler": one_handler,
    "nested parallels": nested_parallels,
    "dense loops": dense_loops,
}


def write(folder: Path, name: str, document: Document, form: str) -> Path:
    """The document in a file of a format."""
    frontend = named(FRONTENDS, form)
    assert frontend is not None  # noqa: S101 - the formats here are registered
    assert frontend.print is not None  # noqa: S101 - and each can be printed
    path = folder / f"{name}{ENDINGS[form]}"
    path.write_text(frontend.print(document), encoding="utf-8")
    return path


def write_many(folder: Path, count: int) -> Iterator[Path]:
    """So many files of eight steps, in all formats in turn."""
    for index in range(count):
        below = folder / f"d{index % 100}"
        below.mkdir(parents=True, exist_ok=True)
        document = {**mixed(8, seed=index), "workflow": f"bench.n{index}"}
        yield write(below, f"w{index}", document, FORMATS[index % len(FORMATS)])
