"""Classes made by `onefold.kernel.classes` against those that attrs makes of the same declarations."""

from __future__ import annotations

import copy
import importlib.util
import inspect
import pickle
import subprocess
import sys
import weakref
from pathlib import Path
from types import ModuleType
from typing import Any

import attrs
import pytest

import onefold.kernel.classes as ours
from onefold.kernel.classes import initializers
from onefold.kernel.ir.nodes import Model, PromptTemplate, StepDef, WorkflowDef

ROOT = Path(__file__).parents[2]

DECLARATIONS = """
from __future__ import annotations
from functools import cached_property
from typing import ClassVar, Generic, TypeVar

T = TypeVar("T")

@frozen
class Empty:
    pass

@frozen
class Point:
    x: int
    y: int = 0

@frozen(order=True)
class Length:
    value: int

@frozen
class Named:
    kind: ClassVar[str] = "named"
    name: str = field(kw_only=True)
    tags: tuple = field(default=(), kw_only=True, metadata={"doc": "tags"})

@frozen
class Further(Named):
    tags: tuple = field(default=("own",), kw_only=True)
    more: int | None = field(default=None, kw_only=True)

@frozen
class Told:
    text: str = field(repr=False)
    seal: object = field(default=None, eq=False, repr=False)
    value: object = field(default=1, eq=lambda value: (isinstance(value, bool), value))

@define
class Run:
    _limit: int
    items: list = Factory(list)
    known: dict = field(factory=dict, init=False)
    count: int = 0

@define(eq=False)
class Same:
    value: int

@frozen
class Box(Generic[T]):
    value: T

    @property
    def twice(self):
        return self.value * 2

@frozen
class Lazy:
    value: int

    @cached_property
    def half(self):
        return self.value / 2

@frozen
class Checked:
    value: int = field(validator=lambda self, attribute, value: value > 0 or fail())

def fail():
    raise ValueError("not above zero")
"""
CALLS = [
    "Empty()",
    "Empty(1)",
    "Point(1)",
    "Point(1, 2)",
    "Point(x=1, y=2)",
    "Point()",
    "Point(1, 2, 3)",
    "Point(1, z=2)",
    "Point(1, x=2)",
    "Length(3)",
    "Named(name='n')",
    "Named('n')",
    "Named()",
    "Further(name='n', more=2)",
    "Told('t', 1, True)",
    "Told('t', 2, 1)",
    "Run(3)",
    "Run(limit=3, items=[1])",
    "Run(3, known={})",
    "Same(1)",
    "Box([1])",
    "Lazy(3)",
    "Checked(1)",
    "Checked(0)",
]


def made_with(library: Any, name: str) -> ModuleType:
    module = ModuleType(name)
    module.__dict__.update({each: getattr(library, each) for each in ("Factory", "define", "field", "frozen")})
    sys.modules[name] = module
    exec(DECLARATIONS, module.__dict__)  # noqa: S102 - the same text is compiled twice, under two decorators
    return module


THEIRS = made_with(attrs, "classes_of_attrs")
OURS = made_with(ours, "classes_of_onefold")


def outcome(module: ModuleType, expression: str) -> tuple[str, object]:
    try:
        return "value", eval(expression, module.__dict__)  # noqa: S307 - a table of this module
    except (TypeError, ValueError) as error:
        return type(error).__name__, None


@pytest.mark.parametrize("expression", CALLS)
def test_a_call_gives_what_it_gives_with_attrs(expression: str) -> None:
    kind, value = outcome(OURS, expression)
    expected_kind, expected = outcome(THEIRS, expression)
    assert kind == expected_kind
    assert repr(value) == repr(expected)


def kind(value: object) -> Any:
    return type(value)


MADE = [each for each in CALLS if outcome(THEIRS, each)[0] == "value"]


@pytest.mark.parametrize("left", MADE)
def test_instances_are_equal_and_in_order_where_they_are_with_attrs(left: str) -> None:
    for right in MADE:
        for template in ("({}) == ({})", "({}) != ({})", "({}) < ({})", "({}) >= ({})"):
            expression = template.format(left, right)
            assert outcome(OURS, expression) == outcome(THEIRS, expression), expression


