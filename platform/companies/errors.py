"""Refusals about companies."""

from kit.errors import NotFoundError


class CompanyNotFoundError(NotFoundError):
    message = "There is no company with this number."
