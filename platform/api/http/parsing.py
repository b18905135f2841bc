"""Strict parsing of JSON bodies."""

import json
from typing import Any

from django.http import HttpRequest
from ninja.parser import Parser
from pydantic import BaseModel, ConfigDict

from api.http.errors import MediaTypeError

JSON_TYPES = ("application/json", "")  # a body without a type is read as JSON


class Payload(BaseModel):
    """A body: an object with values of exactly the declared types, without coercion.

    Not ninja's Schema, which reads attributes of any value: it would accept `1` as an object of defaults.
    """

    model_config = ConfigDict(strict=True)


class StrictParser(Parser):
    """UTF-8, no duplicate names in an object, no NaN or Infinity. Errors become 422 responses (api.http.errors)."""

    def parse_body(self, request: HttpRequest) -> Any:
        if request.content_type not in JSON_TYPES:
            raise MediaTypeError
        return json.loads(request.body.decode(), object_pairs_hook=without_duplicates, parse_constant=_refuse_constant)


def without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """`object_pairs_hook` of json. Raises ValueError if a name occurs twice."""
    fields = dict(pairs)
    if len(fields) < len(pairs):
        raise ValueError("an object names a field twice")
    return fields


def _refuse_constant(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")