@pytest.mark.parametrize("expression", MADE)
def test_instances_are_hashed_shown_copied_and_pickled_as_with_attrs(expression: str) -> None:
    (_, value), (_, expected) = outcome(OURS, expression), outcome(THEIRS, expression)
    assert outcome(OURS, f"hash({expression})")[0] == outcome(THEIRS, f"hash({expression})")[0]
    assert repr(copy.deepcopy(value)) == repr(pickle.loads(pickle.dumps(value))) == repr(expected)  # noqa: S301 - our own
    assert inspect.signature(type(value)).parameters.keys() == inspect.signature(type(expected)).parameters.keys()
    assert weakref.ref(value)() is value
    one, other = kind(value), kind(expected)
    assert one.__match_args__ == other.__match_args__
    cached = {"__dict__", "half"}  # attrs keeps what is cached in a slot of its own.
    assert [each for each in one.__slots__ if each not in cached] == [
        each for each in other.__slots__ if each not in cached
    ]


@pytest.mark.parametrize("expression", MADE)
def test_attrs_takes_the_classes_for_its_own(expression: str) -> None:
    (_, value), (_, expected) = outcome(OURS, expression), outcome(THEIRS, expression)
    assert attrs.has(type(value))
    as_mapping: Any = attrs.asdict
    assert as_mapping(value) == as_mapping(expected)
    for one, other in zip(attrs.fields(kind(value)), attrs.fields(kind(expected)), strict=True):
        assert (one.name, one.kw_only, one.init, one.repr, one.metadata) == (
            other.name, other.kw_only, other.init, other.repr, other.metadata,
        )  # fmt: skip
        assert repr(one.default).startswith(repr(other.default)[:7])


def test_frozen_instances_refuse_every_change() -> None:
    point = OURS.Point(1)
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        point.x = 2
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        point.z = 2
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        del point.x
    run = OURS.Run(1)
    run.count = 5
    assert run == OURS.Run(1, [], 5)


def test_a_default_that_is_made_anew_is_not_shared() -> None:
    assert OURS.Run(1).items is not OURS.Run(1).items


def test_evolving_changes_some_fields() -> None:
    assert ours.evolve(OURS.Point(1, 2), y=3) == OURS.Point(1, 3)
    assert ours.evolve(OURS.Run(1, [2]), limit=5) == OURS.Run(5, [2])
    assert attrs.evolve(OURS.Point(1, 2), y=3) == OURS.Point(1, 3)
    with pytest.raises(TypeError):
        ours.evolve(OURS.Point(1, 2), z=3)


def test_a_mandatory_field_after_one_with_a_default_is_refused() -> None:
    class Wrong:
        a: int = 0
        b: int

    with pytest.raises(ValueError, match="no mandatory fields"):
        ours.fields(ours.frozen(Wrong))


def test_what_classes_share_is_made_for_each_of_them() -> None:
    @ours.frozen
    class One:
        a: int

    @ours.frozen
    class Other(One):
        b: int

    assert Other(1, 2) != Other(1, 3)
    assert [one.__match_args__ for one in (Other, One)] == [("a", "b"), ("a",)]
    assert One.__eq__(One(1), One(1))
    assert One.__eq__(One(1), Other(1, 2)) is NotImplemented
    assert {One(1), One(1), Other(1, 2)} == {Other(1, 2), One(1)}
    assert [len(ours.fields(one)) for one in (Other, One)] == [2, 1]


@pytest.mark.parametrize("name", ["__init__", "__eq__", "__hash__", "__lt__", "__match_args__", "__onefold_fields__"])
def test_who_comes_second_gets_what_another_thread_has_made(name: str) -> None:
    @ours.frozen(order=True)
    class One:
        a: int

    @ours.frozen(order=True)
    class Other(One):
        b: int

    class Plain(Other):
        pass

    looked_up = Other.__dict__[name]
    made = getattr(Other, name)
    assert Other.__dict__[name] is made
    assert looked_up.__get__(None, Other) is made
    assert looked_up.__get__(None, Plain) is made
    assert name == "__onefold_fields__" or One.__dict__[name] is looked_up  # fields are inherited
    assert getattr(One, name) is not made


