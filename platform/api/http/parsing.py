"""Bodies: JSON that every reader understands in the same way."""

import json
from typing import Any

from django.http import HttpRequest
from ninja.parser import Parser
from pydantic import BaseModel, ConfigDict

from api.http.errors import MediaTypeError

JSON_TYPES = ("application/json", "")  # without a type a body is what the API speaks


class Payload(BaseModel):
    """A body: an object, whose values are of the types that it declares and not merely like them.

    Not ninja's Schema, which reads attributes of whatever it is given: `1` would pass for an object of defaults.
    """

    model_config = ConfigDict(strict=True)


class StrictParser(Parser):
    """UTF-8, no name twice in an object, no NaN or Infinity. What it raises becomes a refusal (api.http.errors)."""

    def parse_body(self, request: HttpRequest) -> Any:
        if request.content_type not in JSON_TYPES:
            raise MediaTypeError
        return json.loads(request.body.decode(), object_pairs_hook=_without_twins, parse_constant=_refuse_constant)


def _without_twins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    known = dict(pairs)
    if len(known) < len(pairs):
        raise ValueError("an object names a field twice")
    return known


def _refuse_constant(name: str) -> Any:
    raise ValueError(f"{name} is no JSON")
