"""What the specification says, section by section, and which of its words the rows of docs/specification.md lack."""

import re
from collections.abc import Iterable
from difflib import SequenceMatcher

from deploy.local.layout import ROOT

SPECIFICATION = ROOT.parent / "shared" / "spec" / "console-spec.md"

# section 3: what tests of the code compare it with, also where the specification is not at hand
PERMISSIONS = [
    "tickets",
    "bulk_moderation",
    "backlog",
    "assigned_to_others",
    "banned_words",
    "head_moderator",
    "testimonials",
    "organisation",
    "groups",
    "tags",
    "users",
    "blacklist",
    "reporting",
    "custom_reporting",
    "foresight",
    "search",
    "top_level_add",
]
COUNTS = [
    "pending",
    "assigned_to_me",
    "escalated",
    "unverified",
    "investigation",
    "queued",
    "requests_to_restrict",
    "backlog",
    "testimonials",
    "tickets",
    "assigned_to_others",
]

CONNECTING = {"and"}  # between what two rows say

_SECTION = re.compile(r"^## \d\. .*$", re.MULTILINE)
_HEADING = re.compile(r"^#+ .*$|^\|.*\|\n(?=\|-)", re.MULTILINE)  # of a chapter or of a table
_CLAUSE = re.compile(r"(?<=[.;])\s|\n")
_LEFT_OPEN = "not shown"
_OPEN_REMARK = re.compile(rf"\([^()]*{_LEFT_OPEN}[^()]*\)")
_OPEN_PART = re.compile(rf"(?<=:) \S.* {_LEFT_OPEN}\.?$")
_WORD = re.compile(r"[^\W\d]+|\d+")


def unsaid(section: int, rows: Iterable[str]) -> list[str]:
    """The words of a section that these rows do not have where the section has them: both are read side by side.

    A word of a row stands for one word of the section, so that a row that is missing leaves a gap.
    """
    wanted, given = _said(section), [word for row in rows for word in _words(row)]
    blocks = SequenceMatcher(None, wanted, given, autojunk=False).get_matching_blocks()
    found = {at for block in blocks for at in range(block.a, block.a + block.size)}
    return [word for at, word in enumerate(wanted) if at not in found and word not in CONNECTING]


def _said(section: int) -> list[str]:
    """The words of a section in their order, but for headings and for what the specification leaves open.

    "Queues (pending): transitions not shown" leaves the transitions open, "Transitions: not shown" everything.
    """
    text = _HEADING.sub("", _SECTION.split(SPECIFICATION.read_text())[section])
    clauses = [_OPEN_PART.sub("", clause) for clause in _CLAUSE.split(_OPEN_REMARK.sub("", text))]
    return [word for clause in clauses if _LEFT_OPEN not in clause for word in _words(clause)]


def _words(text: str) -> list[str]:
    return _WORD.findall(text.lower())
