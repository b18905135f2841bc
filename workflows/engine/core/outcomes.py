"""Outcomes of a step for people, and their forms."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, ClassVar, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, StringConstraints, ValidationError

from kit.errors import InvalidError, message_of
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
    """The form of an outcome. The console renders it from `json_schema()`.

    `text_field` names the field that becomes the text of the history entry. `data()` becomes the permanent data of the
    entry: `entry_data` declares its keys, and other keys are refused. `for_one_item`: what is written fits one item
    alone, so that the outcome is not taken for many at once.
    """

    model_config = ConfigDict(extra="forbid")
    text_field: ClassVar[str] = ""
    entry_data: ClassVar[Shape] = {}
    for_one_item: ClassVar[bool] = False

    @classmethod
    def __pydantic_init_subclass__(cls, **options: Any) -> None:
        """Raises TypeError for a field that is neither `text_field` nor declared in `entry_data`."""
        super().__pydantic_init_subclass__(**options)
        undeclared = cls.model_fields.keys() - {cls.text_field} - cls.entry_data.keys()
        if undeclared and cls.data is OutcomeForm.data:
            raise TypeError(f"{cls.__name__}.entry_data does not declare {', '.join(sorted(undeclared))}")

    @classmethod
    def json_schema(cls) -> dict[str, Any]:
        """JSON Schema, draft 2020-12. Do not change it: subclasses add choices from the database to a copy."""
        return _schema_of(cls)

    @classmethod
    def parse(cls, payload: Mapping[str, Any]) -> "OutcomeForm":
        """Validate a payload. Raises InvalidError with paths below `form`."""
        try:
            return cls.model_validate(dict(payload))
        except ValidationError as error:
            fields: dict[str, list[str]] = {}
            for problem in error.errors(include_url=False, include_input=False, include_context=False):
                path = ".".join(["form", *map(str, problem["loc"])])
                fields.setdefault(path, []).append(message_of(problem))
            raise InvalidError(fields) from error

    def text(self) -> str:
        return str(getattr(self, self.text_field)) if self.text_field else ""

    def data(self) -> dict[str, Any]:
        return self.model_dump(mode="json", exclude={self.text_field})

    def process_data(self) -> dict[str, Any]:
        """Values to store in `process.data` until the end of the process; None removes a key."""
        return {}

    @classmethod
    def reason_in(cls, data: Mapping[str, Any]) -> str:
        """The title of the reason in the data of a decision's entry; empty for a form without reasons."""
        return str(data.get("reason_title", ""))

    @classmethod
    def sent(cls, process: Any, text: str, data: Mapping[str, Any]) -> dict[str, Any]:
        """The fields as they were sent, read from the entry of the decision. An undo restores them as a draft."""
        return {name: value for name, value in {cls.text_field: text, **data}.items() if name in cls.model_fields}


@cache
def _schema_of(form: type[OutcomeForm]) -> dict[str, Any]:
    """Cached: the fields of a form do not change at run time."""
    return form.model_json_schema()


@dataclass(frozen=True, slots=True)
class Condition:
    """A property of the process that must be true, and the code of the refusal if it is not."""

    holds: str
    code: str


@dataclass(frozen=True, slots=True)
class Holds:
    """The condition of a branch of a gateway: a property of the process that must be true."""

    name: str

    def __call__(self, activation: Any) -> bool:
        return bool(getattr(activation.process, self.name))


@dataclass(frozen=True, slots=True)
class Outcome:
    """A labelled edge that leaves a step, with its key, form and condition.

    `writes`: a person who is not on the staff gets a letter because of it. `sends`: it sends a text by the decider. So
    it can be undone only while the flow holds the text (SENDING_HOLD), and cannot be taken for many items at once.
    `from_outside`: an event takes the outcome, never a person.
    """

    name: str
    label: str
    key: str = ""
    tone: Tone = "neutral"
    form: type[OutcomeForm] | None = None
    needs: Condition | None = None
    effect: Callable[[int], None] | None = None
    undo_effect: Callable[[int], None] | None = None
    writes: bool = False
    sends: bool = False
    from_outside: bool = False

    def refusal(self, process: Any) -> str | None:
        """The code of the condition that forbids this outcome now, or None."""
        return self.needs.code if self.needs and not getattr(process, self.needs.holds) else None
