"""Renderers: the same diagnostics for people and for machines."""
