"""Refusals about reviews."""

from kit.errors import NotFoundError


class ReviewNotFoundError(NotFoundError):
    message = "There is no review with this number."
