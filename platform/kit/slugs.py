"""The part of a web address that a name gives (spec, section 3)."""


def slug_of(name: str) -> str:
    """Lower-cased, trimmed, spaces become hyphens, an ampersand becomes 'and'."""
    return name.strip().lower().replace(" ", "-").replace("&", "and")
