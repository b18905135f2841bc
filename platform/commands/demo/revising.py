"""Second versions: what the staff took out or changed at somebody's wish, and what authors added themselves."""

import re
from collections.abc import Mapping
from datetime import datetime
from random import Random
from typing import Any

from commands.demo.days import between
from commands.demo.drafts import Added, Draft, Revised, Run
from commands.demo.names import FIRST_NAMES
from commands.demo.screening import SentenceScreener
from commands.demo.writing import PARAGRAPH, Piece, pick
from reviews.screening import Findings

BY_STAFF, BY_AUTHOR = 0.03, 0.02
_NAME = re.compile(rf"\b(?:{'|'.join(FIRST_NAMES)})\b")
UNNAMED = "[name]"
NAMES_SOMEBODY = "Names a person who works there, by whom nobody is helped: the name is taken out, all else stays."
SHOWN_SHORTER = "The author asked to be shown by an initial only."
ADDED = (
    "Edit: they have rung since, and have said sorry.",
    "Edit: still no answer, a week later.",
    "Edit: the money has come back now.",
    "Edit: I got the day wrong, it was a Friday.",
)


class Reviser:
    """Writes the second versions, and has them screened."""

    def __init__(self, screener: SentenceScreener) -> None:
        self._screener = screener

    def revise(self, draft: Draft, piece: Piece, chance: Random, now: datetime) -> None:
        """Perhaps write one: the staff while somebody has it, the author before anybody has."""
        drawn, run = chance.random(), draft.runs[0]
        taken = run.claims[0] if run.claims else None
        if taken is not None:
            if drawn < BY_STAFF:
                self._by_staff(draft, run, piece, between(taken, run.times[1], chance))
        elif not run.claims and drawn < BY_AUTHOR and piece.sentences:
            piece.add(pick(chance, ADDED), chance, PARAGRAPH)
            at = between(run.times[0], now, chance)
            self._write(draft, run, {"text": piece.text}, self._screener.screen(piece), Revised(None, "", at))

    def _by_staff(self, draft: Draft, run: Run, piece: Piece, at: datetime) -> None:
        by = run.deeds[0].by
        if named := _NAME.search(piece.text):
            unnamed = without(piece, named[0])
            self._write(
                draft, run, {"text": unnamed.text}, self._screener.screen(unnamed), Revised(by, NAMES_SOMEBODY, at)
            )
        else:
            first, _, last = draft.words["author_name"].partition(" ")
            shorter = {"author_name": f"{first} {last[:1]}."}
            self._write(draft, run, shorter, draft.findings, Revised(by, SHOWN_SHORTER, at))

    @staticmethod
    def _write(draft: Draft, run: Run, changes: Mapping[str, Any], findings: Findings, revised: Revised) -> None:
        draft.received, draft.words = draft.words, {**draft.words, **changes}
        draft.findings, draft.revised = findings, revised
        data = {"revision": 2, "changed": list(changes), "screening": findings.noted}
        after = run.journey.seq_of(0, "claim") if revised.by else 1
        run.known = {"screening": data["screening"]}
        run.added.append(Added(after, revised.at, "revise", 1, revised.by, text=revised.reason, data=data))


def without(piece: Piece, name: str) -> Piece:
    """The same with a person's name taken out, wherever it stands in the text."""
    unnamed = Piece(piece.rating, piece.title, piece.hint)
    end = 0
    for start, sentence, filled in piece.sentences:
        shorter = re.sub(rf"\b{name}\b", UNNAMED, filled)
        between_them = piece.text[end:start]
        unnamed.sentences.append((len(unnamed.text) + len(between_them), sentence, shorter))
        unnamed.text += between_them + shorter
        end = start + len(filled)
    return unnamed
