"""docs/specification.md is complete: each sentence of the specification has its rows, and the tests they name exist."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import pytest

from deploy.local.layout import ROOT
from tests.each import each
from tests.repository.specified import SPECIFICATION, STATEMENTS, extracted, statements, unsaid

BUILT, UNTESTED, NOT_YET = "built", "built, no test", "not yet"

PYTEST = re.compile(r"(?P<path>tests/[\w/]+\.py)::(?P<name>test_\w+)")
IN_CONSOLE = re.compile(r"(?P<path>console/(?:src/[\w/.-]+\.test\.tsx?|e2e/[\w/.-]+\.spec\.ts)) › (?P<titles>.+)")


class Row(NamedTuple):
    section: int
    text: str
    state: str
    tests: tuple[str, ...]


def _read() -> Iterator[Row]:
    section = 0
    for line in (ROOT / "docs" / "specification.md").read_text().splitlines():
        if heading := re.match(r"## (\d)\. ", line):
            section = int(heading[1])
        elif line.startswith("| ") and not line.startswith("| specification |"):
            text, state, tests = (cell.strip() for cell in line.removeprefix("|").removesuffix("|").split("|"))
            yield Row(section, text, state, tuple(tests.split("<br>")) if tests else ())


ROWS = list(_read())


def rows_of(section: int) -> list[str]:
    return [row.text for row in ROWS if row.section == section]


def test_all_nine_sections_have_rows_with_a_state() -> None:
    assert {row.section for row in ROWS} == set(range(1, 10))
    assert [row for row in ROWS if row.state not in (BUILT, UNTESTED, NOT_YET)] == []


def test_all_is_built_and_tested_but_what_the_specification_leaves_unfinished() -> None:
    assert [row for row in ROWS if row.state != BUILT and "unfinished" not in row.text.lower()] == []


def test_no_row_stands_twice_in_a_section() -> None:
    rows = [(row.section, row.text) for row in ROWS]
    assert [row for row in rows if rows.count(row) > 1] == []


def test_what_is_built_names_its_tests_and_nothing_else_does() -> None:
    assert [row.text for row in ROWS if bool(row.tests) != (row.state == BUILT)] == []


def test_every_test_that_is_named_exists() -> None:
    named = {test for row in ROWS for test in row.tests}
    assert sorted(test for test in named if not exists(test)) == []


@pytest.mark.parametrize("section", range(1, 10))
def test_every_sentence_has_its_rows_in_its_order(section: int) -> None:
    assert unsaid(section, rows_of(section)) == []


def test_a_row_that_is_missing_is_noticed() -> None:
    assert unsaid(8, rows_of(8)[1:])[:2] == ["failed", "current"]


def test_every_quoted_message_of_the_specification_has_its_row() -> None:
    rows = " ".join(row.text for row in ROWS)
    quoted = set(re.findall(r"'([A-Z][^'\n]{8,})'", "".join(statements())))
    assert quoted
    assert sorted(message for message in quoted if message not in rows) == []


@pytest.mark.skipif(not SPECIFICATION.is_file(), reason=f"compares statements.txt with {SPECIFICATION}")
def test_the_statements_are_the_specifications() -> None:
    assert extracted(SPECIFICATION.read_text()) == STATEMENTS.read_text()


@each(
    "wrong",
    [
        "tests/repository/test_specification.py::test_nowhere",
        "tests/repository/test_nowhere.py::test_every_sentence_has_its_rows_in_its_order",
        "tests/repository/test_specification.py",
        "console/src/app/routes.test.tsx › has no such title",
        "console/src/app/routes.test.tsx › routes",  # a group of tests
        "console/src/app/routes.test.tsx › a page › %s has a page",  # of another group
        "console/src/app/nowhere.test.tsx › %s has a page",
        "console/src/app/routes.tsx › %s has a page",
    ],
)
def test_a_test_that_does_not_exist_is_noticed(wrong: str) -> None:
    assert not exists(wrong)


def exists(test: str) -> bool:
    if match := PYTEST.fullmatch(test):
        return match["name"] in functions(match["path"])
    if match := IN_CONSOLE.fullmatch(test):
        return tuple(match["titles"].split(" › ")) in titles(match["path"])
    return False


@cache
def functions(path: str) -> frozenset[str]:
    """The test functions of a file of pytest's."""
    file = ROOT / path
    tree = ast.parse(file.read_text()) if file.is_file() else ast.Module([], [])
    return frozenset(node.name for node in tree.body if isinstance(node, ast.FunctionDef))


# The start of a test or a group of tests, and its title: `test("title", …`, `describe("title", …`
OPENING = re.compile(r"^(?P<indent> *)(?P<kind>test|it|describe)(?P<modifiers>(?:\.\w+)*)\(", re.MULTILINE)
TITLE = re.compile(r"\s*(?P<quote>[\"'`])(?P<title>(?:\\.|(?!(?P=quote)).)*)(?P=quote),")

NOT_RUN = (".skip", ".fixme", ".todo", ".step")


@cache
def titles(path: str) -> frozenset[tuple[str, ...]]:
    """The titles of a file's tests, of vitest's or Playwright's: alone, and behind those of the groups around them."""
    file = ROOT / path
    source = file.read_text() if file.is_file() else ""
    found: set[tuple[str, ...]] = set()
    around: list[tuple[int, str]] = []
    for match in OPENING.finditer(source):
        title = _title(source, match)
        if title is None or match["modifiers"] in NOT_RUN:
            continue
        indent = len(match["indent"])
        around = [group for group in around if group[0] < indent]  # the indentation tells what stands in what
        if match["kind"] == "describe" or ".describe" in match["modifiers"]:
            around.append((indent, title))
        else:
            groups = tuple(name for _, name in around)
            found |= {(*groups[start:], title) for start in range(len(groups) + 1)}
    return frozenset(found)


def _title(source: str, opening: re.Match[str]) -> str | None:
    """The first argument, if it is a text; after `.each(table)`, that of the call which follows."""
    starts = [opening.end()]
    if opening["modifiers"].endswith(".each"):
        starts = [closing.end() for closing in re.compile(r"\)\(").finditer(source, opening.end())]
    found = filter(None, (TITLE.match(source, start) for start in starts))
    return next((re.sub(r"\\(.)", r"\1", match["title"]) for match in found), None)
