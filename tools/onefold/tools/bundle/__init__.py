"""Bundles in files: read, shown, run, packed, signed and verified."""
