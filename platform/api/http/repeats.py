"""Answers that a repeated request reads anew: ids are stored for it, not the answer (decision 7)."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any, cast

from django.http import HttpRequest
from ninja import Status


@dataclass(frozen=True, slots=True)
class Repeated:
    """The first answer to a repeated request: its status, and what was kept of it."""

    status: int
    kept: Any


class RepeatingRequest(HttpRequest):
    """`kept`: what is stored instead of the answer. `repeated`: the first answer, if the request has run already."""

    kept: Any
    repeated: Repeated


def repeating(request: HttpRequest) -> RepeatingRequest:
    return cast(RepeatingRequest, request)


def repeated_by(
    read: Callable[..., Any], keep: Callable[[Any], Any]
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Answer a repeated request by `read(request, kept, **arguments)`: with the permissions and the data of now.

    `keep`: returns what `read` needs of the first answer, as JSON: ids, codes and numbers, no texts. An answer without
    content is stored itself.
    """

    def declare(operation: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(operation)
        def answer(request: HttpRequest, **arguments: Any) -> Any:
            repeated: Repeated | None = getattr(request, "repeated", None)
            if repeated is not None:
                return Status(repeated.status, read(request, repeated.kept, **arguments))
            made = operation(request, **arguments)
            content = made.value if isinstance(made, Status) else made
            if content is not None:
                repeating(request).kept = keep(content)
            return made

        return answer

    return declare
