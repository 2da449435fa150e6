"""Whether arguments with references in them can fit a JSON Schema.

A string that is exactly one reference can become any value, one with a reference among other text any string. Only
what is wrong whatever the references give is reported: the answer may say too little and never too much.
"""

from onefold.kernel.arguments.judge import Judge, Misfit

__all__ = ["Judge", "Misfit"]
