"""The formats in which sources give their name and the ids of what they send."""

import re
from typing import Annotated

from pydantic import AfterValidator, StringConstraints

from kit.text import storable

MAX_EXTERNAL_ID = 200
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]")


def _address_part(external_id: str) -> str:
    """Checks an id that becomes part of a URL. Clients and proxies remove `.` and `..` from paths."""
    if _CONTROL.search(external_id):
        raise ValueError("must not contain a line end or another control character")
    if external_id in (".", ".."):
        raise ValueError("must not be . or .., which cannot be part of a URL")
    return external_id


SourceName = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9_-]{0,31}$")]
ExternalId = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=MAX_EXTERNAL_ID),
    AfterValidator(storable),
    AfterValidator(_address_part),
]
