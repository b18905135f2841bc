"""The list of banned words: its entries, trying them, and files of them."""

from datetime import datetime
from typing import Annotated, Any, Literal

from django.http import HttpResponseBase
from ninja import Field, Path, Query, Router, Schema, Status

from api.http.auth import Staff, StaffRequest
from api.http.errors import refusals
from api.http.files import CSV_FILE, file_response
from api.http.parsing import Payload
from api.http.texts import SearchText, Storable
from banned_words.entries import add_word, change_word, retire_word
from banned_words.fields import LanguageCode, WordFields
from banned_words.files import export_words, import_words
from banned_words.models import ListVersion, WordTrial
from banned_words.trying import try_text
from reviews.word_figures import MAX_PAGE_SIZE, PAGE_SIZE, Sort, WordFilters, word_page, word_totals
from reviews.word_trials import examples_of, get_trial
from workflows.engine.inbox.blindness import subjects_hidden_from
from workflows.reviews.subject import REVIEW
from workflows.reviews.word_trials import start_trial

router = Router(tags=["Banned words"])

PERMISSION = "banned_words"
MAX_TEXT = 20_000  # of a field of a review
MAX_FILE = 1_500_000  # characters

WordId = Annotated[int, Path(ge=1, le=2**63 - 1)]
SavedId = Annotated[int | None, Field(ge=1, le=2**63 - 1)]


class WordChanges(Payload):
    """Only what is sent is changed."""

    term: str | None = None
    mode: Literal["word", "prefix", "phrase", "pattern"] | None = None
    action: Literal["flag", "hold", "reject"] | None = None
    severity: Literal[1, 2, 3] | None = None
    language: str | None = None
    notes: str | None = None
    exceptions: list[str] | None = None
    shadow: bool | None = None


class WordOut(Schema):
    id: int
    term: str
    mode: str
    action: str
    severity: int
    language: str
    notes: str
    exceptions: list[str]
    shadow: bool
    retired_at: datetime | None
    updated_at: datetime


class WordRow(WordOut):
    """`matches`: reviews of the last 90 days; `rejected`, `published`: those that people have rejected (or restricted)
    and published. `precision`: rejected of both, from 0 to 1, null before the first decision."""

    matches: int
    rejected: int
    published: int
    precision: float | None


class WordQuery(Schema):
    """By precision: first the entries whose matches people rejected least (`desc`: most); undecided ones last."""

    q: SearchText = ""
    action: Literal["", "flag", "hold", "reject"] = ""
    language: LanguageCode = ""
    state: Literal["", "shadow", "retired"] = ""
    sort: Sort = "precision"
    direction: Literal["asc", "desc"] = "asc"
    cursor: Annotated[str, Field(max_length=1_000)] = ""
    limit: Annotated[int, Field(ge=1, le=1_000_000_000_000, description=f"Never more than {MAX_PAGE_SIZE}.")] = (
        PAGE_SIZE
    )


class WordList(Schema):
    items: list[WordRow]
    next_cursor: str | None


class ListState(Schema):
    """`totals`: entries of the list by action, `all`, and `shadow`, which only count and are in the others as well."""

    number: int
    changed_at: datetime
    totals: dict[str, int]


class TestRequest(Payload):
    """`entry`: tried as if it were in the list; `entry_id`: the saved entry that it replaces."""

    text: Annotated[str, Field(max_length=MAX_TEXT), Storable]
    entry: WordFields | None = None
    entry_id: SavedId = None


class TestMatch(Schema):
    """`entry_id` 0: the entry that is tried and not saved."""

    term: str
    entry_id: int
    start: int
    end: int
    action: str
    view: str
    shadow: bool


class Stretch(Schema):
    start: int
    end: int


class ReadingOut(Schema):
    """The text in a view in which something matched, and where in it."""

    view: Literal["folded", "leetspeak", "joined"]
    text: str
    marks: list[Stretch]


class TestResult(Schema):
    """`spared`: where an exception keeps an entry from matching."""

    version: int
    matches: list[TestMatch]
    spared: list[Stretch]
    readings: list[ReadingOut]


class TrialRequest(Payload):
    """`entry_id`: the saved entry that it would replace."""

    entry: WordFields
    entry_id: SavedId = None


class TrialRef(Schema):
    id: int


class TrialExample(Schema):
    """A stretch of a review's text, and where in it the entry matched."""

    review_id: int
    status: str
    field: str
    text: str
    start: int
    end: int


class TrialOut(Schema):
    """Numbers of reviews. `recent`: of the last 90 days, open ones included. `rejected`, `published`, `still_open`: of
    all that matched. `saved_recent`: what the saved entry matches of the recent ones, null without one. `failed`: the
    saved entry was retired meanwhile, or an error ended the trial."""

    id: int
    state: Literal["waiting", "running", "done", "failed"]
    searched: int
    total: int
    open_matched: int
    open_total: int
    recent_matched: int
    recent_total: int
    rejected: int
    published: int
    still_open: int
    saved_recent: int | None
    examples: list[TrialExample]


