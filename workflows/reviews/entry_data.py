"""The data of history entries about reviews and restriction requests, in addition to the engine's."""

from collections.abc import Mapping

from workflows.engine.core.entry_data import Shape, code, codes, flag, number

SCREENING: Shape = {"words": number, "blacklisted": flag, "copies": number, "investigate": flag, "propose": code}
# without the address: `mailing.read_addresses` reads it from the letter
_LETTER: Shape = {"letter": code, "state": code}

LETTER_ENTRIES: Mapping[str, Shape] = {"statement": {"reference": code, **_LETTER}, "mail": _LETTER}
MODERATION_ENTRIES: Mapping[str, Shape] = {
    **LETTER_ENTRIES,
    "start": SCREENING,
    "revise": {"revision": number, "changed": codes, "screening": SCREENING},
    "amend": {"changed": codes, "rating": {"from": number, "to": number}, "screening": SCREENING},
}
REQUEST_ENTRIES: Mapping[str, Shape] = {
    **LETTER_ENTRIES,
    "start": {"request": number, "number": number, "ground": code},
}