def test_inspect_may_ask_for_a_method_without_looking_it_up() -> None:
    @ours.frozen
    class One:
        a: int

    later: Any = inspect.getattr_static(One, "__init__")
    assert list(inspect.signature(later.__get__(One, type)).parameters) == ["a"]
    assert list(inspect.signature(One).parameters) == ["a"]


def test_a_method_of_a_class_can_ask_that_of_its_base() -> None:
    class Base:
        a: int

    class Own:
        b: int

        def __eq__(self, other: object) -> bool:
            return super(own, self).__eq__(other) and self.b in (1, 2)

    base: Any = ours.frozen(Base)
    own: Any = ours.frozen(type("Own", (base,), dict(Own.__dict__)))
    assert own(1, 2) == own(1, 2)
    assert own(1, 3) != own(1, 3)
    assert own(1, 2) == own(1, 2)


def test_attrs_can_be_asked_by_two_threads() -> None:
    @ours.frozen
    class One:
        a: int

    looked_up = One.__dict__["__attrs_attrs__"]
    assert [each.name for each in attrs.fields(One)] == ["a"]
    assert [each.name for each in looked_up.__get__(None, One)] == ["a"]


@pytest.mark.parametrize("name", ["__init__", "__eq__", "__hash__", "__match_args__", "__attrs_attrs__"])
def test_what_another_thread_has_made_meanwhile_is_that_of_the_class_and_not_of_its_base(name: str) -> None:
    @ours.frozen
    class Base:
        one: int

    @ours.frozen
    class Derived(Base):
        two: int = 2

    stood_there = vars(Derived)[name]  # It is what a thread has found that is slower than the next line.
    made = getattr(Derived, name)
    assert stood_there.__get__(None, Derived) is made
    assert vars(Base)[name] is stood_there
    assert stood_there.__get__(None, Base) is getattr(Base, name) is not made


def test_the_ir_is_made_of_classes_that_attrs_knows() -> None:
    assert [each.name for each in attrs.fields(Model)][: len(attrs.fields(StepDef))] != []
    model = Model(prompt=PromptTemplate("hi"))
    assert attrs.asdict(model)["prompt"] == {"text": "hi"}
    assert attrs.evolve(model, effort="low") == ours.evolve(model, effort="low")
    assert attrs.fields(WorkflowDef).steps.kw_only


def test_the_written_initializers_are_fresh() -> None:
    path = ROOT / "tools/dev/build_initializers.py"
    spec = importlib.util.spec_from_file_location("build_initializers", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert Path(initializers.__file__).read_text(encoding="utf-8") == module.text()
    assert module.WIDE.read_text(encoding="utf-8") == module.text(range(module.MOST_FIELDS + 1, module.WIDEST + 1))


def test_nothing_imports_attrs_before_somebody_asks() -> None:
    program = "import sys, onefold.frontends.compile, onefold.kernel.validate; print('attr' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
    texts = [
        path.read_text(encoding="utf-8")
        for root in ("kernel/onefold", "frontends/onefold", "tools/onefold")
        for path in (ROOT / root).rglob("*.py")
        if path.parent.name != "classes"
    ]
    assert not [text[:60] for text in texts if "\nfrom attrs import" in text or "\nimport attrs" in text]


def test_what_is_kept_in_an_instance_is_kept_by_our_own_property() -> None:
    # Only that one gives a class the room for it.
    assert not [
        path
        for root in ("kernel/onefold", "frontends/onefold", "tools/onefold")
        for path in (ROOT / root).rglob("*.py")
        if "\nfrom functools import cached_property" in path.read_text(encoding="utf-8")
    ]
