"""What calls of bulk moderation send and get."""

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
    """Combined with AND. `since` (inclusive) and `until` (exclusive): when the item arrived at the desk.

    `trial`: the reviews that a tried entry of the banned words matched; wants the permission `banned_words`.
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
    """One queue, and which of its open items: those that fit the filter, or those of `task_ids` that do.

    `kind`: of process, where several share the queue; without it the first of them that has the outcome.

    Items that are put off are left out. With `task_ids` items are meant too that wait in no queue, such as tickets that
    wait for their client; and those that cannot be decided are in the batch as failed, with the reason of each.
    `revisions`: what was read of each of `task_ids`, in their order, such as a ticket's `last_message_id`: an item with
    a newer one fails.
    """

    queue: Annotated[str, Field(max_length=32)]
    kind: Annotated[str | None, Field(max_length=32)] = None
    outcome: Annotated[str, Field(max_length=32)]
    filter: BulkFilter = Field(default_factory=BulkFilter)
    task_ids: Annotated[list[Id] | None, Field(max_length=MAX_ITEMS)] = None
    revisions: Annotated[list[Id | None] | None, Field(max_length=MAX_ITEMS)] = None

    def selection(self) -> Selection:
        """Raises InvalidError for revisions that are not those of the items."""
        if self.revisions is not None and len(self.revisions) != len(self.task_ids or ()):
            raise InvalidError({"revisions": ["Give one for each of the task_ids, in their order."]})
        numbers = None if self.task_ids is None else tuple(self.task_ids)
        revisions = None if self.revisions is None else tuple(self.revisions)
        own = self.filter.model_dump(include=set(_BulkFilter.model_fields))
        return Selection(**own, task_ids=numbers, revisions=revisions, facets=facets_given(self.filter))


class BulkRequest(BulkSelection):
    """`without`: items that were taken out of the preview. `previewed_at` and `count`: of that preview, without them.

    With these only what was there then is decided, or nothing: 409 `preview_changed` says what has changed.
    `note`: why, for those who read about the batch later.
    """

    form: JsonForm = Field(default_factory=dict)
    without: Annotated[list[Id], Field(max_length=MAX_ITEMS)] = Field(default_factory=list)
    note: Note | None = None
    previewed_at: Moment | None = None
    count: Annotated[int | None, Field(ge=0, le=MAX_ITEMS)] = None

    def selection(self) -> Selection:
        return replace(super().selection(), without=tuple(self.without))


class BatchAnswer(Payload):
    """`note`: what the person who confirms or cancels says to the owner of the batch."""

    note: Note = ""


class BulkOutcome(Schema):
    """`form`: a JSON Schema, draft 2020-12, or null. `undo`: whether it can be rolled back.

    `writes`: somebody outside gets a letter.
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
    """`past`: published reviews, which are opened again; only with the `trial` of a filter.

    `facets`: names of what filters it, as GET /desk describes them.
    `kinds`: of process, whose items can be decided together; a batch is about one of them. `outcomes`: of all kinds.
    """

    queue: str
    title: str
    past: bool
    facets: list[str]
    kinds: list[BulkKind]
    outcomes: list[BulkOutcome]


class BulkPreview(Schema):
    """`is_exact`: always, because all are counted. `held`: of these, held by or assigned to somebody else.

    `confirmation`: whether a second person must confirm. `ask_above`: a person who decides more items is asked again.
    `previewed_at`: for the batch that is asked for then.
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

    `expires_at`: when a batch lapses that nobody confirms. `seconds_left`: an estimate while it is running;
    null where all that is left is held by others.
    `failed_attempts`: how often the work on its next items has failed; `tries_again_at`: when it is tried again. After
    the last attempt the batch is `stopped`: what is decided stays decided, and its owner may let it go on (`retry`).
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
    """A field of the outcome's form and what it says, in words."""

    title: str
    value: str


class BatchDetail(Batch):
    """`form`: what was filled in; empty fields are left out. `answer`: the note of who confirmed or cancelled
    it. `filter`, `note`, `answer` and `form` are null, and the items are refused, without the permission of the queue.
    `confirm_above`: a batch of more needs a second person. `hold_seconds`: until its letters go.
    """

    confirm_above: int
    hold_seconds: int
    filter: dict[str, Any] | None
    note: str | None
    answer: str | None
    form: list[FormAnswer] | None


class SampledItem(Schema):
    """`text`: all that its author wrote, a blank line between its texts. `marks`: begin and end of what the filter
    looked for and of banned words in it, counted in characters (Unicode code points).
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
    """What a second person reads before they confirm. `low`: items of one or two stars. `held`: by others than the
    batch's owner, or assigned to them, now. `items`: at most twenty, drawn at random, the same at each reading.

    What the caller is barred from is neither counted nor shown. `letter`: to the author of the first item, if the
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
    """How many decisions can be taken back now, and how many cannot, by the reason."""

    possible: int
    refused: list[Refused]
