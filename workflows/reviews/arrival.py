"""Reviews come in: up to a thousand at once, each with its process at the step that the flow itself chooses."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from django.db import OperationalError, connection, transaction
from django.utils import timezone

from companies.lookup import Found, find_or_make_companies
from kit.copying import another
from kit.errors import InvalidError, NotFoundError
from reviews.arrivals import Identity, KnownReview, find_known, new_reviews, save_new_reviews
from reviews.incoming import IncomingReview
from reviews.models import Review
from reviews.screening import Findings, search_reviews
from workflows.engine.core.errors import TaskBusyError
from workflows.engine.core.lifecycle import withdraw_process
from workflows.engine.core.locks import is_lock_failure
from workflows.engine.core.starting import Arrival, begin_processes, foresee
from workflows.review_moderation import ReviewModeration
from workflows.reviews.process import ReviewProcess
from workflows.reviews.sources import amend_from_source, newest_process, revise_from_source, vouch_for

MAX_AT_ONCE = 1_000  # product.md, In and out
# who sends the same at the same moment waits for the other, who is done within seconds
_WAIT = "20s"


class Fate(StrEnum):
    """What became of a review that was sent."""

    ACCEPTED = "accepted"
    DUPLICATE = "duplicate"
    REVISED = "revised"
    AMENDED = "amended"
    VERIFIED = "verified"
    REJECTED = "rejected"
    BUSY = "busy"


@dataclass(frozen=True, slots=True)
class Received:
    """`copies`: how many others with equal content there were. `errors`: sentences by field."""

    fate: Fate
    review_id: int | None = None
    copies: int = 0
    errors: Mapping[str, list[str]] = field(default_factory=dict)


_BUSY = Received(Fate.BUSY, errors={"": ["Somebody is changing this review. Send it again."]})


@dataclass(frozen=True, slots=True)
class _New:
    review: Review
    findings: Findings
    arrival: Arrival


def receive_reviews(incoming: Sequence[IncomingReview], raw: Sequence[Any] = ()) -> list[Received]:
    """Take reviews in; what became of each, in their order. `raw`: what to keep with each for the record.

    Those that are new share one transaction and a constant number of statements. A known one whose author has
    written anew, or which is now vouched for, has a transaction of its own. Raises TaskBusyError.
    """
    fates: list[Received | None] = [None] * len(incoming)
    known = find_known({one.identity for one in incoming})
    firsts: dict[Identity, int] = {}
    for place, one in enumerate(incoming):
        if one.identity not in known:
            firsts.setdefault(one.identity, place)
    if firsts:
        places = list(firsts.values())
        kept = [raw[place] if raw else {} for place in places]
        try:
            taken_in = _take_in([incoming[place] for place in places], kept)
        except OperationalError as error:
            if is_lock_failure(error):
                raise TaskBusyError("The same reviews are being received at this moment. Try again.") from error
            raise
        for place, fate in zip(places, taken_in, strict=True):
            fates[place] = fate
    left = [place for place, fate in enumerate(fates) if fate is None]
    _hear_again(left, incoming, known, fates)
    return [fate or _BUSY for fate in fates]


def withdraw_review(source: str, external_id: str) -> None:
    """The source takes a review back. Twice changes nothing. Raises NotFoundError, TaskBusyError."""
    review_id = Review.objects.filter(source=source, external_id=external_id).values_list("pk", flat=True).first()
    if review_id is None:
        raise NotFoundError("There is no review with this source and external id.")
    with newest_process(ReviewModeration, review_id) as process:
        withdraw_process(process)


def _take_in(incoming: Sequence[IncomingReview], raw: Sequence[Any]) -> list[Received | None]:
    """None for those that somebody else sent at the same moment."""
    fates: list[Received | None] = [None] * len(incoming)
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SELECT set_config('lock_timeout', %s, true)", [_WAIT])
        companies = find_or_make_companies({one.company for one in incoming})
        places = []
        for place, one in enumerate(incoming):
            company = companies[one.company]
            if isinstance(company, str):
                fates[place] = Received(Fate.REJECTED, errors={"company": [company]})
            else:
                places.append(place)
        if not places:
            return fates
        now = timezone.now()
        found = [companies[incoming[place].company] for place in places]
        chosen = [company for company in found if isinstance(company, Found)]
        numbers = [company.id for company in chosen]
        reviews = new_reviews([incoming[place] for place in places], numbers, now, [raw[place] for place in places])
        new = list(_prepare(reviews, [company.country for company in chosen]))
        saved = save_new_reviews(reviews)
        mine = [one.arrival for one in new if one.review.pk in saved]
        if mine:
            begin_processes(ReviewModeration, mine, now)
    for place, taken in zip(places, new, strict=True):
        if taken.review.pk in saved:
            fates[place] = Received(Fate.ACCEPTED, taken.review.pk, taken.findings.copies)
    return fates


def _prepare(reviews: Sequence[Review], countries: Sequence[int]) -> Iterator[_New]:
    """Screened, and with the step that it will wait in, which gives it its status."""
    like = ReviewProcess()
    like.flow_class = ReviewModeration
    for review, findings, country in zip(reviews, search_reviews(reviews), countries, strict=True):
        process = another(like)
        process.use(review)
        ReviewModeration.begin(process, review, findings, country)
        arrival = foresee(ReviewModeration.received, process)
        review.flagged_words, review.status = findings.flagged_words, arrival.step.status
        yield _New(review, findings, arrival)


def _hear_again(
    places: Sequence[int],
    incoming: Sequence[IncomingReview],
    known: dict[Identity, KnownReview],
    fates: list[Received | None],
) -> None:
    """Reviews that are here already, or have come twice: in the order of their numbers, so never in a circle."""
    missing = {incoming[place].identity for place in places} - known.keys()
    known |= find_known(missing) if missing else {}
    rejected = [place for place in places if incoming[place].identity not in known]
    for place in rejected:  # the second of two whose first was rejected
        fates[place] = _take_in([incoming[place]], [{}])[0] or _BUSY  # somebody else sent it at this moment
    for place in sorted(set(places) - set(rejected), key=lambda place: (known[incoming[place].identity].id, place)):
        fates[place] = _hear(incoming[place], known)


def _hear(incoming: IncomingReview, known: dict[Identity, KnownReview]) -> Received:
    before = known[incoming.identity]
    changes, amendments = before.changes(incoming), before.amendments(incoming)
    is_vouched_for = incoming.verified and not before.verified
    if not changes and not amendments and not is_vouched_for:
        return Received(Fate.DUPLICATE, before.id)
    try:
        with transaction.atomic():
            revised = bool(changes) and revise_from_source(
                ReviewModeration, ReviewModeration.received, before.id, changes
            )
            if amendments:
                amend_from_source(ReviewModeration, ReviewModeration.received, before.id, amendments)
            vouched = is_vouched_for and vouch_for(ReviewModeration, before.id)
    except TaskBusyError:
        return replace(_BUSY, review_id=before.id)
    except InvalidError as error:
        return Received(Fate.REJECTED, before.id, errors=error.fields)
    known.update(find_known([incoming.identity]))
    return Received(_fate(revised=revised, amended=bool(amendments), vouched=vouched), before.id)


def _fate(*, revised: bool, amended: bool, vouched: bool) -> Fate:
    """What weighs most of what was new."""
    if revised:
        return Fate.REVISED
    if amended:
        return Fate.AMENDED
    return Fate.VERIFIED if vouched else Fate.DUPLICATE
