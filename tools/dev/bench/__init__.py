"""Measure onefold against the bare interpreter, against the parser and against other tools, as ratios of one run."""
