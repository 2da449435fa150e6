"""Identity: definitions, what a session may do, and what led to it, as plain values with digests."""
