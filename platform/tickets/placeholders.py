"""Placeholders of canned replies, such as `{{client_name}}`: the allowed names, and those still in a text."""

import re

NAMES = ("client_name", "company", "ticket", "my_name", "review_link")
_PLACEHOLDER = re.compile(r"\{\{\s*([^{}\n]{0,60}?)\s*\}\}")


def placeholders_in(text: str) -> list[str]:
    """The names between double braces, in the order of the text, each once."""
    return list(dict.fromkeys(_PLACEHOLDER.findall(text)))


def require_filled(text: str) -> str:
    """Check and return the text of a message. Raises ValueError if a placeholder is left: the client would read it."""
    if left := placeholders_in(text):
        raise ValueError(f"fill in or remove: {', '.join(f'{{{{{name}}}}}' for name in left)}")
    return text


def require_existing(text: str) -> str:
    """Check and return the text of a canned reply. Raises ValueError for a placeholder that does not exist."""
    unknown = [name for name in placeholders_in(text) if name not in NAMES]
    if unknown:
        written = ", ".join(f"{{{{{name}}}}}" for name in unknown)
        raise ValueError(f"there is no {written}; there are: {', '.join(NAMES)}")
    return text
