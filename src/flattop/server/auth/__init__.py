"""Identity: guests and their tokens, the admin key, and the origin of a request."""
