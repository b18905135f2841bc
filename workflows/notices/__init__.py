"""Mails to staff who opted in: events about their items, items that are due soon, and a weekly digest."""
