"""Processes and tasks: nodes, locks, transitions, history."""
