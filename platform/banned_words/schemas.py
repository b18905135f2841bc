"""Matches of banned words in the API."""

from typing import Literal

from pydantic import BaseModel


class FlaggedWord(BaseModel):
    """`view`: that of the text in which it matched; empty for matches that are older than the views."""

    word: str
    entry_id: int
    field: str
    start: int
    end: int
    action: str
    view: Literal["", "given", "folded", "leetspeak", "joined", "completed"] = ""
