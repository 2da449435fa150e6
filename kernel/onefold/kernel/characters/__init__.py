"""Characters that people cannot see, or take for others: found in texts that models read."""
