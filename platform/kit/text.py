"""Text that the database can keep."""


def storable(text: str) -> str:
    """The text itself. Raises ValueError for a NUL character or half of one, which PostgreSQL cannot keep."""
    if "\x00" in text:
        raise ValueError("holds a NUL character, which cannot be kept")
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise ValueError("holds half of a character, which cannot be kept") from error
    return text
