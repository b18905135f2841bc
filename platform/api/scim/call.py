"""A call of SCIM: its body, numbers, filter, and what of a resource it asks for."""

import json
import re
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from scim2_models import (
    Context,
    InvalidFilterException,
    InvalidSyntaxException,
    InvalidValueException,
    ListResponse,
    Resource,
    ResponseParameters,
    ScimFilter,
)
from scim2_models.path.expressions import CompareOperator, Comparison

from api.http.parsing import without_duplicates
from kit.text import storable

_FILTERS = "Accounts are found by userName, externalId or id, groups by displayName or id, each with eq."
NUMBER = re.compile(r"[0-9]{1,18}")


@dataclass(frozen=True, slots=True)
class Call:
    """`id`: what stands in the address behind the kind; empty for none."""

    request: HttpRequest
    id: str

    def body(self) -> Any:
        try:
            return json.loads(self.request.body.decode(), object_pairs_hook=without_duplicates)
        except ValueError as error:
            raise InvalidSyntaxException(detail="The body is not JSON.") from error

    def number(self, name: str, default: int) -> int:
        text = self.request.GET.get(name, "") or str(default)
        if not NUMBER.fullmatch(text.removeprefix("-")):
            raise InvalidValueException(detail=f"{name} is not a number")
        return int(text)

    def equals(self, model: type[Resource[Any]], *names: str) -> tuple[str, str] | None:
        """The attribute and the value of the filter; None for none. Raises InvalidFilterException for any other."""
        if not (text := self.request.GET.get("filter", "")):
            return None
        found = ScimFilter[model](text).ast  # type: ignore[valid-type]
        if not isinstance(found, Comparison) or found.attr_path.sub_attr or not isinstance(found.value, str):
            raise InvalidFilterException(detail=_FILTERS)
        name = next((name for name in names if name.casefold() == found.attr_path.attr.casefold()), "")
        if not name or found.op != CompareOperator.eq:
            raise InvalidFilterException(detail=_FILTERS)
        try:
            return name, storable(found.value)
        except ValueError as error:
            raise InvalidFilterException(detail=_FILTERS) from error

    def shown(self, resource: Resource[Any], context: Context) -> dict[str, Any]:
        model = type(resource)
        asked = {name: text for name, text in self.request.GET.items() if name in ("attributes", "excludedAttributes")}
        wanted = ResponseParameters[model].model_validate(asked)  # type: ignore[valid-type]
        return resource.model_dump(scim_ctx=context, response_parameters=wanted)

    def page(self, page: list[Any], *, total: int, start: int) -> dict[str, Any]:
        return {
            "schemas": [str(ListResponse.__schema__)],
            "totalResults": total,
            "startIndex": start,
            "itemsPerPage": len(page),
            "Resources": [self.shown(each, Context.RESOURCE_QUERY_RESPONSE) for each in page],
        }
