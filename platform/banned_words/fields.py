"""The fields of an entry and their validation."""

import re
from types import MappingProxyType
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StringConstraints,
    ValidationInfo,
)

from banned_words.costs import Measured, require_affordable
from banned_words.endings import has_endings
from banned_words.folding import fold, words_of
from banned_words.models import MAX_EXCEPTION, MAX_EXCEPTIONS, MAX_NOTES, MAX_TERM
from kit.errors import InvalidError
from kit.text import LOST, storable, visible

Storable, Visible = AfterValidator(storable), AfterValidator(visible)
TermText = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=MAX_TERM), Storable, Visible
]
ExceptionText = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=MAX_EXCEPTION), Storable, Visible
]
NotesText = Annotated[str, StringConstraints(strip_whitespace=True, max_length=MAX_NOTES), Storable]
# a language of BCP 47 with an optional region; empty: any language
LanguageCode = Annotated[str, StringConstraints(pattern=r"^([a-z]{2,3}(-[A-Z]{2})?)?$", max_length=8)]

ModeName = Literal["word", "prefix", "phrase", "pattern"]
ActionName = Literal["flag", "hold", "reject"]
SeverityLevel = Literal[1, 2, 3]


_SEVERAL = re.compile(r"[;\r\n]|,\s")


_NOT_SAID = object()
_NOTHING: Measured = MappingProxyType({})


def _not_said() -> Any:
    return _NOT_SAID


def _or_usual(endings: Any, info: ValidationInfo) -> Any:
    """The given value, or the default of the term."""
    return has_endings(info.data.get("term", ""), None) if endings is _NOT_SAID else endings


def _require_affordable(term: str, measured: Measured) -> None:
    if term not in measured:
        require_affordable(term)
    elif wrong := measured[term]:
        raise InvalidError(wrong)


class WordFields(BaseModel):
    """An entry as people write it. `exceptions`: innocent words and phrases inside which it never matches. `endings`:
    plurals and possessives of a word or phrase match too; where it is not said, they do, but for a few terms."""

    model_config = ConfigDict(strict=True)

    term: TermText
    mode: ModeName = "word"
    action: ActionName = "flag"
    severity: SeverityLevel = 1
    language: LanguageCode = ""
    notes: NotesText = ""
    exceptions: Annotated[list[ExceptionText], Field(max_length=MAX_EXCEPTIONS)] = []
    endings: Annotated[bool, BeforeValidator(_or_usual)] = Field(default_factory=_not_said, validate_default=True)
    shadow: bool = False

    def require_usable(self, measured: Measured = _NOTHING) -> None:
        """Raises InvalidError for an invalid pattern, for a term or exception without a letter or with a replacement
        character (U+FFFD), for several terms in one field, and for a pattern that costs too much.

        `measured`: the results of `costs.measured`; a pattern that is not in it is measured here.
        """
        for name, texts in (("term", [self.term]), ("exceptions", self.exceptions)):
            if any(LOST in text for text in texts):
                raise InvalidError({name: [f"has lost letters ({LOST}): save the file as UTF-8, and send it again"]})
        if self.mode != "pattern" and _SEVERAL.search(self.term):
            raise InvalidError({"term": ["holds several terms: give each a row of its own"]})
        if self.mode == "pattern":
            _require_affordable(self.term, measured)
        elif not words_of(fold(self.term)).strip():
            raise InvalidError({"term": ["holds no letter and no digit"]})
        if not all(words_of(fold(text)).strip() for text in self.exceptions):
            raise InvalidError({"exceptions": ["one of them holds no letter and no digit"]})
