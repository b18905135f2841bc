"""Try an entry of the banned words on stored reviews: the open ones, and those of the last 90 days."""

from collections import Counter
from collections.abc import Collection, Iterator
from datetime import timedelta
from random import Random
from typing import Any

from django.db.models import Q
from django.utils import timezone

from accounts.models import User
from banned_words.costs import Meter
from banned_words.fields import WordFields
from banned_words.matcher import Matcher
from banned_words.models import WordTrial
from banned_words.trying import matcher_of, saved_fields
from kit.database import is_away
from kit.errors import NotFoundError
from kit.keyset import each_by_key
from reviews.models import Review, ReviewStatus
from reviews.screening import SCREENED_FIELDS
from reviews.word_figures import DAYS, UPHELD

EXAMPLES = 20
MAX_MATCHED = 100_000  # ids stored with a trial; a batch holds fewer
RETENTION = timedelta(days=7)
BUDGET = 60.0  # seconds of processor time for the patterns of one trial
_CHUNK = 1_000
_AROUND = 60  # characters of context on each side of an example
_ENDED = (WordTrial.State.DONE, WordTrial.State.FAILED)
_ENDS = (ReviewStatus.PUBLISHED, *UPHELD, ReviewStatus.WITHDRAWN)


class _EndedError(Exception):
    """The same person began another trial, or the trial was deleted."""


class _CostlyError(Exception):
    """The pattern exceeded BUDGET."""


def new_trial(fields: WordFields, word_id: int | None, *, by: User) -> WordTrial:
    """Store a trial, and end the same person's unfinished one. `word_id`: the saved entry that `fields` would replace.
    The caller must serialise the calls of one person. Raises InvalidError, NotFoundError.
    """
    fields.require_usable()
    if word_id is not None:
        saved_fields(word_id)
    theirs = WordTrial.objects.filter(by=by).exclude(state__in=_ENDED)
    theirs.update(state=WordTrial.State.FAILED, reason=WordTrial.Reason.REPLACED)
    return WordTrial.objects.create(entry=fields.model_dump(), saved_id=word_id, by=by)


def run_trial(trial_id: int) -> None:
    """Search the reviews and store the figures. Idempotent: does nothing if the trial is deleted or has ended.

    An error sets the state to `failed` and is raised, except that the saved entry was retired or the pattern costs too
    much.
    """
    trial = WordTrial.objects.filter(pk=trial_id).exclude(state__in=_ENDED).first()
    if trial is None:
        return
    try:
        _search(trial)
    except _EndedError:
        return
    except Exception as error:
        if is_away(error):
            raise  # the job is retried
        reason = WordTrial.Reason.COSTLY if isinstance(error, _CostlyError) else ""
        _write(trial_id, state=WordTrial.State.FAILED, reason=reason)
        if not isinstance(error, NotFoundError | _CostlyError):
            raise


def _search(trial: WordTrial) -> None:
    since = timezone.now() - timedelta(days=DAYS)
    searched = Review.objects.filter(Q(received_at__gte=since) | ~Q(status__in=_ENDS))
    tried = matcher_of(WordFields(**trial.entry), trial.saved_id)
    saved = matcher_of(saved_fields(trial.saved_id), trial.saved_id) if trial.saved_id else None
    own, compared = Meter(), Meter()
    trial.total, trial.searched, trial.matched = searched.count(), 0, []
    _note(trial, state=WordTrial.State.RUNNING, total=trial.total, searched=0)
    counts: Counter[str] = Counter()
    examples: list[dict[str, Any]] = []
    chance = Random(trial.pk)  # noqa: S311 (a sample)
    rows = searched.values_list("pk", "status", "received_at", *SCREENED_FIELDS)
    for pk, status, received_at, *texts in each_by_key(rows, _CHUNK):
        trial.searched += 1
        if trial.searched % _CHUNK == 0:
            _note(trial, searched=trial.searched)
        is_open, is_recent = status not in _ENDS, received_at >= since
        counts.update(open_total=is_open, recent_total=is_recent)
        place = _first(tried, texts, own)
        if saved is not None and is_recent:
            counts["saved_recent"] += _first(saved, texts, compared) is not None
        if own.stopped or own.spent + compared.spent > BUDGET:
            raise _CostlyError
        if place is None:
            continue
        if (is_open or status == ReviewStatus.PUBLISHED) and len(trial.matched) < MAX_MATCHED:
            trial.matched.append(pk)
        counts.update(matched=1, open_matched=is_open, recent_matched=is_recent)
        counts.update(rejected=status in UPHELD, published=status == ReviewStatus.PUBLISHED, still_open=is_open)
        counts.update(withdrawn=status == ReviewStatus.WITHDRAWN, older=not is_recent)
        _sample(examples, {"review": pk, **place}, counts["matched"], chance)
    result = {**counts, "examples": examples}
    _note(trial, state=WordTrial.State.DONE, searched=trial.total, result=result, matched=trial.matched)


