"""Try an entry on a text before it is saved, together with the rest of the list."""

from dataclasses import dataclass, replace

from banned_words.fields import WordFields
from banned_words.matcher import Entry, Found, Matcher
from banned_words.matching import compiled
from banned_words.models import BannedWord
from banned_words.readings import Reading, readings_of
from kit.errors import NotFoundError

UNSAVED = 0


@dataclass(frozen=True, slots=True)
class Tried:
    """`terms`: by id, the terms of the entries that matched. An unsaved entry has the id 0."""

    version: int
    found: Found
    terms: dict[int, str]
    readings: list[Reading]


def try_text(text: str, fields: WordFields | None, word_id: int | None) -> Tried:
    """The matches in a text. `word_id`: the saved entry that `fields` would replace. Raises InvalidError."""
    version, matcher = compiled.current()
    found = matcher.examine(text)
    if fields is not None:
        fields.require_usable()
        own = matcher_of(fields, word_id).examine(text)
        others = [match for match in found.matches if match.entry_id != word_id]
        matches = sorted([*own.matches, *others], key=lambda match: match.start)
        found = replace(found, matches=matches, spared=own.spared)
    ids = {match.entry_id for match in found.matches}
    terms = dict(BannedWord.objects.filter(pk__in=ids).values_list("pk", "term"))
    if fields is not None:
        terms[word_id or UNSAVED] = fields.term
    return Tried(version, found, terms, readings_of(text, found.matches))


def matcher_of(fields: WordFields, word_id: int | None) -> Matcher:
    """A matcher for one entry, which is saved or was accepted by `require_usable`."""
    return Matcher(
        [
            Entry(
                id=word_id or UNSAVED,
                term=fields.term,
                mode=fields.mode,
                action=fields.action,
                severity=fields.severity,
                exceptions=tuple(fields.exceptions),
                is_shadow=fields.shadow,
                endings=fields.endings,
            )
        ]
    )


def saved_fields(word_id: int) -> WordFields:
    """The fields of a saved entry. Raises NotFoundError."""
    word = BannedWord.objects.filter(pk=word_id, retired_at=None).first()
    if word is None:
        raise NotFoundError("The list has no such entry.")
    return WordFields(**{name: getattr(word, name) for name in WordFields.model_fields})
