"""The IR: what a workflow means, without a trace of how it was written."""
