"""Compares the secret keys with the database's. If they differ, the web server does not start or serves nothing
(decision 97).
"""

import logging
from collections.abc import Callable

import psycopg
from django.db import Error
from django.http import HttpRequest, HttpResponse, JsonResponse
from psycopg_pool import PoolTimeout

from accounts.key_fingerprints import OtherKeyError, require_same_keys, require_same_keys_before_fork

logger = logging.getLogger(__name__)


class Comparison:
    """`is_pending`: the database was away when the web server started, so its forked processes compare the keys.
    `refusal`: the message if the keys differ; empty otherwise.
    """

    is_pending = False
    refusal = ""

    def begin(self) -> None:
        """Compare before the web server forks. Raises OtherKeyError, which ends the server."""
        try:
            require_same_keys_before_fork()
        except psycopg.OperationalError:
            self.is_pending = True

    def compare_again(self) -> None:
        """Compare in a forked process. Called again until the database is available."""
        try:
            require_same_keys()
        except (Error, PoolTimeout):
            return  # the request itself gets the error of the database
        except OtherKeyError as error:
            self.refusal = str(error)
            logger.error(self.refusal)
        self.is_pending = False


comparison = Comparison()


class KeysMiddleware:
    """Answers every request with 503 if the keys differ, so that the process is not healthy either."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if comparison.is_pending:
            comparison.compare_again()
        if comparison.refusal:
            return JsonResponse({"code": "other_key", "message": comparison.refusal}, status=503)
        return self.get_response(request)
