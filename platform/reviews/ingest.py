"""Ingest reviews: validate what a source sends (product.md, In and out), find existing reviews, save new ones."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any

from django.db import IntegrityError, connection, transaction
from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StringConstraints,
    ValidationError,
    model_validator,
)

from companies.lookup import Found, find_or_make_companies, read_reference
from kit.copying import Rows, another, reserve_ids
from kit.errors import InvalidError, message_of
from kit.sources import ExternalId
from kit.text import is_blank, storable
from kit.times import PastMoment
from reviews.errors import OtherAuthorError, RepeatedIdError
from reviews.facts import FACTS, other_address
from reviews.models import Review, Source
from reviews.revisions import REVISED_FIELDS
from reviews.screening import Findings, search_new_reviews

MAX_WORDS = 20_000  # characters of `text` and of `constructive`, each (product.md, In and out)
# lock timeout: callers that send the same reviews wait for each other
_PATIENCE = "20s"

Identity = tuple[str, str]

_EXISTING = """
    SELECT review.source, review.external_id, review.id, review.verified, {facts}, {fields}
    FROM unnest(%s::text[], %s::text[]) AS wanted (source, external_id)
    JOIN reviews_review review ON review.source = wanted.source AND review.external_id = wanted.external_id
    JOIN LATERAL (SELECT {fields} FROM reviews_revision
                  WHERE review_id = review.id AND author_id IS NULL ORDER BY number DESC LIMIT 1) newest ON true
"""
_FIRST_REVISIONS = """
    INSERT INTO reviews_revision (review_id, number, reason, created_at, {fields})
    SELECT id, 1, '', received_at, {fields} FROM reviews_review WHERE id = ANY(%s) ORDER BY id
