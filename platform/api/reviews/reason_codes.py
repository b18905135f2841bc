"""Reason codes in the API: the reasons that a decision against a review may name."""

from operator import attrgetter
from typing import Annotated, Any, Literal

from django.db.models import TextChoices
from django.http.response import HttpResponseBase
from ninja import Field, Path, Query, Status
from pydantic import AfterValidator, StringConstraints

from accounts.rights import Permission
from api.http.auth import Staff, StaffRequest
from api.http.errors import Problem
from api.http.files import CSV_FILE, file_response
from api.http.lists import Directed
from api.http.parsing import Payload
from api.http.repeats import repeated_by
from api.http.routing import Router
from api.http.schemas import Schema
from api.http.texts import Line, Storable
from reviews.models import Reason, StatementKind
from reviews.reasons import LONGEST_CODE, add_reason, change_reason, export_reasons, used_lately

router = Router(tags=["Reason codes"])

PERMISSION = Permission.HISTORY  # only the access level of admins has it (decision 71)
SLUG = r"^[a-z0-9]+(-[a-z0-9]+)*$"

Code = Annotated[str, Path(max_length=LONGEST_CODE)]
NewCode = Annotated[str, StringConstraints(max_length=LONGEST_CODE, pattern=rf"^$|{SLUG}")]
Title = Annotated[Line, Field(max_length=120)]
Rule = Annotated[str, StringConstraints(strip_whitespace=True, max_length=500), Storable]


def _each_once(kinds: list[StatementKind]) -> list[StatementKind]:
    return sorted({*kinds})


AppliesTo = Annotated[
    list[Annotated[StatementKind, Field(strict=False)]], Field(min_length=1, max_length=10), AfterValidator(_each_once)
]


class ReasonChoice(Schema):
    value: str
    title: str


class ReasonCode(Schema):
    """`sentence` and `rule`: the default texts of a statement; a decision may reword them. `rule`: empty if the form
    asks for it. `applies_to`: the outcomes that offer the reason. `active`: false if it is no longer offered."""

    id: int
    code: str
    title: str
    ground: Reason.Ground
    category: Reason.Category
    sentence: str
    rule: str
    applies_to: list[StatementKind]
    active: bool


class ReasonCodeRow(ReasonCode):
    """`used`: number of statements of the last 90 days with this reason."""

    used: int


class ReasonCodes(Schema):
    """All reasons in the order in which forms offer them, and the allowed values of their fields."""

    items: list[ReasonCodeRow]
    grounds: list[ReasonChoice]
    categories: list[ReasonChoice]
    outcomes: list[ReasonChoice]


class ReasonCodeChoice(Directed):
    """How the file is sorted. `offered`: in the order of forms."""

    sort: Literal["offered", "title", "code", "state"] = "offered"


class NewReasonCode(Payload):
    """`code`: empty to derive it from the title. It never changes."""

    code: NewCode = ""
    title: Title
    ground: Reason.Ground = Field(strict=False)
    category: Reason.Category = Field(Reason.Category.OTHER, strict=False)
    sentence: Line
    rule: Rule = ""
    applies_to: AppliesTo


class ReasonCodeChanges(Payload):
    """Omitted fields stay unchanged."""

    title: Title | None = None
    ground: Reason.Ground | None = Field(None, strict=False)
    category: Reason.Category | None = Field(None, strict=False)
    sentence: Line | None = None
    rule: Rule | None = None
    applies_to: AppliesTo | None = None
    active: bool | None = None


@router.get("/reason-codes", response=ReasonCodes, auth=Staff(PERMISSION))
def list_reason_codes(request: StaffRequest) -> Any:
    """All reason codes, including retired ones."""
    used = used_lately()
    reasons = Reason.objects.all()
    return {
        "items": [
            {**ReasonCode.model_validate(reason).model_dump(), "used": used.get(reason.pk, 0)} for reason in reasons
        ],
        "grounds": _choices(Reason.Ground),
        "categories": _choices(Reason.Category),
        "outcomes": _choices(StatementKind),
    }


@router.get(
    "/reason-codes/export",
    response=dict[str, Any],
    auth=Staff(PERMISSION, asks_again=True),
    operation_id="exportReasonCodes",
    openapi_extra=CSV_FILE,
)
def export(request: StaffRequest, query: Query[ReasonCodeChoice]) -> HttpResponseBase:
    """All reason codes as a CSV file, streamed."""
    return file_response(export_reasons(query.sort, query.descending, by=request.auth.user), "reason-codes")


def _added(request: StaffRequest, code: str, **_: Any) -> Any:
    return Reason.objects.get(code=code)  # reasons are never deleted


@router.post(
    "/reason-codes", response={201: ReasonCode, 409: Problem}, auth=Staff(PERMISSION), operation_id="addReasonCode"
)
@repeated_by(_added, keep=attrgetter("code"))
def add(request: StaffRequest, body: NewReasonCode) -> Any:
    """409 `code_taken` when another reason has the code."""
    values = body.model_dump(mode="json")
    return Status(201, add_reason(values.pop("code"), values, by=request.auth.user))


@router.patch(
    "/reason-codes/{code}",
    response={200: ReasonCode, 409: Problem},
    auth=Staff(PERMISSION),
    operation_id="changeReasonCode",
)
def change(request: StaffRequest, code: Code, body: ReasonCodeChanges) -> Any:
    """409 `last_reason` when an outcome would be left without a reason."""
    return change_reason(code, body.model_dump(mode="json", exclude_none=True), by=request.auth.user)


def _choices(choices: type[TextChoices]) -> list[dict[str, str]]:
    return [{"value": value, "title": str(title)} for value, title in choices.choices]
