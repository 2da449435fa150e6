"""The code of `__init__` for each number of fields. Written by `tools/dev/build_initializers.py`."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Final

# fmt: off


def _of_0() -> Any:
    def __init__(self: Any) -> None:
        pass

    return __init__


def _of_1(set_0: Any) -> Any:
    def __init__(self: Any, value_0: Any) -> None:
        set_0(self, value_0)

    return __init__


def _of_2(set_0: Any, set_1: Any) -> Any:
    def __init__(self: Any, value_0: Any, value_1: Any) -> None:
        set_0(self, value_0)
        set_1(self, value_1)

    return __init__


def _of_3(set_0: Any, set_1: Any, set_2: Any) -> Any:
    def __init__(self: Any, value_0: Any, value_1: Any, value_2: Any) -> None:
        set_0(self, value_0)
        set_1(self, value_1)
        set_2(self, value_2)

    return __init__


def _of_4(set_0: Any, set_1: Any, set_2: Any, set_3: Any) -> Any:
    def __init__(self: Any, value_0: Any, value_1: Any, value_2: Any, value_3: Any) -> None:
        set_0(self, value_0)
        set_1(self, value_1)
        set_2(self, value_2)
        set_3(self, value_3)

    return __init__


def _of_5(set_0: Any, set_1: Any, set_2: Any, set_3: Any, set_4: Any) -> Any:
    def __init__(self: Any, value_0: Any, value_1: Any, value_2: Any, value_3: Any, value_4: Any) -> None:
        set_0(self, value_0)
        set_1(self, value_1)
        set_2(self, value_2)
        set_3(self, value_3)
        set_4(self, value_4)

    return __init__


def _of_6(set_0: Any, set_1: Any, set_2: Any, set_3: Any, set_4: Any, set_5: Any) -> Any:
    def __init__(self: Any, value_0: Any, value_1: Any, value_2: Any, value_3: Any, value_4: Any, value_5: Any) -> None:
        set_0(self, value_0)
        set_1(self, value_1)
        set_2(self, value_2)
        set_3(self, value_3)
        set_4(self, value_4)
        set_5(self, value_5)

    return __init__


def _of_7(set_0: Any, set_1: Any, set_2: Any, set_3: Any, set_4: Any, set_5: Any, set_6: Any) -> Any:
    def __init__(self: Any, value_0: Any, value_1: Any, value_2: Any, value_3: Any, value_4: Any, value_5: Any, value_6: Any) -> None:
        set_0(self, value_0)
        set_1(self, value_1)
        set_2(self, value_2)
        set_3(self, value_3)
        set_4(self, value_4)
        set_5(self, value_5)
        set_6(self, value_6)

    return __init__


def _of_8(set_0: Any, set_1: Any, set_2: Any, set_3: Any, set_4: Any, set_5: Any, set_6: Any, set_7: Any) -> Any:
    def __init__(self: Any, value_0: Any, value_1: Any, value_2: Any, value_3: Any, value_4: Any, value_5: Any, value_6: Any, value_7: Any) -> None:
        set_0(self, value_0)
        set_1(self, value_1)
        set_2(self, value_2)
        set_3(self, value_3)
        set_4(self, value_4)
        set_5(self, value_5)
        set_6(self, value_6)
        set_7(self, value_7)

    return __init__


def _of_9(set_0: Any, set_1: Any, set_2: Any, set_3: Any, set_4: Any, set_5: Any, set_6: Any, set_7: Any, set_8: Any) -> Any:
    def __init__(self: Any, value_0: Any, value_1: Any, value_2: Any, value_3: Any, value_4: Any, value_5: Any, value_6: Any, value_7: Any, value_8: Any) -> None:
        set_0(self, value_0)
        set_1(self, value_1)
        set_2(self, value_2)
        set_3(self, value_3)
        set_4(self, value_4)
        set_5(self, value_5)
        set_6(self, value_6)
        set_7(self, value_7)
        set_8(self, value_8)

    return __init__


def _of_10(set_0: Any, set_1: Any, set_2: Any, set_3: Any, set_4: Any, set_5: Any, set_6: Any, set_7: Any, set_8: Any, set_9: Any) -> Any:
    def __init__(self: Any, value_0: Any, value_1: Any, value_2: Any, value_3: Any, value_4: Any, value_5: Any, value_6: Any, value_7: Any, value_8: Any, value_9: Any) -> None:
        set_0(self, value_0)
        set_1(self, value_1)
        set_2(self, value_2)
        set_3(self, value_3)
        set_4(self, value_4)
        set_5(self, value_5)
        set_6(self, value_6)
        set_7(self, value_7)
        set_8(self, value_8)
        set_9(self, value_9)

    return __init__


def _of_11(set_0: Any, set_1: Any, set_2: Any, set_3: Any, set_4: Any, set_5: Any, set_6: Any, set_7: Any, set_8: Any, set_9: Any, set_10: Any) -> Any:
    def __init__(self: Any, value_0: Any, value_1: Any, value_2: Any, value_3: Any, value_4: Any, value_5: Any, value_6: Any, value_7: Any, value_8: Any, value_9: Any, value_10: Any) -> None:
        set_0(self, value_0)
        set_1(self, value_1)
        set_2(self, value_2)
        set_3(self, value_3)
        set_4(self, value_4)
        set_5(self, value_5)
        set_6(self, value_6)
        set_7(self, value_7)
        set_8(self, value_8)
        set_9(self, value_9)
        set_10(self, value_10)

    return __init__


def _of_12(set_0: Any, set_1: Any, set_2: Any, set_3: Any, set_4: Any, set_5: Any, set_6: Any, set_7: Any, set_8: Any, set_9: Any, set_10: Any, set_11: Any) -> Any:
    def __init__(self: Any, value_0: Any, value_1: Any, value_2: Any, value_3: Any, value_4: Any, value_5: Any, value_6: Any, value_7: Any, value_8: Any, value_9: Any, value_10: Any, value_11: Any) -> None:
        set_0(self, value_0)
        set_1(self, value_1)
        set_2(self, value_2)
        set_3(self, value_3)
        set_4(self, value_4)
        set_5(self, value_5)
        set_6(self, value_6)
        set_7(self, value_7)
        set_8(self, value_8)
        set_9(self, value_9)
        set_10(self, value_10)
        set_11(self, value_11)

    return __init__


def _of_13(set_0: Any, set_1: Any, set_2: Any, set_3: Any, set_4: Any, set_5: Any, set_6: Any, set_7: Any, set_8: Any, set_9: Any, set_10: Any, set_11: Any, set_12: Any) -> Any:
    def __init__(self: Any, value_0: Any, value_1: Any, value_2: Any, value_3: Any, value_4: Any, value_5: Any, value_6: Any, value_7: Any, value_8: Any, value_9: Any, value_10: Any, value_11: Any, value_12: Any) -> None:
        set_0(self, value_0)
        set_1(self, value_1)
        set_2(self, value_2)
        set_3(self, value_3)
        set_4(self, value_4)
        set_5(self, value_5)
        set_6(self, value_6)
        set_7(self, value_7)
        set_8(self, value_8)
        set_9(self, value_9)
        set_10(self, value_10)
        set_11(self, value_11)
        set_12(self, value_12)

    return __init__


def _of_14(set_0: Any, set_1: Any, set_2: Any, set_3: Any, set_4: Any, set_5: Any, set_6: Any, set_7: Any, set_8: Any, set_9: Any, set_10: Any, set_11: Any, set_12: Any, set_13: Any) -> Any:
    def __init__(self: Any, value_0: Any, value_1: Any, value_2: Any, value_3: Any, value_4: Any, value_5: Any, value_6: Any, value_7: Any, value_8: Any, value_9: Any, value_10: Any, value_11: Any, value_12: Any, value_13: Any) -> None:
        set_0(self, value_0)
        set_1(self, value_1)
        set_2(self, value_2)
        set_3(self, value_3)
        set_4(self, value_4)
        set_5(self, value_5)
        set_6(self, value_6)
        set_7(self, value_7)
        set_8(self, value_8)
        set_9(self, value_9)
        set_10(self, value_10)
        set_11(self, value_11)
        set_12(self, value_12)
        set_13(self, value_13)

    return __init__


def _of_15(set_0: Any, set_1: Any, set_2: Any, set_3: Any, set_4: Any, set_5: Any, set_6: Any, set_7: Any, set_8: Any, set_9: Any, set_10: Any, set_11: Any, set_12: Any, set_13: Any, set_14: Any) -> Any:
    def __init__(self: Any, value_0: Any, value_1: Any, value_2: Any, value_3: Any, value_4: Any, value_5: Any, value_6: Any, value_7: Any, value_8: Any, value_9: Any, value_10: Any, value_11: Any, value_12: Any, value_13: Any, value_14: Any) -> None:
        set_0(self, value_0)
        set_1(self, value_1)
        set_2(self, value_2)
        set_3(self, value_3)
        set_4(self, value_4)
        set_5(self, value_5)
        set_6(self, value_6)
        set_7(self, value_7)
        set_8(self, value_8)
        set_9(self, value_9)
        set_10(self, value_10)
        set_11(self, value_11)
        set_12(self, value_12)
        set_13(self, value_13)
        set_14(self, value_14)

    return __init__


def _of_16(set_0: Any, set_1: Any, set_2: Any, set_3: Any, set_4: Any, set_5: Any, set_6: Any, set_7: Any, set_8: Any, set_9: Any, set_10: Any, set_11: Any, set_12: Any, set_13: Any, set_14: Any, set_15: Any) -> Any:
    def __init__(self: Any, value_0: Any, value_1: Any, value_2: Any, value_3: Any, value_4: Any, value_5: Any, value_6: Any, value_7: Any, value_8: Any, value_9: Any, value_10: Any, value_11: Any, value_12: Any, value_13: Any, value_14: Any, value_15: Any) -> None:
        set_0(self, value_0)
        set_1(self, value_1)
        set_2(self, value_2)
        set_3(self, value_3)
        set_4(self, value_4)
        set_5(self, value_5)
        set_6(self, value_6)
        set_7(self, value_7)
        set_8(self, value_8)
        set_9(self, value_9)
        set_10(self, value_10)
        set_11(self, value_11)
        set_12(self, value_12)
        set_13(self, value_13)
        set_14(self, value_14)
        set_15(self, value_15)

    return __init__


def _of_17(set_0: Any, set_1: Any, set_2: Any, set_3: Any, set_4: Any, set_5: Any, set_6: Any, set_7: Any, set_8: Any, set_9: Any, set_10: Any, set_11: Any, set_12: Any, set_13: Any, set_14: Any, set_15: Any, set_16: Any) -> Any:
    def __init__(self: Any, value_0: Any, value_1: Any, value_2: Any, value_3: Any, value_4: Any, value_5: Any, value_6: Any, value_7: Any, value_8: Any, value_9: Any, value_10: Any, value_11: Any, value_12: Any, value_13: Any, value_14: Any, value_15: Any, value_16: Any) -> None:
        set_0(self, value_0)
        set_1(self, value_1)
        set_2(self, value_2)
        set_3(self, value_3)
        set_4(self, value_4)
        set_5(self, value_5)
        set_6(self, value_6)
        set_7(self, value_7)
        set_8(self, value_8)
        set_9(self, value_9)
        set_10(self, value_10)
        set_11(self, value_11)
        set_12(self, value_12)
        set_13(self, value_13)
        set_14(self, value_14)
        set_15(self, value_15)
        set_16(self, value_16)

    return __init__


def _of_18(set_0: Any, set_1: Any, set_2: Any, set_3: Any, set_4: Any, set_5: Any, set_6: Any, set_7: Any, set_8: Any, set_9: Any, set_10: Any, set_11: Any, set_12: Any, set_13: Any, set_14: Any, set_15: Any, set_16: Any, set_17: Any) -> Any:
    def __init__(self: Any, value_0: Any, value_1: Any, value_2: Any, value_3: Any, value_4: Any, value_5: Any, value_6: Any, value_7: Any, value_8: Any, value_9: Any, value_10: Any, value_11: Any, value_12: Any, value_13: Any, value_14: Any, value_15: Any, value_16: Any, value_17: Any) -> None:
        set_0(self, value_0)
        set_1(self, value_1)
        set_2(self, value_2)
        set_3(self, value_3)
        set_4(self, value_4)
        set_5(self, value_5)
        set_6(self, value_6)
        set_7(self, value_7)
        set_8(self, value_8)
        set_9(self, value_9)
        set_10(self, value_10)
        set_11(self, value_11)
        set_12(self, value_12)
        set_13(self, value_13)
        set_14(self, value_14)
        set_15(self, value_15)
        set_16(self, value_16)
        set_17(self, value_17)

    return __init__


def _of_19(set_0: Any, set_1: Any, set_2: Any, set_3: Any, set_4: Any, set_5: Any, set_6: Any, set_7: Any, set_8: Any, set_9: Any, set_10: Any, set_11: Any, set_12: Any, set_13: Any, set_14: Any, set_15: Any, set_16: Any, set_17: Any, set_18: Any) -> Any:
    def __init__(self: Any, value_0: Any, value_1: Any, value_2: Any, value_3: Any, value_4: Any, value_5: Any, value_6: Any, value_7: Any, value_8: Any, value_9: Any, value_10: Any, value_11: Any, value_12: Any, value_13: Any, value_14: Any, value_15: Any, value_16: Any, value_17: Any, value_18: Any) -> None:
        set_0(self, value_0)
        set_1(self, value_1)
        set_2(self, value_2)
        set_3(self, value_3)
        set_4(self, value_4)
        set_5(self, value_5)
        set_6(self, value_6)
        set_7(self, value_7)
        set_8(self, value_8)
        set_9(self, value_9)
        set_10(self, value_10)
        set_11(self, value_11)
        set_12(self, value_12)
        set_13(self, value_13)
        set_14(self, value_14)
        set_15(self, value_15)
        set_16(self, value_16)
        set_17(self, value_17)
        set_18(self, value_18)

    return __init__


def _of_20(set_0: Any, set_1: Any, set_2: Any, set_3: Any, set_4: Any, set_5: Any, set_6: Any, set_7: Any, set_8: Any, set_9: Any, set_10: Any, set_11: Any, set_12: Any, set_13: Any, set_14: Any, set_15: Any, set_16: Any, set_17: Any, set_18: Any, set_19: Any) -> Any:
    def __init__(self: Any, value_0: Any, value_1: Any, value_2: Any, value_3: Any, value_4: Any, value_5: Any, value_6: Any, value_7: Any, value_8: Any, value_9: Any, value_10: Any, value_11: Any, value_12: Any, value_13: Any, value_14: Any, value_15: Any, value_16: Any, value_17: Any, value_18: Any, value_19: Any) -> None:
        set_0(self, value_0)
        set_1(self, value_1)
        set_2(self, value_2)
        set_3(self, value_3)
        set_4(self, value_4)
        set_5(self, value_5)
        set_6(self, value_6)
        set_7(self, value_7)
        set_8(self, value_8)
        set_9(self, value_9)
        set_10(self, value_10)
        set_11(self, value_11)
        set_12(self, value_12)
        set_13(self, value_13)
        set_14(self, value_14)
        set_15(self, value_15)
        set_16(self, value_16)
        set_17(self, value_17)
        set_18(self, value_18)
        set_19(self, value_19)

    return __init__


INITIALIZERS: Final = (
    _of_0,
    _of_1,
    _of_2,
    _of_3,
    _of_4,
    _of_5,
    _of_6,
    _of_7,
    _of_8,
    _of_9,
    _of_10,
    _of_11,
    _of_12,
    _of_13,
    _of_14,
    _of_15,
    _of_16,
    _of_17,
    _of_18,
    _of_19,
    _of_20,
)
