"""Mails to members of the staff who opted in: what happened to them, what is due, and how their week was."""
