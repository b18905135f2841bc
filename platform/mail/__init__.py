"""Mail as it comes: where it is fetched, and what it says. Knows no model, no process and no kind of work."""
