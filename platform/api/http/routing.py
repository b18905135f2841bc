"""Routers whose operations share one model of a refusal.

ninja makes a model for every status of every operation: of refusals alone a thousand, with half a second of every start
of a web process and 30 MB of its memory.
"""

from collections.abc import Callable
from typing import Any

from ninja import Router as NinjaRouter
from ninja import Schema
from ninja.constants import NOT_SET

from api.http.errors import Problem


class Refusal(Schema):
    """What ninja makes of `Problem` as a response."""

    response: Problem


class Router(NinjaRouter):
    def add_api_operation(
        self, path: str, methods: list[str], view_func: Callable[..., Any], *, response: Any = NOT_SET, **options: Any
    ) -> None:
        declared = response if isinstance(response, dict) else {}
        refused = [status for status, model in declared.items() if model is Problem]
        if refused:
            response = {status: model for status, model in declared.items() if status not in refused}
        super().add_api_operation(path, methods, view_func, response=response, **options)
        added = self.path_operations[path].operations[-1]
        added.response_models.update(dict.fromkeys(refused, Refusal))
