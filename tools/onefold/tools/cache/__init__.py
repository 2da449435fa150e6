"""What earlier runs of `check` found, for those sources of which all that was read is as it was then."""
