"""Front-ends: from the bytes of a source to the IR, and from places in the IR back to the source."""
