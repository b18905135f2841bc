"""A web server with other secret keys than the database's does not start, or answers nothing (decision 97)."""

import logging
from collections.abc import Callable

import psycopg
from django.db import Error
from django.http import HttpRequest, HttpResponse, JsonResponse
from psycopg_pool import PoolTimeout

from accounts.key_fingerprints import OtherKeyError, require_same_keys, require_same_keys_before_fork

logger = logging.getLogger(__name__)


class Comparison:
    """`is_pending`: the database was away when the web server started, so the processes that it forks compare."""

    is_pending = False
    refusal = ""

    def begin(self) -> None:
        """Before the web server forks. Raises OtherKeyError, which ends it."""
        try:
            require_same_keys_before_fork()
        except psycopg.OperationalError:
            self.is_pending = True

    def make_up(self) -> None:
        """In a process that was forked, until the database is there."""
        try:
            require_same_keys()
        except (Error, PoolTimeout):
            return  # whoever asks the database is told so
        except OtherKeyError as error:
            self.refusal = str(error)
            logger.error(self.refusal)
        self.is_pending = False


comparison = Comparison()


class KeysMiddleware:
    """Where the keys are others, nothing is answered, and the process is not healthy."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if comparison.is_pending:
            comparison.make_up()
        if comparison.refusal:
            return JsonResponse({"code": "other_key", "message": comparison.refusal}, status=503)
        return self.get_response(request)