def _note(trial: WordTrial, **values: Any) -> None:
    """Store these values. Raises _EndedError if another trial of the same person has replaced this one."""
    if not _write(trial.pk, **values):
        raise _EndedError


def _write(trial_id: int, **values: Any) -> int:
    """Returns the number of updated rows: 0 if the trial has ended."""
    return WordTrial.objects.filter(pk=trial_id).exclude(state__in=_ENDED).update(**values)


def get_trial(trial_id: int) -> WordTrial:
    """Raises NotFoundError."""
    trial = WordTrial.objects.defer("matched").filter(pk=trial_id).first()
    if trial is None:
        raise _missing()
    return trial


def matched_in(trial_id: int, *, without: Collection[int]) -> list[int]:
    """Ids of the matching reviews that were open or published during the trial. Raises NotFoundError, also while the
    trial is unfinished. `without`: ids of reviews to leave out.
    """
    done = WordTrial.objects.filter(pk=trial_id, state=WordTrial.State.DONE)
    matched = done.values_list("matched", flat=True).first()
    if matched is None:
        raise _missing()
    return [review_id for review_id in matched if review_id not in without]


def _missing() -> NotFoundError:
    return NotFoundError("There is no such trial. Trials are deleted after a week.")


def examples_of(trial: WordTrial, *, without: Collection[int]) -> Iterator[dict[str, Any]]:
    """The examples with their context, from the current texts. `without`: ids of reviews to leave out."""
    examples = {example["review"]: example for example in trial.result.get("examples", ())}
    reviews = Review.objects.filter(pk__in=examples.keys() - set(without)).only("status", *SCREENED_FIELDS)
    for review in reviews.order_by("-received_at", "-pk"):
        place = examples[review.pk]
        text, start, end = getattr(review, place["field"]), place["start"], place["end"]
        first = max(start - _AROUND, 0)
        yield {
            "review_id": review.pk,
            "status": review.status,
            "field": place["field"],
            "text": text[first : end + _AROUND],
            "start": min(start - first, len(text[first : end + _AROUND])),
            "end": min(end - first, len(text[first : end + _AROUND])),
        }


def prune_trials() -> None:
    """Delete the trials that are older than RETENTION."""
    WordTrial.objects.filter(created_at__lt=timezone.now() - RETENTION).delete()


def _first(matcher: Matcher, texts: list[str], meter: Meter) -> dict[str, Any] | None:
    for field, text in zip(SCREENED_FIELDS, texts, strict=True):
        for match in matcher.find(text, meter):
            return {"field": field, "start": match.start, "end": match.end}
    return None


def _sample(examples: list[dict[str, Any]], found: dict[str, Any], number: int, chance: Random) -> None:
    """Reservoir sampling: each match has the same chance to become an example."""
    if len(examples) < EXAMPLES:
        examples.append(found)
    elif (place := chance.randrange(number)) < EXAMPLES:
        examples[place] = found
