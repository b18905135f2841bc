"""Sentences of the log about access levels and permissions."""

from collections.abc import Iterable

from django.apps import apps
from django.conf import settings

STAFF = "ADMIN"
# the permissions whose title is not their code in words: this room does not know the others
_TITLES = {
    "groups": "Company groups",
    "tags": "Organisation tags",
    "users": "User accounts",
    "history": "History and settings",
    "top_level_add": "Create accounts, groups and companies",
}


def level(code: str) -> str:
    """An access level, as people read it."""
    names: dict[str, str] = dict(apps.get_model(settings.AUTH_USER_MODEL)._meta.get_field("access_level").flatchoices)
    return names.get(code, code)


def level_changed(before: str, after: str, companies: int = 0) -> str:
    """`companies`: how many the account belongs to, where it became {product} Staff."""
    return f"Level: {level(before)} to {level(after)}.{' ' + _belongs(companies) if companies else ''}"


def permission(code: str) -> str:
    """The title of a permission, as the form of an account has it."""
    return _TITLES.get(code) or code.replace("_", " ").capitalize()


def permissions_changed(signs: Iterable[str]) -> str:
    """`signs`: each code after a plus or a minus, which would be lost at the end of a line."""
    codes = list(signs)
    parts = (("Permissions given", "+"), ("Permissions taken away", "-"))
    found = ((words, [permission(code[1:]) for code in codes if code.startswith(sign)]) for words, sign in parts)
    return " ".join(f"{words}: {'; '.join(titles)}." for words, titles in found if titles) or "Permissions unchanged."


def promotion_asked(companies: int) -> str:
    return f"A second administrator was asked for {level(STAFF)}. {_belongs(companies)}"


def promotion_confirmed(asker: int) -> str:
    return f"Confirmed {level(STAFF)}, asked for by account {asker}."


def promotion_cancelled() -> str:
    return f"The request for {level(STAFF)} was cancelled."


def _belongs(companies: int) -> str:
    return f"It belongs to {companies:,} {'company' if companies == 1 else 'companies'}."
