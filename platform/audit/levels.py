"""Sentences of the log about access levels."""

from django.apps import apps
from django.conf import settings

STAFF = "ADMIN"


def level(code: str) -> str:
    """An access level, as people read it."""
    names: dict[str, str] = dict(apps.get_model(settings.AUTH_USER_MODEL)._meta.get_field("access_level").flatchoices)
    return names.get(code, code)


def level_changed(before: str, after: str, companies: int = 0) -> str:
    """`companies`: how many the account belongs to, where it became {product} Staff."""
    return f"Level: {level(before)} to {level(after)}.{' ' + _belongs(companies) if companies else ''}"


def promotion_asked(companies: int) -> str:
    return f"A second administrator was asked for {level(STAFF)}. {_belongs(companies)}"


def promotion_confirmed(asker: int) -> str:
    return f"Confirmed {level(STAFF)}, asked for by account {asker}."


def promotion_cancelled() -> str:
    return f"The request for {level(STAFF)} was cancelled."


def _belongs(companies: int) -> str:
    return f"It belongs to {companies:,} {'company' if companies == 1 else 'companies'}."
