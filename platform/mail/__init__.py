"""Received mail: fetches it and reads it. Knows no model, no process and no kind of work."""
