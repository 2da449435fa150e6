"""Mistakes, and near misses of mistakes, made by rule in the golden workflows: the labelled corpus."""
