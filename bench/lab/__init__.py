"""Scripts that measure the lab and write docs/balance."""
