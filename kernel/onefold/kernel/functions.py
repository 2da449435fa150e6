"""What the code asks of `functools`, whose import brings more than a check of a workflow may cost."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from functools import cache, cached_property, lru_cache, partial, wraps
    from functools import cache as local_cache
    from typing import Any, Final

    __all__ = ["cache", "cached_property", "local_cache", "lru_cache", "partial", "wraps"]
else:
    from _functools import _lru_cache_wrapper, partial

    _NAMES: Final = ("__module__", "__name__", "__qualname__", "__doc__")

    def _info(*counts: int | None) -> Any:  # noqa: ANN401 - as in `functools`
        """What `cache_info` gives."""
        from functools import _CacheInfo

        return _CacheInfo(*counts)

    def wraps(original: Callable[..., Any]) -> Callable[[Any], Any]:
        """A decorator that lets a function go by the name of another."""

        def named(function: Any) -> Any:  # noqa: ANN401 - any function
            for each in _NAMES:
                setattr(function, each, getattr(original, each))
            function.__wrapped__ = original
            return function

        return named

    def lru_cache(maxsize: int | None = 128) -> Callable[[Any], Any]:
        """A decorator that lets a function remember its last answers."""
        return lambda function: wraps(function)(_lru_cache_wrapper(function, maxsize, False, _info))

    def cache(function: Any) -> Any:  # noqa: ANN401 - any function
        """The function with a memory of all its answers."""
        return lru_cache(None)(function)

    def local_cache(function: Any) -> Any:  # noqa: ANN401 - any function
        """The same for a function within another: nobody sees what it is called."""
        return _lru_cache_wrapper(function, None, False, _info)

    class cached_property:  # noqa: N801 - as in `functools`
        """A method that is called once for each instance, whose attribute its answer then is."""

        def __init__(self, function: Callable[[Any], Any]) -> None:
            self.func = function
            self.__doc__ = function.__doc__

        def __set_name__(self, _owner: type, name: str) -> None:
            self._name = name

        def __get__(self, instance: Any, _owner: type | None = None) -> Any:  # noqa: ANN401 - any answer
            if instance is None:
                return self
            known = instance.__dict__
            answer = known[self._name] = self.func(instance)
            return answer