"""

Stored = AfterValidator(storable)


def _trimmed(max_length: int) -> StringConstraints:
    return StringConstraints(strip_whitespace=True, max_length=max_length)


# not trimmed: the text is stored as received
Words = Annotated[str, StringConstraints(max_length=MAX_WORDS), Stored]


class IncomingReview(BaseModel):
    """A review as a source sends it, identified by `source` and `external_id`. Unknown fields are ignored."""

    model_config = ConfigDict(strict=True, arbitrary_types_allowed=True)

    source: Annotated[Source, Field(strict=False)]
    external_id: ExternalId
    company: Annotated[Any, BeforeValidator(read_reference)]
    title: Annotated[str, _trimmed(500), Stored] = ""
    author_name: Annotated[str, _trimmed(300), Stored] = ""
    author_email: Annotated[str, _trimmed(254), Stored] = ""
    author_mobile: Annotated[str, _trimmed(40), Stored] = ""
    anonymous: bool = False
    business_name: Annotated[str, _trimmed(300), Stored] | None = None
    job_title: Annotated[str, _trimmed(300), Stored] | None = None
    rating: Annotated[int, Field(ge=1, le=5)] | None = None
    text: Words = ""
    constructive: Words = ""
    verified: bool = False
    posted_at: PastMoment | None = None

    @model_validator(mode="after")
    def _has_words(self) -> "IncomingReview":
        if is_blank(self.text) and is_blank(self.constructive):
            raise ValueError("text and constructive are both blank")
        return self

    @property
    def identity(self) -> Identity:
        return str(self.source), self.external_id


def parse_review(fields: Any) -> IncomingReview:
    """Raises InvalidError with messages for each field."""
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
        fields.setdefault(field, []).append(message_of(problem))
    return fields


@dataclass(frozen=True, slots=True)
class ExistingReview:
    """An existing review with the text that its author sent last (staff may have edited it since)."""

    id: int
    verified: bool
    words: Mapping[str, Any]
    facts: Mapping[str, Any]

    def changes(self, incoming: IncomingReview) -> dict[str, Any]:
        """The sent text fields that differ."""
        sent = incoming.model_fields_set.intersection(REVISED_FIELDS)
        return {name: getattr(incoming, name) for name in sent if getattr(incoming, name) != self.words[name]}

    def require_same_author(self, incoming: IncomingReview) -> None:
        """Raises OtherAuthorError if an address differs. A different name alone is accepted."""
        if field := other_address(self.facts, incoming.__dict__):
            raise OtherAuthorError(field)

    def amendments(self, incoming: IncomingReview) -> dict[str, Any]:
        """The sent FACTS that differ. An omitted or empty fact changes nothing."""
        sent = {name: getattr(incoming, name) for name in FACTS if name in incoming.model_fields_set}
        return {name: value for name, value in sent.items() if value not in (None, "", self.facts[name])}


@dataclass(frozen=True, slots=True)
class NewReview:
    """A screened review that is not saved yet. `place`: its index in the call. `country`: number of its country."""

    place: int
    review: Review
    findings: Findings
    country: int


@dataclass(frozen=True, slots=True)
class SortedReviews:
    """The reviews of a call, by their index in the call.

    `existing`: stored reviews by identity. `new`: reviews to save. `refused`: the errors of refused reviews, by index.
    """

    incoming: dict[int, IncomingReview]
    existing: dict[Identity, ExistingReview]
    new: list[NewReview]
    refused: dict[int, InvalidError]


def sort_reviews(sent: Sequence[Any], raw: Sequence[Any], at: datetime) -> SortedReviews:
    """Sort the reviews of a call into existing, new and refused. If several have one identity, the first is taken;
    a later one that differs from it is refused (RepeatedIdError).

    Runs in the caller's transaction, with a constant number of statements. `sent`: IncomingReviews, or objects to
    parse. `raw`: raw data to store with each review.
    """
    incoming, refused = _read(sent)
    existing = find_existing({review.identity for review in incoming.values()})
    firsts: dict[Identity, int] = {}
    for place, review in incoming.items():
        if review.identity not in existing:
            firsts.setdefault(review.identity, place)
    if not firsts:
        return SortedReviews(incoming, existing, [], refused)
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('lock_timeout', %s, true)", [_PATIENCE])
    companies = find_or_make_companies({incoming[place].company for place in firsts.values()})
    chosen: dict[int, Found] = {}
    for place in firsts.values():
        company = companies[incoming[place].company]
        if isinstance(company, str):
            refused[place] = InvalidError({"company": [company]})
        else:
            chosen[place] = company
    return SortedReviews(incoming, existing, _new_reviews(incoming, raw, chosen, at) if chosen else [], refused)


def _read(sent: Sequence[Any]) -> tuple[dict[int, IncomingReview], dict[int, InvalidError]]:
    incoming: dict[int, IncomingReview] = {}
    refused: dict[int, InvalidError] = {}
    firsts: dict[Identity, IncomingReview] = {}
    for place, item in enumerate(sent):
        try:
            review = item if isinstance(item, IncomingReview) else parse_review(item)
            if firsts.setdefault(review.identity, review).__dict__ != review.__dict__:
                raise RepeatedIdError("in this call")
            incoming[place] = review
        except InvalidError as error:
            refused[place] = error
    return incoming, refused


def find_existing(identities: Collection[Identity]) -> dict[Identity, ExistingReview]:
    """The stored reviews with these identities, in one statement."""
    sources, external_ids = zip(*identities, strict=True) if identities else ((), ())
    fields = ", ".join(f"newest.{name}" for name in REVISED_FIELDS)
    with connection.cursor() as cursor:
        query = _EXISTING.replace("{facts}", ", ".join(f"review.{name}" for name in FACTS))
        query = query.replace("{fields}", fields, 1).replace("{fields}", ", ".join(REVISED_FIELDS), 1)
        cursor.execute(query, [list(sources), list(external_ids)])
        rows = cursor.fetchall()
    return {
        (source, external_id): ExistingReview(
            pk,
            verified,
            dict(zip(REVISED_FIELDS, values[len(FACTS) :], strict=True)),
            dict(zip(FACTS, values, strict=False)),
        )
        for source, external_id, pk, verified, *values in rows
    }


def save_new_reviews(reviews: Sequence[Review]) -> set[int]:
    """Save reviews with their first revisions. Returns the saved ids; a parallel caller may have saved the others.

    Rows are written ordered by identity, to avoid deadlocks between callers that send the same reviews.
    """
    in_order = sorted(reviews, key=lambda review: (review.source, review.external_id))
    numbers = [review.pk for review in reviews]
    try:
        with transaction.atomic():
            rows = Rows(in_order[0])
            for review in in_order:
                rows.add_instance(review)
            rows.write()
        saved = set(numbers)
    except IntegrityError:  # rare: COPY cannot skip conflicts
        Review.objects.bulk_create(in_order, ignore_conflicts=True)
        saved = set(Review.objects.filter(pk__in=numbers).values_list("pk", flat=True))
    with connection.cursor() as cursor:
        cursor.execute(_FIRST_REVISIONS.format(fields=", ".join(REVISED_FIELDS)), [sorted(saved)])
    return saved


def _new_reviews(
    incoming: Mapping[int, IncomingReview], raw: Sequence[Any], chosen: Mapping[int, Found], at: datetime
) -> list[NewReview]:
    like = Review(received_at=at)
    reviews = [
        another(like, **_fields(incoming[place]), id=pk, company_id=company.id, raw=raw[place] if raw else {})
        for pk, (place, company) in zip(reserve_ids(Review, len(chosen)), chosen.items(), strict=True)
    ]
    screened = zip(chosen.items(), reviews, search_new_reviews(reviews), strict=True)
    return [NewReview(place, review, findings, company.country) for (place, company), review, findings in screened]


def _fields(incoming: IncomingReview) -> dict[str, Any]:
    return {name: value for name, value in incoming.__dict__.items() if name != "company"}
