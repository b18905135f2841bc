"""The parameters of lists and batches that are made from the declared facets."""

from typing import Annotated, Any, Literal

from ninja import Field
from pydantic import BaseModel, create_model

from workflows.engine.core.facets import Choice, Facet, Flag, Number
from workflows.engine.core.subject_registry import facets


def with_facets(own: type[BaseModel], name: str) -> type[BaseModel]:
    """A model with all fields of `own`, and an optional parameter for each facet."""
    parameters: dict[str, Any] = {facet.name: (_accepted(facet) | None, None) for facet in facets().values()}
    return create_model(name, __base__=own, __module__=own.__module__, __doc__=own.__doc__, **parameters)


def facets_given(query: BaseModel) -> tuple[tuple[str, Any], ...]:
    """The facets that a query asks for, with the wanted values."""
    given = ((name, getattr(query, name)) for name in facets())
    return tuple((name, value) for name, value in given if value is not None)


def _accepted(facet: Facet) -> Any:
    match facet:
        case Number():
            return Annotated[int, Field(ge=facet.least, le=facet.most)]
        case Flag():
            return bool
        case Choice():
            return Literal[tuple(str(value) for value in facet.choices.values)]
        case _:
            raise TypeError(f"{facet.name} has no parameter")
