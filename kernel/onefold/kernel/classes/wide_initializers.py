"""The code of `__init__` for each number of fields. Written by `tools/dev/build_initializers.py`."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Final

# fmt: off


def _of_21(set_0: Any, set_1: Any, set_2: Any, set_3: Any, set_4: Any, set_5: Any, set_6: Any, set_7: Any, set_8: Any, set_9: Any, set_10: Any, set_11: Any, set_12: Any, set_13: Any, set_14: Any, set_15: Any, set_16: Any, set_17: Any, set_18: Any, set_19: Any, set_20: Any) -> Any:
    def __init__(self: Any, value_0: Any, value_1: Any, value_2: Any, value_3: Any, value_4: Any, value_5: Any, value_6: Any, value_7: Any, value_8: Any, value_9: Any, value_10: Any, value_11: Any, value_12: Any, value_13: Any, value_14: Any, value_15: Any, value_16: Any, value_17: Any, value_18: Any, value_19: Any, value_20: Any) -> None:
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
        set_20(self, value_20)

    return __init__


def _of_22(set_0: Any, set_1: Any, set_2: Any, set_3: Any, set_4: Any, set_5: Any, set_6: Any, set_7: Any, set_8: Any, set_9: Any, set_10: Any, set_11: Any, set_12: Any, set_13: Any, set_14: Any, set_15: Any, set_16: Any, set_17: Any, set_18: Any, set_19: Any, set_20: Any, set_21: Any) -> Any:
    def __init__(self: Any, value_0: Any, value_1: Any, value_2: Any, value_3: Any, value_4: Any, value_5: Any, value_6: Any, value_7: Any, value_8: Any, value_9: Any, value_10: Any, value_11: Any, value_12: Any, value_13: Any, value_14: Any, value_15: Any, value_16: Any, value_17: Any, value_18: Any, value_19: Any, value_20: Any, value_21: Any) -> None:
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
        set_20(self, value_20)
        set_21(self, value_21)

    return __init__


def _of_23(set_0: Any, set_1: Any, set_2: Any, set_3: Any, set_4: Any, set_5: Any, set_6: Any, set_7: Any, set_8: Any, set_9: Any, set_10: Any, set_11: Any, set_12: Any, set_13: Any, set_14: Any, set_15: Any, set_16: Any, set_17: Any, set_18: Any, set_19: Any, set_20: Any, set_21: Any, set_22: Any) -> Any:
    def __init__(self: Any, value_0: Any, value_1: Any, value_2: Any, value_3: Any, value_4: Any, value_5: Any, value_6: Any, value_7: Any, value_8: Any, value_9: Any, value_10: Any, value_11: Any, value_12: Any, value_13: Any, value_14: Any, value_15: Any, value_16: Any, value_17: Any, value_18: Any, value_19: Any, value_20: Any, value_21: Any, value_22: Any) -> None:
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
        set_20(self, value_20)
        set_21(self, value_21)
        set_22(self, value_22)

    return __init__


def _of_24(set_0: Any, set_1: Any, set_2: Any, set_3: Any, set_4: Any, set_5: Any, set_6: Any, set_7: Any, set_8: Any, set_9: Any, set_10: Any, set_11: Any, set_12: Any, set_13: Any, set_14: Any, set_15: Any, set_16: Any, set_17: Any, set_18: Any, set_19: Any, set_20: Any, set_21: Any, set_22: Any, set_23: Any) -> Any:
    def __init__(self: Any, value_0: Any, value_1: Any, value_2: Any, value_3: Any, value_4: Any, value_5: Any, value_6: Any, value_7: Any, value_8: Any, value_9: Any, value_10: Any, value_11: Any, value_12: Any, value_13: Any, value_14: Any, value_15: Any, value_16: Any, value_17: Any, value_18: Any, value_19: Any, value_20: Any, value_21: Any, value_22: Any, value_23: Any) -> None:
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
        set_20(self, value_20)
        set_21(self, value_21)
        set_22(self, value_22)
        set_23(self, value_23)

    return __init__


def _of_25(set_0: Any, set_1: Any, set_2: Any, set_3: Any, set_4: Any, set_5: Any, set_6: Any, set_7: Any, set_8: Any, set_9: Any, set_10: Any, set_11: Any, set_12: Any, set_13: Any, set_14: Any, set_15: Any, set_16: Any, set_17: Any, set_18: Any, set_19: Any, set_20: Any, set_21: Any, set_22: Any, set_23: Any, set_24: Any) -> Any:
    def __init__(self: Any, value_0: Any, value_1: Any, value_2: Any, value_3: Any, value_4: Any, value_5: Any, value_6: Any, value_7: Any, value_8: Any, value_9: Any, value_10: Any, value_11: Any, value_12: Any, value_13: Any, value_14: Any, value_15: Any, value_16: Any, value_17: Any, value_18: Any, value_19: Any, value_20: Any, value_21: Any, value_22: Any, value_23: Any, value_24: Any) -> None:
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
        set_20(self, value_20)
        set_21(self, value_21)
        set_22(self, value_22)
        set_23(self, value_23)
        set_24(self, value_24)

    return __init__


def _of_26(set_0: Any, set_1: Any, set_2: Any, set_3: Any, set_4: Any, set_5: Any, set_6: Any, set_7: Any, set_8: Any, set_9: Any, set_10: Any, set_11: Any, set_12: Any, set_13: Any, set_14: Any, set_15: Any, set_16: Any, set_17: Any, set_18: Any, set_19: Any, set_20: Any, set_21: Any, set_22: Any, set_23: Any, set_24: Any, set_25: Any) -> Any:
    def __init__(self: Any, value_0: Any, value_1: Any, value_2: Any, value_3: Any, value_4: Any, value_5: Any, value_6: Any, value_7: Any, value_8: Any, value_9: Any, value_10: Any, value_11: Any, value_12: Any, value_13: Any, value_14: Any, value_15: Any, value_16: Any, value_17: Any, value_18: Any, value_19: Any, value_20: Any, value_21: Any, value_22: Any, value_23: Any, value_24: Any, value_25: Any) -> None:
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
        set_20(self, value_20)
        set_21(self, value_21)
        set_22(self, value_22)
        set_23(self, value_23)
        set_24(self, value_24)
        set_25(self, value_25)

    return __init__


def _of_27(set_0: Any, set_1: Any, set_2: Any, set_3: Any, set_4: Any, set_5: Any, set_6: Any, set_7: Any, set_8: Any, set_9: Any, set_10: Any, set_11: Any, set_12: Any, set_13: Any, set_14: Any, set_15: Any, set_16: Any, set_17: Any, set_18: Any, set_19: Any, set_20: Any, set_21: Any, set_22: Any, set_23: Any, set_24: Any, set_25: Any, set_26: Any) -> Any:
    def __init__(self: Any, value_0: Any, value_1: Any, value_2: Any, value_3: Any, value_4: Any, value_5: Any, value_6: Any, value_7: Any, value_8: Any, value_9: Any, value_10: Any, value_11: Any, value_12: Any, value_13: Any, value_14: Any, value_15: Any, value_16: Any, value_17: Any, value_18: Any, value_19: Any, value_20: Any, value_21: Any, value_22: Any, value_23: Any, value_24: Any, value_25: Any, value_26: Any) -> None:
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
        set_20(self, value_20)
        set_21(self, value_21)
        set_22(self, value_22)
        set_23(self, value_23)
        set_24(self, value_24)
        set_25(self, value_25)
        set_26(self, value_26)

    return __init__


def _of_28(set_0: Any, set_1: Any, set_2: Any, set_3: Any, set_4: Any, set_5: Any, set_6: Any, set_7: Any, set_8: Any, set_9: Any, set_10: Any, set_11: Any, set_12: Any, set_13: Any, set_14: Any, set_15: Any, set_16: Any, set_17: Any, set_18: Any, set_19: Any, set_20: Any, set_21: Any, set_22: Any, set_23: Any, set_24: Any, set_25: Any, set_26: Any, set_27: Any) -> Any:
    def __init__(self: Any, value_0: Any, value_1: Any, value_2: Any, value_3: Any, value_4: Any, value_5: Any, value_6: Any, value_7: Any, value_8: Any, value_9: Any, value_10: Any, value_11: Any, value_12: Any, value_13: Any, value_14: Any, value_15: Any, value_16: Any, value_17: Any, value_18: Any, value_19: Any, value_20: Any, value_21: Any, value_22: Any, value_23: Any, value_24: Any, value_25: Any, value_26: Any, value_27: Any) -> None:
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
        set_20(self, value_20)
        set_21(self, value_21)
        set_22(self, value_22)
        set_23(self, value_23)
        set_24(self, value_24)
        set_25(self, value_25)
        set_26(self, value_26)
        set_27(self, value_27)

    return __init__


INITIALIZERS: Final = (
    _of_21,
    _of_22,
    _of_23,
    _of_24,
    _of_25,
    _of_26,
    _of_27,
    _of_28,
)
