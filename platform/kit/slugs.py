"""Slugs: the part of a web address that is made from a name (spec, section 3)."""

import re
import unicodedata

NO_SLUG = "A slug has lower-case letters a to z, digits and hyphens, and neither begins nor ends with a hyphen."
_SLUG = re.compile(r"[a-z0-9](?:[a-z0-9-]*[a-z0-9])?")


def slug_of(name: str) -> str:
    """The name in lower case, trimmed, with hyphens for spaces and 'and' for ampersands; other signs are removed.

    Letters lose their accents. Empty for a name without any letter from a to z or digit.
    """
    text = unicodedata.normalize("NFKD", name).strip().lower().replace(" ", "-").replace("&", "and")
    return re.sub(r"[^a-z0-9-]", "", text).strip("-")


def is_slug(text: str) -> bool:
    return _SLUG.fullmatch(text) is not None
