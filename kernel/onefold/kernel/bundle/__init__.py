"""Bundles as plain values: the execution graph, what surrounds it, and what can be said of both without any file."""
