"""Types of text in payloads: bounded in length, and storable."""

import json
import re
from typing import Annotated, Any

from pydantic import AfterValidator, AwareDatetime, BeforeValidator, Field, StringConstraints

from kit.email_addresses import is_email_address
from kit.text import storable, visible
from kit.times import in_utc

Storable, Visible = AfterValidator(storable), AfterValidator(visible)
Line = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=500), Storable, Visible]
SearchText = Annotated[str, StringConstraints(strip_whitespace=True, max_length=200), Storable]


def _written_time(value: Any) -> Any:
    if not isinstance(value, str):
        raise ValueError("is not an ISO 8601 time")  # pydantic would read a number as seconds since 1970
    return value


Moment = Annotated[AwareDatetime, BeforeValidator(_written_time), AfterValidator(in_utc), Field(strict=False)]


def _no_number(value: str) -> str:
    if value.replace(".", "").lstrip("+-").isdecimal():
        raise ValueError("is not an ISO 8601 time")  # as above; query values are always text
    return value


QueryMoment = Annotated[AwareDatetime, BeforeValidator(_no_number), AfterValidator(in_utc)]


def _email_address(text: str) -> str:
    if not is_email_address(text):
        raise ValueError("Invalid email address")  # spec, section 5
    return text


EmailAddress = Annotated[
    str, StringConstraints(strip_whitespace=True, max_length=254), Storable, AfterValidator(_email_address)
]
OptionalEmailAddress = Annotated[
    str,
    StringConstraints(strip_whitespace=True, max_length=254),
    Storable,
    AfterValidator(lambda text: text and _email_address(text)),
]
MAX_NOTE = 5_000
Note = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=MAX_NOTE), Storable, Visible]

MAX_FORM_CHARACTERS = 100_000
_NUL = re.compile(r"(?<!\\)(?:\\\\)*\\u0000")  # NUL in JSON; after an escaped backslash it is ordinary text


def _storable_form(form: dict[str, Any]) -> dict[str, Any]:
    try:
        text = json.dumps(form, ensure_ascii=False, allow_nan=False)
    except RecursionError as error:
        raise ValueError("is nested too deeply") from error
    except ValueError as error:
        raise ValueError("contains a number that is too large") from error
    if len(text) > MAX_FORM_CHARACTERS:
        raise ValueError(f"is longer than {MAX_FORM_CHARACTERS} characters")
    storable(text)
    if _NUL.search(text):
        raise ValueError("contains a NUL character, which cannot be stored")
    return form


# a draft of a form: any storable JSON object
JsonForm = Annotated[dict[str, Any], AfterValidator(_storable_form)]
