"""The machinery of HTTP: authentication, errors, parsing, idempotency, ETags."""
