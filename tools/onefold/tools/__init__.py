"""The outermost layer: files, environment, the command line. Everything below is a function of its arguments."""
