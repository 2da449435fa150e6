"""Patches: small typed edits of a bundle that are applied whole or not at all."""
