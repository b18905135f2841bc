"""What the specification says, section by section, and which of its words the rows of docs/specification.md lack.

The specification is no part of the project: statements.txt beside this file is, which holds what the tests compare.
"""

import re
from collections.abc import Iterable
from difflib import SequenceMatcher
from functools import cache
from pathlib import Path

from deploy.local.layout import ROOT

STATEMENTS = Path(__file__).with_name("statements.txt")
SPECIFICATION = ROOT.parent / "shared" / "spec" / "console-spec.md"

CONNECTING = {"and"}  # between what two rows say

_SECTION = re.compile(r"^## \d\..*$", re.MULTILINE)
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
    """The words of a section in their order."""
    return _words(statements()[section])


@cache
def statements() -> list[str]:
    """By section; before the first one stands nothing."""
    return _SECTION.split(STATEMENTS.read_text())


def named(section: int, heading: str) -> list[str]:
    """The names that a statement lists: "Counts: pending, escalated."."""
    found = re.search(rf"^\W*{heading}\W*: (.*)\.$", statements()[section], re.MULTILINE)
    assert found, heading
    return found[1].split(", ")


def extracted(specification: str) -> str:
    """What statements.txt holds of the specification: all but its headings and what it leaves open.

    "Queues (pending): transitions not shown" leaves the transitions open, "Transitions: not shown" everything.
    """
    found = []
    for number, text in enumerate(_SECTION.split(specification)[1:], 1):
        clauses = [_OPEN_PART.sub("", clause) for clause in _CLAUSE.split(_OPEN_REMARK.sub("", _HEADING.sub("", text)))]
        said = [clause.strip() for clause in clauses if _words(clause) and _LEFT_OPEN not in clause]
        found.append("\n".join([f"## {number}.", *said]))
    return "\n\n".join(found) + "\n"


def _words(text: str) -> list[str]:
    return _WORD.findall(text.lower())
