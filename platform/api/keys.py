"""Callers that are programs: API keys with scopes, `Authorization: Bearer dk_…` (product.md, In and out)."""

from typing import Any

from django.http import HttpRequest
from ninja.security import HttpBearer

from accounts.keys import find_key
from accounts.models import ApiKey
from kit.errors import ForbiddenError, UnauthenticatedError


class KeyHolder(HttpBearer):
    """A live key with a scope."""

    def __init__(self, scope: str) -> None:
        super().__init__()
        self.scope = scope

    def __call__(self, request: HttpRequest) -> Any:
        found = super().__call__(request)
        if found is None:
            raise UnauthenticatedError("Send an API key.")
        return found

    def authenticate(self, request: HttpRequest, token: str) -> ApiKey:
        key = find_key(token)
        if self.scope not in key.scopes:
            raise ForbiddenError(f"This key does not have the scope {self.scope!r}.")
        return key
