"""Requests and responses of bulk moderation."""

from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any, Literal

from ninja import Field, Path
from pydantic import StringConstraints

from accounts.schemas import Person
from api.facets import facets_given, with_facets
from api.http.auth import MAX_ID
from api.http.parsing import Payload
from api.http.schemas import Schema
from api.http.texts import JsonForm, Moment, SearchText, Storable
from api.tasks.rows import TaskRow
from kit.errors import InvalidError
from workflows.bulk.errors import MAX_ITEMS
from workflows.bulk.selection import Selection
from workflows.engine.core.outcomes import Tone

BatchId = Annotated[int, Path(ge=1, le=MAX_ID)]
Id = Annotated[int, Field(ge=1, le=MAX_ID)]
Note = Annotated[str, StringConstraints(strip_whitespace=True, max_length=500), Storable]
BatchStateName = Literal[
    "waiting", "confirming", "lapsed", "running", "stopped", "done", "cancelled", "rolling_back", "rolled_back"
]


class _BulkFilter(Payload):
    """Filters, combined with AND. `since` (inclusive), `until` (exclusive): when the item arrived at the desk.

    `trial`: only reviews that a trial of a banned word matched; needs the permission `banned_words`.
    """

    company: Id | None = None
    q: SearchText = ""
    since: Moment | None = None
    until: Moment | None = None
    trial: Id | None = None


if TYPE_CHECKING:
    BulkFilter = _BulkFilter
else:
    BulkFilter = with_facets(_BulkFilter, "BulkFilter")


class BulkSelection(Payload):
    """Open items of one queue: all that match the filter, or only those of `task_ids` that match it.

    `kind`: of process, if several kinds share the queue; by default the first kind that has the outcome.

    Items that are put off are left out. `task_ids` may also name items that wait in no queue, such as tickets that wait
    for their client. Items of `task_ids` that cannot be decided are in the batch as failed, each with its reason.
    `revisions`: for each of `task_ids`, in the same order, the revision that was read, such as a ticket's
    `last_message_id`; an item with a newer one fails.
    """

    queue: Annotated[str, Field(max_length=32)]
    kind: Annotated[str | None, Field(max_length=32)] = None
    outcome: Annotated[str, Field(max_length=32)]
    filter: BulkFilter = Field(default_factory=BulkFilter)
    task_ids: Annotated[list[Id] | None, Field(max_length=MAX_ITEMS)] = None
    revisions: Annotated[list[Id | None] | None, Field(max_length=MAX_ITEMS)] = None

    def selection(self) -> Selection:
        """Raises InvalidError unless there is one revision for each of `task_ids`."""
        if self.revisions is not None and len(self.revisions) != len(self.task_ids or ()):
            raise InvalidError({"revisions": ["Give one for each of the task_ids, in their order."]})
        numbers = None if self.task_ids is None else tuple(self.task_ids)
        revisions = None if self.revisions is None else tuple(self.revisions)
        own = self.filter.model_dump(include=set(_BulkFilter.model_fields))
        return Selection(**own, task_ids=numbers, revisions=revisions, facets=facets_given(self.filter))


class BulkRequest(BulkSelection):
    """`without`: items to leave out. `previewed_at` and `count`: of the preview, without these items.

    With both, exactly the previewed items are decided, or none: 409 `preview_changed` says what has changed.
    `note`: the reason, for people who read about the batch later.
    """

    form: JsonForm = Field(default_factory=dict)
    without: Annotated[list[Id], Field(max_length=MAX_ITEMS)] = Field(default_factory=list)
    note: Note | None = None
    previewed_at: Moment | None = None
    count: Annotated[int | None, Field(ge=0, le=MAX_ITEMS)] = None

    def selection(self) -> Selection:
        return replace(super().selection(), without=tuple(self.without))


class BatchAnswer(Payload):
    """`note`: from the person who confirms or cancels, to the owner of the batch."""

    note: Note = ""


class BulkOutcome(Schema):
    """`form`: a JSON Schema, draft 2020-12, or null. `undo`: whether it can be rolled back.

    `writes`: whether a person outside gets a letter.
    """

    kind: str
    name: str
    label: str
    tone: Tone
    form: dict[str, Any] | None
    undo: bool
    writes: bool


