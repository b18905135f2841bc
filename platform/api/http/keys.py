"""Callers that are programs: API keys with scopes, `Authorization: Bearer dk_…` (product.md, In and out)."""

from typing import Any

from django.http import HttpRequest
from ninja.security import HttpBearer

from accounts.key_throttle import admit_call
from accounts.keys import MARK, find_key
from accounts.models import AccessToken, ApiKey
from api.http.auth import Staff
from kit.errors import ForbiddenError, UnauthenticatedError


class CallerRequest(HttpRequest):
    """A request whose caller is a session or a key."""

    auth: AccessToken | ApiKey


class KeyRequest(HttpRequest):
    """A request whose caller is a key."""

    auth: ApiKey


class KeyHolder(HttpBearer):
    """A live key with a scope."""

    refuses: tuple[int, ...] = (401, 403)

    def __init__(self, scope: str) -> None:
        super().__init__()
        self.scope = scope

    @property
    def callers(self) -> list[dict[str, list[str]]]:
        return [{"key": [self.scope]}]

    def __call__(self, request: HttpRequest) -> Any:
        found = super().__call__(request)
        if found is None:
            raise UnauthenticatedError("Send an API key.")
        return found

    def authenticate(self, request: HttpRequest, token: str) -> ApiKey:
        key = find_key(token)
        if self.scope not in key.live_scopes:
            raise ForbiddenError(f"This key does not have the scope {self.scope!r}.")
        return key


class ThrottledKey(KeyHolder):
    """A live key with a scope, below its rate limit."""

    refuses = (401, 403, 429)

    def authenticate(self, request: HttpRequest, token: str) -> ApiKey:
        key = super().authenticate(request, token)
        admit_call(key)
        return key


class StaffOrKey(HttpBearer):
    """A session whose account holds a permission, or a live key with a scope, below its rate limit."""

    refuses = ThrottledKey.refuses

    def __init__(self, permission: str, scope: str) -> None:
        super().__init__()
        self.staff, self.key_holder = Staff(permission), ThrottledKey(scope)

    @property
    def callers(self) -> list[dict[str, list[str]]]:
        return self.staff.callers + self.key_holder.callers

    def __call__(self, request: HttpRequest) -> Any:
        _, _, token = request.headers.get("Authorization", "").partition(" ")
        return (self.key_holder if token.startswith(MARK) else self.staff)(request)

    def authenticate(self, request: HttpRequest, token: str) -> Any:
        raise NotImplementedError("__call__ authenticates by session or key")
