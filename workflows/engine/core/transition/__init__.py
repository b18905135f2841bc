"""Transitions: a plan says for one item everything that changes, and the writer writes any number of plans."""
