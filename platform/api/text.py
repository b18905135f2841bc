"""Text that a payload may hold: bounded, and of characters that the database can keep."""

from typing import Annotated

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from pydantic import AfterValidator, StringConstraints


def _storable(text: str) -> str:
    if "\x00" in text:
        raise ValueError("holds a NUL character, which cannot be kept")
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise ValueError("holds half of a character, which cannot be kept") from error
    return text


Storable = AfterValidator(_storable)
Line = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=500), Storable]
SearchText = Annotated[str, StringConstraints(strip_whitespace=True, max_length=200), Storable]


def _email_address(text: str) -> str:
    try:
        validate_email(text)
    except ValidationError as error:
        raise ValueError("Invalid email address") from error  # spec, section 5
    return text


EmailAddress = Annotated[
    str, StringConstraints(strip_whitespace=True, max_length=254), Storable, AfterValidator(_email_address)
]
