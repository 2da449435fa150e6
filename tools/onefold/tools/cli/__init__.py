"""The command line: `main` chooses a command, and each command has a module of its own name."""
