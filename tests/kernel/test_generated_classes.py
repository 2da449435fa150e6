"""Any declaration makes the same class as with attrs, whatever it is asked first, or is refused as there."""

from __future__ import annotations

import copy
import inspect
import pickle
import sys
from functools import partial
from types import ModuleType
from typing import Any

import attrs
from hypothesis import given
from hypothesis import strategies as st

import onefold.kernel.classes as ours

DECORATORS = ("frozen", "frozen(order=True)", "frozen(eq=False)")
CHANGING = ("define", "define(eq=False)")
VALUES = (
    "", " = 1", " = ()", " = Factory(list)", " = field(kw_only=True)", " = field(default=2, kw_only=True)",
    " = field(eq=False)", " = field(default=3, repr=False)", " = field(factory=list, init=False)",
    " = field(default=4, init=False)", " = field(default=5, eq=abs)",
)  # fmt: skip
# Each is a question to a class; what the classes say must not depend on which is asked first.
QUESTIONS = {
    "signature": lambda cls: [(each.name, each.kind) for each in inspect.signature(cls).parameters.values()],
    "match": lambda cls: cls.__match_args__,
    "fields": lambda cls: [
        (each.name, each.init, each.repr, each.eq, each.kw_only, each.type) for each in attrs.fields(cls)
    ],
    "hash": lambda cls: answer(lambda: len({made(cls), made(cls)})),
    "equal": lambda cls: made(cls) == made(cls),
    "like its bases": lambda cls: [answer(lambda base=base: made(cls) == made(base)) for base in cls.__mro__[1:-1]],
    "order": lambda cls: answer(lambda: made(cls) <= made(cls)),
    "shown": lambda cls: shown(made(cls)),
    "state": lambda cls: attrs.asdict(made(cls)),
    "copied": lambda cls: attrs.asdict(copy.deepcopy(made(cls))),
    "pickled": lambda cls: attrs.asdict(pickle.loads(pickle.dumps(made(cls)))),  # noqa: S301 - our own
    "changed": lambda cls: answer(lambda: setattr(made(cls), "a", 9)),
    "missing": lambda cls: answer(lambda: shown(cls())),
}


def answer(ask: Any) -> object:
    try:
        return ask()
    except Exception as error:  # which error it is, is the answer
        return type(error).__name__


def made(cls: Any) -> Any:
    """An instance, every argument given as 7."""
    parameters = inspect.signature(cls).parameters.values()
    positional = [7 for each in parameters if each.kind is not each.KEYWORD_ONLY]
    return cls(*positional, **{each.name: 7 for each in parameters if each.kind is each.KEYWORD_ONLY})


def shown(instance: object) -> str:
    """What an instance looks like, without the place where it is."""
    return repr(instance).partition("object at")[0].replace("generated_by_attrs", "generated_by_onefold")


@st.composite
def declarations(draw: st.DrawFn) -> str:
    """Up to four classes, each with fields of its own and perhaps one before it as its base."""
    decorators = draw(st.sampled_from([DECORATORS, CHANGING]))
    lines = ["from __future__ import annotations"]
    for number in range(draw(st.integers(1, 4))):
        base = draw(st.sampled_from(["", *(f"(C{earlier})" for earlier in range(number))]))
        lines += [f"@{draw(st.sampled_from(decorators))}", f"class C{number}{base}:", "    '''A class.'''"]
        for name in draw(st.lists(st.sampled_from(["a", "b", "_c", "d"]), unique=True, max_size=3)):
            lines.append(f"    {name}: int{draw(st.sampled_from(VALUES))}")
    return "\n".join(lines)


def classes_of(library: Any, text: str, name: str) -> list[Any]:
    module = ModuleType(name)
    sys.modules[name] = module
    vars(module).update({each: getattr(library, each) for each in ("Factory", "define", "field", "frozen")})
    exec(text, vars(module))  # noqa: S102 - it was made above
    return [value for key, value in vars(module).items() if key.startswith("C")]


@given(declarations(), st.permutations(sorted(QUESTIONS)), st.booleans())
def test_generated_classes_answer_as_those_of_attrs(text: str, questions: list[str], is_last_first: bool) -> None:
    expected = answer(lambda: classes_of(attrs, text, "generated_by_attrs"))
    found = answer(lambda: classes_of(ours, text, "generated_by_onefold"))
    if isinstance(expected, str):
        # A class is refused when it is first asked.
        assert found == expected or "ValueError" in [answer(lambda each=each: ours.fields(each)) for each in found]  # type: ignore[attr-defined]
        return
    assert isinstance(found, list)
    assert isinstance(expected, list)
    pairs = list(zip(found, expected, strict=True))
    for one, other in reversed(pairs) if is_last_first else pairs:
        for question in questions:
            ask = QUESTIONS[question]
            assert answer(partial(ask, one)) == answer(partial(ask, other)), question
