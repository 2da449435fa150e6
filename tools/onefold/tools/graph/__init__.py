"""Graphs of workflows as text and pictures: a scene says what there is to see, and the other modules draw it."""
