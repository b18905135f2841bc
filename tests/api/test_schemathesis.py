"""Every operation as its description tells, whatever is sent to it (figures.md, rule 23)."""

from collections.abc import Callable
from contextlib import suppress
from copy import deepcopy
from dataclasses import dataclass
from typing import Any
from zlib import crc32

import pytest
import schemathesis
from django.core.wsgi import get_wsgi_application
from hypothesis import HealthCheck, given, settings
from hypothesis.strategies import one_of
from schemathesis import GenerationMode
from schemathesis.config import SchemathesisConfig
from schemathesis.core.parameters import ParameterLocation
from schemathesis.generation.drivers import CoverageGenerator
from schemathesis.generation.feedback import NO_FEEDBACK
from schemathesis.generation.overrides import Override
from schemathesis.specs.openapi.checks import ignored_auth, negative_data_rejection
from viewflow.workflow.status import STATUS

from accounts.keys import create_key
from accounts.models import User
from accounts.sessions import find_session, open_session
from kit.errors import UnauthenticatedError
from reviews.models import Review
from tests import effort
from tests.description import description
from tests.factories import PASSWORD, a_pending_task, an_admin
from tests.sent_reviews import a_sent_review
from workflows.engine.outbox.events import announce_events
from workflows.engine.verbs.claims import claim_task
from workflows.engine.verbs.decisions import decide_task
from workflows.engine.verbs.notes import leave_note
from workflows.models import Mention, Process, Task

pytestmark = [pytest.mark.slow, pytest.mark.rule(23)]

INGEST = ("/api/ingest/reviews", "/api/ingest/reviews/{source}/{external_id}")
# what a schema cannot tell (the rules of a password, which form an outcome takes) is refused with 422, as documented
CHECKS = {"positive_data_acceptance": {"enabled": False}}
# by the parameter of a path: that of something that exists
EXISTING: dict[str, Callable[[Task, Process], Any]] = {
    "task_id": lambda task, _: task.pk,
    "queue": lambda *_: "pending",
    "kind": lambda *_: "review_moderation",
    "process_id": lambda _, process: process.pk,
    "mention_id": lambda *_: Mention.objects.values_list("pk", flat=True).latest("pk"),
    "source": lambda *_: "wf",
    "external_id": lambda _, process: Review.objects.get(pk=process.subject_id).external_id,
    "review_id": lambda _, process: process.subject_id,
    "company_id": lambda _, process: Review.objects.get(pk=process.subject_id).company_id,
}
_SESSIONS: dict[int, str] = {}
REQUESTS = settings(deadline=None, database=None, derandomize=True, suppress_health_check=list(HealthCheck))
OPERATIONS: dict[str, list[tuple[str, str]]] = {}  # method and path of each, by what they are about
for _path, _operations in description()["paths"].items():
    for _method, _operation in _operations.items():
        OPERATIONS.setdefault(_operation["tags"][0], []).append((_method, _path))


@pytest.fixture(scope="module")
def schema() -> Any:
    """The API in this process, as its own description tells; the same requests at every run."""
    generation = {"deterministic": True, "with-security-parameters": False}
    config = SchemathesisConfig.from_dict({"checks": CHECKS, "generation": generation})
    schema = schemathesis.openapi.from_dict(deepcopy(description()), config=config)
    schema.app, schema.location = closes_answers(get_wsgi_application()), "/api/openapi.json"
    return schema


def closes_answers(app: Any) -> Any:
    """As a server does: whatever a request has opened (a sent file) is closed with its answer."""

    def called(environ: dict[str, Any], start: Any) -> list[bytes]:
        answer = app(environ, start)
        try:
            return list(answer)
        finally:
            answer.close()

    return called


def drawn(operation: Any, call: Callable[[Any], None], most: int) -> None:
    """Call with requests that are as described, and with others."""
    cases = one_of([operation.as_strategy(generation_mode=mode) for mode in GenerationMode])

    @settings(REQUESTS, max_examples=most)
    @given(case=cases)
    def call_each(case: Any) -> None:
        call(case)

    call_each()


