"""A review as a source sends it: which fields it has, and what each may hold (product.md, In and out)."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Annotated, Any

from django.utils import timezone
from pydantic import (
    AfterValidator,
    AwareDatetime,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StringConstraints,
    ValidationError,
    model_validator,
)

from companies.lookup import MAX_ID, MAX_NAME_LENGTH, CompanyRef
from kit.errors import InvalidError
from kit.text import as_name, is_blank, storable
from reviews.models import Source

MAX_WORDS = 20_000  # characters of `text` and of `constructive`, each (product.md, In and out)
EARLIEST = datetime(1900, 1, 1, tzinfo=UTC)
AHEAD = timedelta(days=1)  # a source's clock, or its time zone, may be a little wrong
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]")


def _company(value: Any) -> CompanyRef:
    """A number is an id; a text an HSOne id or else a name; an object says which."""
    match value:
        case bool():
            pass
        case int():
            return CompanyRef(id=_id(value))
        case str():
            return CompanyRef(word=_name(value))
        case {"id": int(number), **others} if not others and not isinstance(number, bool):
            return CompanyRef(id=_id(number))
        case {"hsone_id": str(code), **others} if not others:
            return CompanyRef(hsone_id=_name(code))
        case {"name": str(name), **others} if not others:
            return CompanyRef(name=_name(name))
    raise ValueError("must be an id, an HSOne id or a name")


def _id(number: int) -> int:
    if not 0 < number <= MAX_ID:
        raise ValueError("is no number of a company")
    return number


def _name(text: str) -> str:
    name = as_name(storable(text))
    if not 0 < len(name) <= MAX_NAME_LENGTH:
        raise ValueError(f"must have 1 to {MAX_NAME_LENGTH} characters")
    return name


def _address_part(external_id: str) -> str:
    """A source takes a review back by an address that ends in its id; clients and proxies drop `.` and `..` there."""
    if _CONTROL.search(external_id):
        raise ValueError("must not hold a line end or another control character")
    if external_id in (".", ".."):
        raise ValueError("must not be . or .., which an address cannot end in")
    return external_id


def _written_time(value: Any) -> Any:
    if not isinstance(value, str | datetime | None):
        raise ValueError("must be a time in ISO 8601, with its time zone")  # a number would pass for seconds
    return value


def _believable_time(moment: datetime) -> datetime:
    if not EARLIEST <= moment <= timezone.now() + AHEAD:
        raise ValueError(f"must lie between {EARLIEST.year} and now")
    return moment


Stored = AfterValidator(storable)


def _line(max_length: int, *, min_length: int = 0) -> Any:
    return Annotated[
        str, StringConstraints(strip_whitespace=True, min_length=min_length, max_length=max_length), Stored
    ]


# as they were written: not even trimmed, for the text as received never changes
Words = Annotated[str, StringConstraints(max_length=MAX_WORDS), Stored]
Moment = Annotated[AwareDatetime, BeforeValidator(_written_time), AfterValidator(_believable_time), Field(strict=False)]


class IncomingReview(BaseModel):
    """Identity is `source` with `external_id`. Fields that nobody knows are not looked at."""

    model_config = ConfigDict(strict=True, arbitrary_types_allowed=True)

    source: Annotated[Source, Field(strict=False)]
    # the types are made by a function, which a type checker does not follow
    external_id: Annotated[_line(200, min_length=1), AfterValidator(_address_part)]  # type: ignore[valid-type]
    company: Annotated[Any, BeforeValidator(_company)]
    title: _line(500) = ""  # type: ignore[valid-type]
    author_name: _line(300) = ""  # type: ignore[valid-type]
    author_email: _line(254) = ""  # type: ignore[valid-type]
    author_mobile: _line(40) = ""  # type: ignore[valid-type]
    anonymous: bool = False
    business_name: _line(300) | None = None  # type: ignore[valid-type]
    job_title: _line(300) | None = None  # type: ignore[valid-type]
    rating: Annotated[int, Field(ge=1, le=5)] | None = None
    text: Words = ""
    constructive: Words = ""
    verified: bool = False
    posted_at: Moment | None = None

    @model_validator(mode="after")
    def _has_words(self) -> "IncomingReview":
        if is_blank(self.text) and is_blank(self.constructive):
            raise ValueError("text and constructive are both blank")
        return self

    @property
    def identity(self) -> tuple[str, str]:
        return str(self.source), self.external_id


def parse_review(fields: Any) -> IncomingReview:
    """Raises InvalidError with the sentences for each field."""
    if not isinstance(fields, Mapping):
        raise InvalidError({"": ["must be an object"]})
    try:
        return IncomingReview.model_validate(fields)
    except ValidationError as error:
        raise InvalidError(_by_field(error)) from None


def _by_field(error: ValidationError) -> dict[str, list[str]]:
    fields: dict[str, list[str]] = {}
    for problem in error.errors(include_url=False, include_input=False):
        field = str(problem["loc"][0]) if problem["loc"] else "text"
        fields.setdefault(field, []).append(problem["msg"].removeprefix("Value error, "))
    return fields
