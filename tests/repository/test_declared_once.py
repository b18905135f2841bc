"""Queues, views, statuses and permissions are declared once: no other file of the product holds a list of them."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from accounts.rights import PERMISSIONS
from tests.live import ROOT
from workflows.engine.core.flows import flows, statuses, steps
from workflows.engine.reading.lists.desk import listed_queues
from workflows.engine.reading.lists.views import VIEWS

# So many different names of one sort in a file, or all of them, are a list; fewer are what a rule or a sentence needs.
A_LIST = 4
DECLARATIONS = {
    "platform/accounts/rights.py",
    "platform/reviews/models/reviews.py",
    "workflows/second_look.py",
    "workflows/engine/reading/lists/views.py",
    "workflows/queues.py",
    "workflows/restriction_request.py",
    "workflows/review_moderation.py",
    "workflows/testimonial_transcription.py",
    "workflows/ticket_resolution.py",
    # the permission that each page asks for; the server declares those of the queues
    "console/src/app/route-table.ts",
    "platform/testimonials/models.py",
    "platform/tickets/models/tickets.py",
}
GENERATED = {"console/src/api/schema.d.ts", "console/src/api/icons.ts"}
# Lists that are none of these: (file, sort of name), with the reason.
ALLOWED_PYTHON = {
    # codes of what is exported and imported, some of which have the name of a permission
    ("platform/audit/actions.py", "permission"),
    # the titles of permissions in its sentences: the log knows no room
    ("platform/audit/levels.py", "permission"),
    # the rooms, some of which have the name of the permission for what is in them
    ("platform/config/settings/base.py", "permission"),
}
ALLOWED_CONSOLE = {
    # addresses and names of pages, some of which are named like a permission
    ("console/src/lib/paths.ts", "permission"),
    ("console/src/lib/words/en/navigation.ts", "permission"),
    # what things and actions of the audit log are called, as platform/audit/actions.py names them
    ("console/src/lib/words/en/audit.ts", "permission"),
    # the lists that the specification's menu wording names are filters by status
    ("console/src/features/classic/classic-page.tsx", "status"),
    # what became of the reviews that a trial has found, as its answer names them
    ("console/src/features/banned-words/trial.tsx", "status"),
    # the part of the console that each permission opens; the compiler asks for every permission that there is
    ("console/src/features/accounts/rights-changes.ts", "permission"),
    ("console/src/features/accounts/rights-changes.ts", "queue"),
    # and what these parts are called
    ("console/src/lib/words/en/accounts.ts", "permission"),
    # the tabs and cards of a company's page, some of which are named like the permission for what is in them
    ("console/src/features/companies/company-page.tsx", "permission"),
    ("console/src/features/companies/company-tabs.tsx", "permission"),
    # what an empty view says, by its name; a view without words is called empty
    ("console/src/lib/words/en/people.ts", "view"),
}

NAMES = {
    "queue": {listed.queue.name for listed in listed_queues()},
    "view": set(VIEWS),
    "status": set(statuses()),
    "permission": set(PERMISSIONS),
}
_LITERAL = re.compile(r"""(["'`])((?:(?!\1)[^\\\n])*)\1|([A-Za-z_]\w*)\s*\??:""")


def python_files() -> Iterator[Path]:
    for room in ("platform", "workflows", "deploy", "benchmarks", "drills"):
        yield from (file for file in (ROOT / room).rglob("*.py") if "migrations" not in file.parts)


def console_files() -> Iterator[Path]:
    for pattern in ("*.ts", "*.tsx"):
        for file in (ROOT / "console" / "src").rglob(pattern):
            if ".test." not in file.name and "testing" not in file.parts:
                yield file


def words_of_python(source: str) -> set[str]:
    """String literals; a sentence is none of the names that are looked for."""
    constants = (node.value for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Constant))
    return {value for value in constants if isinstance(value, str)}


def words_of_typescript(source: str) -> set[str]:
    """String literals, and keys of objects and types."""
    return {literal or key for _, literal, key in _LITERAL.findall(source)}


def lists_in(words: set[str]) -> dict[str, list[str]]:
    """The lists of names that a file holds, by the sort of name."""
    found = {sort: sorted(words & names) for sort, names in NAMES.items()}
    return {sort: names for sort, names in found.items() if len(names) >= min(A_LIST, len(NAMES[sort]))}


def second_lists(*, console: bool) -> dict[tuple[str, str], list[str]]:
    """The lists that files hold, the declarations aside, by file and sort of name."""
    found = {}
    for file in console_files() if console else python_files():
        name = file.relative_to(ROOT).as_posix()
        if name not in DECLARATIONS | GENERATED:
            words = words_of_typescript(file.read_text()) if console else words_of_python(file.read_text())
            found.update({(name, sort): names for sort, names in lists_in(words).items()})
    return found


def test_no_python_file_holds_a_second_list() -> None:
    assert set(second_lists(console=False)) == ALLOWED_PYTHON


def test_no_file_of_the_console_holds_a_second_list() -> None:
    assert set(second_lists(console=True)) == ALLOWED_CONSOLE


def test_the_console_says_each_outcome_that_a_person_takes_in_words_of_its_own() -> None:
    """Others, such as those of a queue that a deployment adds, are said by their labels."""
    said = words_of_typescript((ROOT / "console/src/features/tasks/outcome-words.ts").read_text())
    taken = {
        name
        for flow in flows()
        for step in steps(flow)
        for name, outcome in step.outcomes.items()
        if not outcome.from_outside
    }
    assert taken - said == set()


def test_what_declares_is_there() -> None:
    assert {name for name in DECLARATIONS | GENERATED if not (ROOT / name).is_file()} == set()