def covering(operation: Any, most: int) -> list[Any]:
    """Requests that together keep and break each keyword of each schema once; of many, some from every part."""
    generation = operation.schema.config.generation_for(operation=operation, phase="coverage")
    cases = list(
        CoverageGenerator(
            operation=operation,
            generation_modes=list(GenerationMode),
            generation_config=generation,
            auth_storage=None,
            override=Override(),
            feedback=NO_FEEDBACK,
        )
    )
    return cases[:: -(-len(cases) // most)]


def a_named_admin() -> User:
    """Somebody who may everything, and is named in a note."""
    person = an_admin()
    leave_note(a_pending_task().pk, "Look.", by=an_admin(), to_id=person.pk)
    return person


@pytest.fixture
def ended(database: None) -> Process:
    """A process that came to its end, and its event."""
    task: Task | None = a_pending_task()
    admin = an_admin()
    for outcome in ("approve", "publish"):
        assert task is not None
        claim_task(task.pk, by=admin)
        process, task = task.process, decide_task(task.pk, by=admin, outcome=outcome, payload={}).next_task
    announce_events()
    return process


@pytest.mark.parametrize("room", OPERATIONS)
def test_every_caller_gets_a_documented_answer(room: str, schema: Any, ended: Process) -> None:
    caller = Caller(a_named_admin(), ended)
    for method, path in OPERATIONS[room]:
        if not caller.may_everything:
            caller = Caller(a_named_admin(), ended)
        for case in covering(schema[path][method], effort.COVERING_REQUESTS.size):
            caller.call(case)
        drawn(schema[path][method], caller.call_after_nobody, effort.DRAWN_REQUESTS.size)


@dataclass(frozen=True)
class Caller:
    """An admin, who calls about things that exist."""

    admin: User
    ended: Process

    @property
    def may_everything(self) -> bool:
        """Not, where an earlier request has changed the account."""
        return User.objects.filter(pk=self.admin.pk, is_active=True, cms_access=self.admin.cms_access).exists()

    def call_after_nobody(self, case: Any) -> None:
        """Who is refused before the request is read meets no schema."""
        case.call_and_validate(headers={"Authorization": "Bearer invented"} if draw_of(case) % 2 else {})
        self.call(case)

    def call(self, case: Any) -> None:
        draw, admin = draw_of(case), self.admin
        if EXISTING.keys() & case.path_parameters and fits(case, ParameterLocation.PATH):
            free = Task.objects.filter(queue="pending", status=STATUS.NEW, assignee=None)
            task = free.first() or a_pending_task()
            if draw % 3:
                claim_task(task.pk, by=admin)
            replace_parameters(case, task, task.process if draw % 5 else self.ended)
        if draw % 2 and isinstance(case.body, dict) and fits(case, ParameterLocation.BODY):
            replace_fields(case, draw, admin)
        try:
            case.call_and_validate(headers=credentials(case, admin), excluded_checks=excluded(case))
        finally:
            # a person may hold no more than ten
            Task.objects.filter(owner=admin, status=STATUS.ASSIGNED).update(status=STATUS.NEW, owner=None)


def draw_of(case: Any) -> int:
    """A number that chooses what else is done, the same at every run."""
    return crc32(repr((case.path_parameters, case.query, case.body)).encode("utf-8", "surrogatepass"))


def excluded(case: Any) -> list[Any]:
    """A multipart form may hold further fields, and a value of any type arrives in it as a file; of a text, blanks at
    its ends do not count.

    That an operation wants credentials is asked above, and by the table of the policy.
    """
    is_lenient = case.media_type == "multipart/form-data" or has_blanks_at_ends(case.body)
    return [ignored_auth, *([negative_data_rejection] if is_lenient else [])]


def has_blanks_at_ends(value: Any) -> bool:
    if isinstance(value, dict):
        return any(has_blanks_at_ends(each) for each in value.values())
    if isinstance(value, list):
        return any(has_blanks_at_ends(each) for each in value)
    return isinstance(value, str) and value != value.strip()


def fits(case: Any, place: ParameterLocation) -> bool:
    """Whether what was generated for a part of the request is as described, and not meant to be refused."""
    part = case.meta.components.get(place)
    return bool(part and part.mode.is_positive)


def replace_parameters(case: Any, task: Task, process: Process) -> None:
    case.path_parameters = {
        name: EXISTING[name](task, process) if name in EXISTING else value
        for name, value in case.path_parameters.items()
    }


def replace_fields(case: Any, draw: int, admin: User) -> None:
    existing: dict[str, dict[str, Any]] = {
        "/api/auth/login": {"email": admin.email, "password": PASSWORD},
        "/api/users": {"email": f"visitor{draw}@docket.test", "password": PASSWORD},
        "/api/tasks/{task_id}/decision": {"outcome": ("approve", "backlog")[draw // 2 % 2], "form": {}, "revision": 1},
        "/api/ingest/reviews": {"reviews": [a_sent_review(), {"rating": draw}]},
        "/api/tasks/{task_id}/notes": {"to": admin.pk},
    }
    case.body = {**case.body, **existing.get(case.path, {})}


def credentials(case: Any, user: User) -> dict[str, str]:
    scopes = {"/api/events": ["events"], **{path: ["ingest"] for path in INGEST}}.get(case.path)
    token = create_key("A program", scopes)[0] if scopes else session_of(user)
    return {"Authorization": f"Bearer {token}"}


def session_of(user: User) -> str:
    """The token of one session for all calls; of another where a call has ended it."""
    with suppress(UnauthenticatedError):
        if token := _SESSIONS.get(user.pk):
            find_session(token, counts_as_activity=False)
            return token
    _SESSIONS[user.pk] = open_session(user, address="127.0.0.1")
    return _SESSIONS[user.pk]
