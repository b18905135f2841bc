"""Outcomes of a step for people, and the forms that they ask for."""

from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, ClassVar, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, StringConstraints, ValidationError

from kit.errors import InvalidError
from kit.text import storable, visible
from workflows.engine.core.entry_data import Shape

Tone = Literal["primary", "neutral", "danger"]
MAX_NOTES = 5_000


LongText = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=MAX_NOTES),
    AfterValidator(storable),
    AfterValidator(visible),
]


class OutcomeForm(BaseModel):
    """What a person fills in with an outcome. The console draws it from `json_schema()`.

    `text_field` names the field whose words go into the history's text. What `data()` gives goes into the entry's data,
    which stays for good: `entry_data` declares its keys, and nothing else may be in it.
    """

    model_config = ConfigDict(extra="forbid")
    text_field: ClassVar[str] = ""
    entry_data: ClassVar[Shape] = {}

    @classmethod
    def __pydantic_init_subclass__(cls, **options: Any) -> None:
        """Raises TypeError for a field that would stay in history for good without being declared."""
        super().__pydantic_init_subclass__(**options)
        undeclared = cls.model_fields.keys() - {cls.text_field} - cls.entry_data.keys()
        if undeclared and cls.data is OutcomeForm.data:
            raise TypeError(f"{cls.__name__}.entry_data does not declare {', '.join(sorted(undeclared))}")

    @classmethod
    def json_schema(cls) -> dict[str, Any]:
        """JSON Schema, draft 2020-12; a subclass adds choices that stand in rows."""
        return deepcopy(_schema_of(cls))

    @classmethod
    def parse(cls, payload: Mapping[str, Any]) -> "OutcomeForm":
        """Raises InvalidError with paths below `form`."""
        try:
            return cls.model_validate(dict(payload))
        except ValidationError as error:
            fields: dict[str, list[str]] = {}
            for problem in error.errors(include_url=False, include_input=False, include_context=False):
                path = ".".join(["form", *map(str, problem["loc"])])
                fields.setdefault(path, []).append(problem["msg"])
            raise InvalidError(fields) from error

    def text(self) -> str:
        return str(getattr(self, self.text_field)) if self.text_field else ""

    def data(self) -> dict[str, Any]:
        return self.model_dump(mode="json", exclude={self.text_field})

    def kept(self) -> dict[str, Any]:
        """What stays with the process until its end, apart from its history; None takes a name away."""
        return {}


@cache
def _schema_of(form: type[OutcomeForm]) -> dict[str, Any]:
    """Made once: a form's fields do not change while the product runs."""
    return form.model_json_schema()


@dataclass(frozen=True, slots=True)
class Condition:
    """A property of the process that must hold, and the code of the refusal when it does not."""

    holds: str
    code: str


@dataclass(frozen=True, slots=True)
class Holds:
    """The condition of a gateway's branch: a property of the process that must hold."""

    name: str

    def __call__(self, activation: Any) -> bool:
        return bool(getattr(activation.process, self.name))


@dataclass(frozen=True, slots=True)
class Outcome:
    """A labelled edge that leaves a step: what people call it, its key, and what it asks for."""

    name: str
    label: str
    key: str = ""
    tone: Tone = "neutral"
    form: type[OutcomeForm] | None = None
    needs: Condition | None = None
    effect: Callable[[int], None] | None = None

    def refusal(self, process: Any) -> str | None:
        """The code of what stands against this outcome at the moment, if anything does."""
        return self.needs.code if self.needs and not getattr(process, self.needs.holds) else None
