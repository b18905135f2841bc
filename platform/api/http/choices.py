"""Choices that calls may also send as text (spec, section 3: `internal` and `country` of a group)."""

from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator, Field

from api.http.auth import MAX_ID
from companies.models import Country

_BOOLEANS = {"true": True, "false": False}
_COUNTRIES = {str(number): number for number in Country.values}


def _boolean(value: Any) -> Any:
    return _BOOLEANS.get(value, value) if isinstance(value, str) else value


def _number(value: Any) -> Any:
    return _COUNTRIES.get(value, value) if isinstance(value, str) else value


def _country(value: int) -> int:
    if value not in Country.values:
        raise ValueError(f"must be one of {', '.join(map(str, Country.values))}")
    return value


TextBoolean = Annotated[bool, BeforeValidator(_boolean, json_schema_input_type=bool | str)]
CountryNumber = Annotated[int, BeforeValidator(_number, json_schema_input_type=int | str), AfterValidator(_country)]
RowId = Annotated[int, Field(ge=1, le=MAX_ID)]
