"""Make a source say another value: a few splices in its own format, every comment kept."""
