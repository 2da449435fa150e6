"""Ceilings: the most that a run may do, what bundles and workflows ask for, and whether that is more."""
