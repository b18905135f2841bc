"""The subjects of tasks in the API: one schema for each kind, a union discriminated by `kind`."""

from typing import TYPE_CHECKING, Annotated, Any, Union

from pydantic import Field

from workflows.engine.core.subject_registry import subjects

if TYPE_CHECKING:
    SubjectRow = Any
    SubjectDetail = Any
else:
    SubjectRow = Annotated[
        Union[tuple(subject.row_schema for subject in subjects().values())],  # noqa: UP007  made of a registry
        Field(discriminator="kind"),
    ]
    SubjectDetail = Annotated[
        Union[tuple(subject.detail_schema for subject in subjects().values())],  # noqa: UP007  made of a registry
        Field(discriminator="kind"),
    ]
