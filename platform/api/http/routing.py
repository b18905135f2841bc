"""Routers that declare the error statuses of each operation, with one model for all errors.

ninja makes a model for every status of every operation. For errors these would be a thousand models, which cost half a
second at every start of a web process, and 30 MB of its memory.
"""

from collections.abc import Callable, Iterator
from typing import Any

from ninja import Router as NinjaRouter
from ninja import Schema
from ninja.constants import NOT_SET
from ninja.operation import Operation

from api.http.errors import Problem


class Refusal(Schema):
    """The response model that ninja would make from `Problem`."""

    response: Problem


class Router(NinjaRouter):
    """An operation declares only its own errors (`409: Problem`); those that `_derived` finds are added.

    The default `operation_id` is the name of its function, in camel case.
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
    """The error statuses that follow from authentication, path and body, and those of every operation."""
    yield from getattr(operation.auth_param, "refuses", ())
    if "{" in path:
        yield 404
    if any(model.__ninja_param_source__ == "body" for model in operation.models):
        yield from (413, 415)
    yield from (422, 503)


def _camel_case(name: str) -> str:
    first, *others = name.split("_")
    return first + "".join(map(str.capitalize, others))
