"""Routers that say of each operation what it refuses, with one model of a refusal for all.

ninja makes a model for every status of every operation: of refusals alone a thousand, with half a second of every start
of a web process and 30 MB of its memory.
"""

from collections.abc import Callable, Iterator
from typing import Any

from ninja import Router as NinjaRouter
from ninja import Schema
from ninja.constants import NOT_SET
from ninja.operation import Operation

from api.http.errors import Problem


class Refusal(Schema):
    """What ninja makes of `Problem` as a response."""

    response: Problem


class Router(NinjaRouter):
    """An operation declares the refusals of its own (`409: Problem`); those that follow from what it is are added.

    Its id is its function's name, unless it names another.
    """

    def add_api_operation(
        self,
        path: str,
        methods: list[str],
        view_func: Callable[..., Any],
        *,
        response: Any = NOT_SET,
        operation_id: str | None = None,
        **options: Any,
    ) -> None:
        declared = response if isinstance(response, dict) else {}
        own = {status for status, model in declared.items() if model is Problem}
        if own:
            response = {status: model for status, model in declared.items() if status not in own}
        operation_id = operation_id or _camel_case(view_func.__name__)
        super().add_api_operation(path, methods, view_func, response=response, operation_id=operation_id, **options)
        added = self.path_operations[path].operations[-1]
        refused = own.union(_derived(path, added))
        added.response_models.update(dict.fromkeys(sorted(refused), Refusal))


def _derived(path: str, operation: Operation) -> Iterator[int]:
    """What follows from who may call, from the path, and from the body; and what every operation refuses."""
    yield from getattr(operation.auth_param, "refuses", ())
    if "{" in path:
        yield 404
    if any(model.__ninja_param_source__ == "body" for model in operation.models):
        yield from (413, 415)
    yield from (422, 503)


def _camel_case(name: str) -> str:
    first, *others = name.split("_")
    return first + "".join(map(str.capitalize, others))
