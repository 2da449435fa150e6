"""The kernel: the IR of a workflow, its validation, canonical form and version. It knows no format and no file."""
