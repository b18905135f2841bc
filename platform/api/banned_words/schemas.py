"""Requests and responses about banned words."""

from datetime import datetime
from typing import Annotated, Literal

from ninja import Field, Path

from api.http.auth import MAX_ID
from api.http.parsing import Payload
from api.http.schemas import Schema
from api.http.texts import SearchText, Storable
from banned_words.fields import ActionName, LanguageCode, ModeName, SeverityLevel, WordFields
from reviews.word_figures import MAX_PAGE_SIZE, PAGE_SIZE, Sort, State

MAX_TEXT = 20_000  # characters, as in a field of a review
MAX_FILE = 1_500_000  # characters

WordId = Annotated[int, Path(ge=1, le=MAX_ID)]
SavedId = Annotated[int | None, Field(ge=1, le=MAX_ID)]


class WordChanges(Payload):
    """Omitted fields stay unchanged."""

    term: str | None = None
    mode: ModeName | None = None
    action: ActionName | None = None
    severity: SeverityLevel | None = None
    language: str | None = None
    notes: str | None = None
    exceptions: list[str] | None = None
    endings: bool | None = None
    shadow: bool | None = None


class WordOut(Schema):
    """`stopped_at`: when a pattern was stopped that cost too much. It matches nothing until its term is changed."""

    id: int
    term: str
    mode: str
    action: str
    severity: int
    language: str
    notes: str
    exceptions: list[str]
    endings: bool
    shadow: bool
    retired_at: datetime | None
    stopped_at: datetime | None
    updated_at: datetime


class WordRow(WordOut):
    """`matches`: number of matching reviews of the last 90 days; `rejected`, `published`: how many of them people have
    rejected (or restricted), or published. `precision`: the rejected share of both, from 0 to 1; null before the first
    decision."""

    matches: int
    rejected: int
    published: int
    precision: float | None


class WordQuery(Schema):
    """`precision`: first the entries whose matches people reject least (`desc`: most); those without decisions last."""

    q: SearchText = ""
    action: Literal["", "flag", "hold", "reject"] = ""
    language: LanguageCode = ""
    state: State = ""
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
    """`totals`: number of entries by action, of `all`, of `shadow` (they only count matches) and of `stopped` (they
    cost too much); the last two are included in the others."""

    number: int
    changed_at: datetime
    totals: dict[str, int]


class TestRequest(Payload):
    """`entry`: tried as if it were in the list; `entry_id`: the saved entry that it replaces."""

    text: Annotated[str, Field(max_length=MAX_TEXT), Storable]
    entry: WordFields | None = None
    entry_id: SavedId = None


class TestMatch(Schema):
    """`entry_id`: 0 for the tried entry, which is not saved."""

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
    """The text in a view in which something matched, and the places of the matches in it."""

    view: Literal["folded", "leetspeak", "joined", "completed"]
    text: str
    marks: list[Stretch]


class TestResult(Schema):
    """`spared`: places where an exception prevents a match."""

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
    """An excerpt of a review's text, and the place of the match in it."""

    review_id: int
    status: str
    field: str
    text: str
    start: int
    end: int


class TrialOut(Schema):
    """Progress and result of a trial, in numbers of reviews. `recent`: of the last 90 days, including open ones.
    `rejected`, `published`, `still_open`, `withdrawn`: all matches by status; `older`: open matches that are not
    recent. `saved_recent`: recent matches of the saved entry; null without one. `failed`: the pattern costs too much
    (`reason` costly), the person began another trial (replaced), the saved entry was retired, or an error ended the
    trial.
    """

    id: int
    state: Literal["waiting", "running", "done", "failed"]
    reason: Literal["", "costly", "replaced"]
    searched: int
    total: int
    open_matched: int
    open_total: int
    recent_matched: int
    recent_total: int
    rejected: int
    published: int
    still_open: int
    withdrawn: int
    older: int
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
