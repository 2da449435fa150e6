"""A difference for readers: as text, as Markdown for a review comment, and as a page of its own."""
