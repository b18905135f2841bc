"""Authentication and permissions, checked before the payload is parsed (product.md, Rights)."""

from typing import Any, cast

from django.http import HttpRequest
from ninja.security import HttpBearer

from accounts.factors.confirming import require_confirmed
from accounts.factors.state import FactorRequiredError, owes_factor
from accounts.models import AccessToken, User
from accounts.sessions import find_session
from kit import acting
from kit.errors import ForbiddenError, UnauthenticatedError
from kit.prepared import Beside
from workflows.engine.core.access import require_access
from workflows.engine.core.errors import TaskNotFoundError
from workflows.engine.core.flows import queues
from workflows.engine.reading.lists.tasks import plain_task, task_beside, whole_task
from workflows.engine.reading.lists.views import get_list
from workflows.models import Task

MAX_ID = 2**63 - 1  # of a bigint column


class StaffRequest(HttpRequest):
    """A request of a signed-in user."""

    auth: AccessToken
    beside: Beside | None
    task: Task


class SignedIn(HttpBearer):
    """Any live session. `counts_as_activity=False` for calls that the console makes automatically.

    `asks_again`: the person has signed in, or confirmed that it is them, in the last ten minutes (decision 128).
    `before_factor`: also for who must set up a second factor first.
    """

    def __init__(
        self, *, counts_as_activity: bool = True, asks_again: bool = False, before_factor: bool = False
    ) -> None:
        super().__init__()
        self.counts_as_activity = counts_as_activity
        self.asks_again, self.before_factor = asks_again, before_factor

    @property
    def refuses(self) -> tuple[int, ...]:
        """All but the calls before a second factor may be refused to who has none."""
        admits_all = type(self).admit is SignedIn.admit and self.before_factor and not self.asks_again
        return (401,) if admits_all else (401, 403)

    @property
    def callers(self) -> list[dict[str, list[str]]]:
        """OpenAPI security requirements, of which one is enough: `session` with permissions, or `key` with scopes."""
        return [{"session": []}]

    def __call__(self, request: HttpRequest) -> Any:
        found = super().__call__(request)
        if found is None:
            raise UnauthenticatedError
        return found

    def authenticate(self, request: HttpRequest, token: str) -> AccessToken:
        beside = cast(StaffRequest, request).beside = self.beside(request)
        session = find_session(token, counts_as_activity=self.counts_as_activity, beside=beside)
        if not self.before_factor and owes_factor(session.user):
            raise FactorRequiredError
        self.admit(request, session.user)
        if self.asks_again:
            require_confirmed(session)
        acting.sign_in(session.user.pk)
        return session

    def beside(self, request: HttpRequest) -> Beside | None:
        """A query for data that `admit` needs. It is joined to the statement that reads the session."""
        return None

    def admit(self, request: HttpRequest, user: User) -> None:
        """Raises ForbiddenError for a caller without the permission."""


class Staff(SignedIn):
    """A session whose account has at least one of the permissions, and also `and_also` if given."""

    def __init__(
        self, *permissions: str, counts_as_activity: bool = True, and_also: str = "", asks_again: bool = False
    ) -> None:
        super().__init__(counts_as_activity=counts_as_activity, asks_again=asks_again)
        self.permissions, self.and_also = permissions, and_also

    @property
    def callers(self) -> list[dict[str, list[str]]]:
        further = [str(self.and_also)] if self.and_also else []
        return [{"session": [str(permission), *further]} for permission in self.permissions]

    def admit(self, request: HttpRequest, user: User) -> None:
        if not any(map(user.may, self.permissions)) or (self.and_also and not user.may(self.and_also)):
            raise ForbiddenError


class OwnerOrStaff(Staff):
    """The account in the path itself, or a session that `Staff` admits.

    `permitted`: the owner must have at least one permission. Strangers who have registered have none.
    """

    def __init__(
        self, *permissions: str, permitted: bool = False, asks_again: bool = False, before_factor: bool = False
    ) -> None:
        super().__init__(*permissions, asks_again=asks_again)
        self.before_factor = before_factor
        self.permitted = permitted

    @property
    def callers(self) -> list[dict[str, list[str]]]:
        return [{"session": []}]  # the owner needs no permission

    def admit(self, request: HttpRequest, user: User) -> None:
        is_owner = path_value(request, "user_id") == str(user.pk)
        if not is_owner or (self.permitted and not user.cms_access):
            super().admit(request, user)


class QueueStaff(SignedIn):
    """A user with the permission of the queue or view in the path. Raises UnknownQueueError."""

    def admit(self, request: HttpRequest, user: User) -> None:
        if not user.may(get_list(path_value(request, "queue")).permission):
            raise ForbiddenError


class AnyQueueStaff(SignedIn):
    """A user who may work in at least one queue. The engine checks further permissions for each item."""

    def admit(self, request: HttpRequest, user: User) -> None:
        if not any(user.may(queue.permission) for queue in queues().values()):
            raise ForbiddenError


class TaskStaff(SignedIn):
    """A user with the permission of the current step of the path's task, and also `and_also` if given.

    `named`: the path parameter with the task's id. The task is stored on the request; with `keeps_task=False` without
    its process and people, for operations that do not need them or read the task again under a lock. Raises
    TaskNotFoundError.
    """

    def __init__(
        self,
        *,
        counts_as_activity: bool = True,
        and_also: str = "",
        keeps_task: bool = True,
        named: str = "task_id",
    ) -> None:
        super().__init__(counts_as_activity=counts_as_activity)
        self.and_also, self.keeps_task, self.named = and_also, keeps_task, named

    def beside(self, request: HttpRequest) -> Beside | None:
        number = path_number(request, self.named)
        return task_beside(number, is_whole=self.keeps_task) if number else None

    def admit(self, request: HttpRequest, user: User) -> None:
        beside = cast(StaffRequest, request).beside
        read = whole_task if self.keeps_task else plain_task
        task = read(beside.row) if beside else None
        if task is None:
            raise TaskNotFoundError
        if self.and_also and not user.may(self.and_also):
            raise ForbiddenError
        require_access(task, user)
        cast(StaffRequest, request).task = task


def path_value(request: HttpRequest, name: str) -> str:
    match = request.resolver_match
    return str(match.kwargs[name]) if match else ""


def path_number(request: HttpRequest, name: str) -> int:
    """The id in the path; 0, which no row has, if the text is no id."""
    text = path_value(request, name)
    return int(text) if text.isdecimal() and len(text) < len(str(MAX_ID)) else 0