class FileIn(Payload):
    csv: Annotated[str, Field(max_length=MAX_FILE), Storable]


class RefusedLine(Schema):
    line: int
    reason: str


class ImportResult(Schema):
    """`problems`: of the first refused lines."""

    added: int
    changed: int
    unchanged: int
    refused: int
    problems: list[RefusedLine]


@router.get(
    "/banned-words",
    response={200: WordList, **refusals(401, 403)},
    auth=Staff(PERMISSION),
    operation_id="listBannedWords",
)
def list_words(request: StaffRequest, query: Query[WordQuery]) -> Any:
    """The entries, with what became of their matches. Reviews of the caller's second looks are not counted."""
    filters = WordFilters(query.q, query.action, query.language, query.state, _hidden(request))
    descending = query.direction == "desc"
    return word_page(filters, sort=query.sort, descending=descending, cursor=query.cursor, limit=query.limit)


@router.post(
    "/banned-words",
    response={201: WordOut, **refusals(401, 403, 409, 413, 415)},
    auth=Staff(PERMISSION),
    operation_id="addBannedWord",
)
def add(request: StaffRequest, body: WordFields) -> Any:
    """Add an entry; it works at the next call. 409 `word_exists`, `list_full`."""
    return Status(201, add_word(body, by=request.auth.user))


@router.get(
    "/banned-words/version",
    response={200: ListState, **refusals(401, 403)},
    auth=Staff(PERMISSION),
    operation_id="getBannedWordsVersion",
)
def read_version(request: StaffRequest) -> Any:
    version = ListVersion.objects.get()
    return {"number": version.number, "changed_at": version.changed_at, "totals": word_totals()}


@router.get(
    "/banned-words/export",
    response={200: dict[str, Any], **refusals(401, 403)},
    auth=Staff(PERMISSION),
    operation_id="exportBannedWords",
    openapi_extra=CSV_FILE,
)
def export(request: StaffRequest) -> HttpResponseBase:
    """The list as a file of comma-separated values, without retired entries."""
    return file_response(export_words(by=request.auth.user), "banned-words")


@router.post(
    "/banned-words/import",
    response={200: ImportResult, **refusals(401, 403, 409, 413, 415)},
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


@router.post(
    "/banned-words/test",
    response={200: TestResult, **refusals(401, 403, 413, 415)},
    auth=Staff(PERMISSION),
    operation_id="testBannedWords",
)
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
    "/banned-words/trial",
    response={202: TrialRef, **refusals(401, 403, 404, 413, 415)},
    auth=Staff(PERMISSION),
    operation_id="tryBannedWord",
)
def begin_trial(request: StaffRequest, body: TrialRequest) -> Any:
    """Try an entry in the background on the open reviews and on those of the last 90 days."""
    return Status(202, start_trial(body.entry, body.entry_id))


@router.get(
    "/banned-words/trial/{trial_id}",
    response={200: TrialOut, **refusals(401, 403, 404)},
    auth=Staff(PERMISSION),
    operation_id="getBannedWordTrial",
)
def read_trial(request: StaffRequest, trial_id: WordId) -> Any:
    """Progress and result of a trial. Examples leave out the reviews of the caller's second looks."""
    trial = get_trial(trial_id)
    return _trial(trial, list(examples_of(trial, without=_hidden(request))))


@router.patch(
    "/banned-words/{word_id}",
    response={200: WordOut, **refusals(401, 403, 404, 409, 413, 415)},
    auth=Staff(PERMISSION),
    operation_id="changeBannedWord",
)
def change(request: StaffRequest, word_id: WordId, body: WordChanges) -> Any:
    """Change an entry; it works at the next call. 409 `word_exists`, `list_full`."""
    return change_word(word_id, body.model_dump(exclude_none=True), by=request.auth.user)


@router.delete(
    "/banned-words/{word_id}",
    response={204: None, **refusals(401, 403, 404)},
    auth=Staff(PERMISSION),
    operation_id="retireBannedWord",
)
def retire(request: StaffRequest, word_id: WordId) -> Any:
    """Take an entry out of the list. It is not deleted: reviews name it."""
    retire_word(word_id, by=request.auth.user)
    return Status(204, None)


def _hidden(request: StaffRequest) -> Any:
    return subjects_hidden_from(request.auth.user, REVIEW)


def _stretch(place: tuple[int, int]) -> dict[str, int]:
    return {"start": place[0], "end": place[1]}


def _trial(trial: WordTrial, examples: list[dict[str, Any]]) -> dict[str, Any]:
    counted = ("open_matched", "open_total", "recent_matched", "recent_total", "rejected", "published", "still_open")
    return {
        "id": trial.pk,
        "state": trial.state,
        "searched": trial.searched,
        "total": trial.total,
        **{name: trial.result.get(name, 0) for name in counted},
        "saved_recent": trial.result.get("saved_recent", 0) if trial.saved_id else None,
        "examples": examples,
    }
