"""Patches in files: read, held against a bundle, and applied to it or to its sources."""
