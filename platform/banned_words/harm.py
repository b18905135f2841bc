"""Detects that somebody may come to harm: a text contains a harmful word of the list, or says that somebody will be
hurt.

Before the search, wrapped lines are joined and quotation marks of mails (`>`) are removed. A passage is the part of a
sentence around a match. Passages with the same words are equal, however their lines are wrapped.
"""

import re
import unicodedata
from collections.abc import Collection, Iterator, Sequence

from banned_words.matcher import Match
from banned_words.matching import search_texts

MAX_PASSAGE = 300
MAX_PASSAGES = 20  # of one text
_AROUND = 120  # characters on each side of a match
_SELF, _OTHERS = r"(?:my|him|her|your|our)sel(?:f|ves)|themsel(?:f|ves)", r"him|her|them|someone|somebody|you|us"
# somebody will hurt themself or others; a short list, because people read every other text within hours anyway
_DANGER = re.compile(
    rf"""\b(?:
        kill(?:ing)?\s+(?:{_SELF}|{_OTHERS}|everyone|everybody)
        | (?:end|ending|take|taking)\s+(?:my|(?:his|her|their|your)\s+own)\s+(?:own\s+)?life
        | end(?:ing)?\s+it\s+all
        | suicid(?:e|al)
        | self[\s-]?harm(?:ing)?
        | overdos(?:e|ing)\b
        | slit(?:ting)?\s+(?:my|your|his|her|their)\s+(?:wrists?|throats?)
        | (?:hurt|harm|cut)(?:t?ing)?\s+(?:{_SELF})
        | (?:hurt|harm|shoot|stab|beat)\s+(?:{_OTHERS})
        | (?:want|going|wish)\s+to\s+(?:die|be\s+dead)
        | (?:do\s?n[o']?t|not)\s+want\s+to\s+(?:live|be\s+alive)
        | better\s+off\s+dead
        | know\s+where\s+you\s+(?:all\s+)?live
        | (?:bomb|burn\s+down)\s+(?:the|your|this)\s+\w+
    )\b""",
    re.IGNORECASE | re.VERBOSE,
)
# quick check: each match of _DANGER contains one of these, and most texts contain none
_HINTS = re.compile(
    "kill|li[fv]e|it all|suicid|harm|overdos|slit|hurt|cut|shoot|stab|beat|die|dead|bomb|burn", re.IGNORECASE
)
_MARKS = re.compile(r"(?m)^[ \t]*(?:>[ \t]?)+")
_PARAGRAPH = re.compile(r"\n[ \t]*(?:\n[ \t]*)+")
_ENDS = ".!?:;\n"
_NO_WORD = re.compile(r"[\W_]+")


def passages_in(*texts: str) -> list[str]:
    """The passages without repetitions. One SQL statement."""
    return passages_among([texts])[0]


def passages_among(groups: Sequence[Sequence[str]]) -> list[list[str]]:
    """`passages_in` for many groups of texts, with one SQL statement for all."""
    written = [[_as_written(text) for text in group] for group in groups]
    _, found = search_texts(written)
    return [
        list(dict.fromkeys(_passages(texts, matches)))[:MAX_PASSAGES]
        for texts, matches in zip(written, found, strict=True)
    ]


def new_passages(passages: Sequence[str], known: Collection[str]) -> list[str]:
    """The passages that are not in `known`."""
    seen = {_key_of(each) for each in known}
    return [each for each in passages if _key_of(each) not in seen]


def is_dangerous(text: str) -> bool:
    """Whether a text says that somebody will be hurt."""
    return next(_dangers(_as_written(text)), None) is not None


def _as_written(text: str) -> str:
    """Each paragraph as one line, without quotation marks of mails and invisible characters."""
    if not text.isascii():
        composed = unicodedata.normalize("NFKC", text).replace("\u2019", "'")
        text = "".join(mark for mark in composed if unicodedata.category(mark) != "Cf")
    if "\n" not in text:
        return text
    unmarked = _MARKS.sub("", text) if ">" in text else text
    return "\n".join(paragraph.replace("\n", " ") for paragraph in _PARAGRAPH.split(unmarked))


def _passages(texts: Sequence[str], matches: Sequence[Sequence[Match]]) -> Iterator[str]:
    for text, of_text in zip(texts, matches, strict=True):
        harmful = [(match.start, match.end) for match in of_text if match.is_harmful and not match.is_shadow]
        for start, end in sorted([*harmful, *_dangers(text)]):
            yield _around(text, start, end)


def _dangers(text: str) -> Iterator[tuple[int, int]]:
    if _HINTS.search(text):
        for match in _DANGER.finditer(text):
            yield match.span()


def _around(text: str, start: int, end: int) -> str:
    """The match with its sentence: the ends of a sentence stay the same when it is quoted."""
    before, after = text[max(0, start - _AROUND) : start], text[end : end + _AROUND]
    first = max(before.rfind(mark) for mark in _ENDS) + 1
    last = min((place + 1 for mark in _ENDS if (place := after.find(mark)) >= 0), default=len(after))
    return " ".join((before[first:] + text[start:end] + after[:last]).split())[:MAX_PASSAGE]


def _key_of(passage: str) -> str:
    return _NO_WORD.sub(" ", passage.casefold()).strip()