class BulkKind(Schema):
    kind: str
    title: str


class BulkQueue(Schema):
    """`past`: whether its items are published reviews, which a batch reopens; only with the filter `trial`.

    `facets`: names of its filters, which GET /desk describes. `kinds`: the kinds of process in the queue; a batch is
    about one of them. `outcomes`: of all these kinds.
    """

    queue: str
    title: str
    past: bool
    facets: list[str]
    kinds: list[BulkKind]
    outcomes: list[BulkOutcome]


class BulkPreview(Schema):
    """`is_exact`: always true. `held`: how many of `count` are held by or assigned to another person.

    `confirmation`: whether a second person must confirm. `ask_above`: for more items than this, the console asks once
    more. `previewed_at`: to be sent with the batch.
    """

    previewed_at: Annotated[str, Field(json_schema_extra={"format": "date-time"})]
    ask_above: int
    count: int
    is_exact: bool
    held: int
    confirmation: bool
    sample: list[TaskRow]


class BulkAccepted(Schema):
    id: int
    state: BatchStateName
    total: int


class Batch(Schema):
    """`label`: of the outcome. `waiting`: items without a result. `rolled_back_at`: when `by` last began a rollback.

    `expires_at`: when the batch lapses if nobody confirms it. `seconds_left`: an estimate while the batch is running;
    null if other people hold all remaining items.
    `failed_attempts`: how often the work on its next items has failed; `tries_again_at`: the next attempt. After the
    last attempt the batch is `stopped`: decided items stay decided, and its owner may continue it (`retry`).
    """

    id: int
    queue: str
    kind: str
    title: str
    outcome: str
    label: str
    undo: bool
    writes: bool
    state: BatchStateName
    total: int
    waiting: int
    done: int
    skipped: int
    failed: int
    rolled_back: int
    by: Person
    at: datetime
    confirmed_by: Person | None
    confirmed_at: datetime | None
    cancelled_by: Person | None
    expires_at: datetime | None
    started_at: datetime | None
    finished_at: datetime | None
    rolled_back_at: datetime | None
    seconds_left: int | None
    failed_attempts: int
    tries_again_at: datetime | None


class FormAnswer(Schema):
    """A field of the outcome's form, and its value as text."""

    title: str
    value: str


class BatchDetail(Batch):
    """`form`: the fields that were filled in. `answer`: the note of the person who confirmed or cancelled the batch.
    Without the permission of the queue, `filter`, `note`, `answer` and `form` are null, and the items are refused.
    `confirm_above`: a batch of more items needs a second person. `hold_seconds`: the time until its letters are sent.
    """

    confirm_above: int
    hold_seconds: int
    filter: dict[str, Any] | None
    note: str | None
    answer: str | None
    form: list[FormAnswer] | None


class SampledItem(Schema):
    """`text`: all texts of the author, with blank lines between them. `marks`: begin and end of each search term and
    banned word in it, counted in characters (Unicode code points).
    """

    task_id: int
    subject_id: int
    company: str
    text: str
    marks: list[Annotated[list[int], Field(min_length=2, max_length=2)]]
    rating: int | None
    arrived_at: datetime


class SampledLetter(Schema):
    """`to`: masked, null without an address."""

    to: str | None
    subject: str
    body: str


class BatchSample(Schema):
    """The sample that a second person reads before confirming. `low`: number of items with one or two stars. `held`:
    number of items that people other than the batch's owner now hold or are assigned. `items`: at most twenty, chosen
    at random, the same at each reading.

    Items that the caller may not see are neither counted nor shown. `letter`: to the author of the first item, if the
    outcome sends a statement.
    """

    companies: int
    low: int
    held: int
    items: list[SampledItem]
    letter: SampledLetter | None


class BatchPage(Schema):
    items: list[Batch]
    next_cursor: str | None


class Refused(Schema):
    code: str
    count: int


class RollbackPreview(Schema):
    """How many decisions can be undone now, and how many cannot, by reason."""

    possible: int
    refused: list[Refused]
