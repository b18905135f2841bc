"""The list of banned words: its entries, tests and trials of entries, export and import."""

from operator import attrgetter
from typing import Any

from django.http import HttpResponseBase
from ninja import Query, Status

from api.banned_words.schemas import (
    FileIn,
    ImportResult,
    ListState,
    TestRequest,
    TestResult,
    TrialOut,
    TrialRef,
    TrialRequest,
    WordChanges,
    WordId,
    WordList,
    WordOut,
    WordQuery,
)
from api.http.auth import Staff, StaffRequest
from api.http.errors import Problem
from api.http.files import CSV_FILE, file_response
from api.http.repeats import repeated_by
from api.http.replica import from_replica
from api.http.routing import Router
from banned_words.entries import add_word, change_word, retire_word
from banned_words.fields import WordFields
from banned_words.files import export_words, import_words
from banned_words.models import BannedWord, ListVersion, WordTrial
from banned_words.trying import try_text
from reviews.word_figures import WordFilters, word_page, word_totals
from reviews.word_trials import examples_of, get_trial
from workflows.engine.reading.lists.blindness import subjects_hidden_from
from workflows.reviews.subject import REVIEW
from workflows.reviews.word_trials import start_trial

router = Router(tags=["Banned words"])

PERMISSION = "banned_words"


@router.get("/banned-words", response=WordList, auth=Staff(PERMISSION), operation_id="listBannedWords")
def list_words(request: StaffRequest, query: Query[WordQuery]) -> Any:
    """A page of the entries, with figures of their matches. Reviews of the caller's second looks are not counted."""
    filters = WordFilters(query.q, query.action, query.language, query.state, _hidden(request))
    descending = query.direction == "desc"
    return word_page(filters, sort=query.sort, descending=descending, cursor=query.cursor, limit=query.limit)


def _added(request: StaffRequest, word_id: int, **_: Any) -> Any:
    return BannedWord.objects.get(pk=word_id)  # retired entries are not deleted


@router.post(
    "/banned-words", response={201: WordOut, 409: Problem}, auth=Staff(PERMISSION), operation_id="addBannedWord"
)
@repeated_by(_added, keep=attrgetter("pk"))
def add(request: StaffRequest, body: WordFields) -> Any:
    """Add an entry; it takes effect at the next screening. 409 `word_exists`, `list_full`."""
    return Status(201, add_word(body, by=request.auth.user))


@router.get("/banned-words/version", response=ListState, auth=Staff(PERMISSION), operation_id="getBannedWordsVersion")
def read_version(request: StaffRequest) -> Any:
    version = ListVersion.objects.get()
    return {"number": version.number, "changed_at": version.changed_at, "totals": word_totals()}


@router.get(
    "/banned-words/export",
    response=dict[str, Any],
    auth=Staff(PERMISSION, asks_again=True),
    operation_id="exportBannedWords",
    openapi_extra=CSV_FILE,
)
@from_replica
def export(request: StaffRequest) -> HttpResponseBase:
    """The list as a CSV file, without retired entries."""
    return file_response(export_words(by=request.auth.user), "banned-words")


@router.post(
    "/banned-words/import",
    response={200: ImportResult, 409: Problem},
    auth=Staff(PERMISSION),
    operation_id="importBannedWords",
)
def import_file(request: StaffRequest, body: FileIn) -> Any:
    """Add the entries of a file, and change those with the same term and mode. Nothing is retired. 409 `list_full`."""
    done = import_words(body.csv, by=request.auth.user)
    problems = [{"line": line, "reason": reason} for line, reason in done.problems]
    return {
        "added": done.added,
        "changed": done.changed,
        "unchanged": done.unchanged,
        "refused": done.refused,
        "problems": problems,
    }


@router.post("/banned-words/test", response=TestResult, auth=Staff(PERMISSION), operation_id="testBannedWords")
def test(request: StaffRequest, body: TestRequest) -> Any:
    """The matches in a text, and the views in which they were found. Nothing is stored."""
    tried = try_text(body.text, body.entry, body.entry_id)
    return {
        "version": tried.version,
        "matches": [
            {
                "term": tried.terms.get(match.entry_id, ""),
                "entry_id": match.entry_id,
                "start": match.start,
                "end": match.end,
                "action": match.action,
                "view": match.view,
                "shadow": match.is_shadow,
            }
            for match in tried.found.matches
        ],
        "spared": [_stretch(place) for place in tried.found.spared],
        "readings": [
            {"view": reading.view, "text": reading.text, "marks": [_stretch(mark) for mark in reading.marks]}
            for reading in tried.readings
        ],
    }


@router.post(
    "/banned-words/trial", response={202: TrialRef, 404: Problem}, auth=Staff(PERMISSION), operation_id="tryBannedWord"
)
def begin_trial(request: StaffRequest, body: TrialRequest) -> Any:
    """Try an entry in the background on the open reviews and on those of the last 90 days.

    It replaces the caller's previous trial if that has not ended.
    """
    return Status(202, start_trial(body.entry, body.entry_id, by=request.auth.user))


@router.get(
    "/banned-words/trial/{trial_id}", response=TrialOut, auth=Staff(PERMISSION), operation_id="getBannedWordTrial"
)
def read_trial(request: StaffRequest, trial_id: WordId) -> Any:
    """Progress and result of a trial. Examples leave out the reviews of the caller's second looks."""
    trial = get_trial(trial_id)
    return _trial(trial, list(examples_of(trial, without=_hidden(request))))


@router.patch(
    "/banned-words/{word_id}",
    response={200: WordOut, 409: Problem},
    auth=Staff(PERMISSION),
    operation_id="changeBannedWord",
)
def change(request: StaffRequest, word_id: WordId, body: WordChanges) -> Any:
    """Change an entry; it takes effect at the next screening. 409 `word_exists`, `list_full`."""
    return change_word(word_id, body.model_dump(exclude_none=True), by=request.auth.user)


@router.delete("/banned-words/{word_id}", response={204: None}, auth=Staff(PERMISSION), operation_id="retireBannedWord")
def retire(request: StaffRequest, word_id: WordId) -> Any:
    """Take an entry out of the list. It is not deleted, because reviews refer to it."""
    retire_word(word_id, by=request.auth.user)
    return Status(204, None)


def _hidden(request: StaffRequest) -> Any:
    return subjects_hidden_from(request.auth.user, REVIEW)


def _stretch(place: tuple[int, int]) -> dict[str, int]:
    return {"start": place[0], "end": place[1]}


def _trial(trial: WordTrial, examples: list[dict[str, Any]]) -> dict[str, Any]:
    counted = ("open_matched", "open_total", "recent_matched", "recent_total")
    ends = ("rejected", "published", "still_open", "withdrawn", "older")
    return {
        "id": trial.pk,
        "state": trial.state,
        "reason": trial.reason,
        "searched": trial.searched,
        "total": trial.total,
        **{name: trial.result.get(name, 0) for name in counted + ends},
        "saved_recent": trial.result.get("saved_recent", 0) if trial.saved_id else None,
        "examples": examples,
    }
