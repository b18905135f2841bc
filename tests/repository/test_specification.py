"""docs/specification.md is complete: the tests that it names exist, and no row is missing."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import pytest

from deploy.local.layout import ROOT
from tests.repository.specified import CALLS, COUNTS, MENU, PERMISSIONS, ROUTES, SENTENCES

SPECIFICATION = ROOT.parent / "shared" / "spec" / "console-spec.md"

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


def begins(section: int, *words: str) -> bool:
    """Whether the section has a row for what the specification calls by one of these words."""
    return any(row.text.startswith(words) for row in ROWS if row.section == section)


def test_all_nine_sections_have_rows_with_a_state() -> None:
    assert {row.section for row in ROWS} == set(range(1, 10))
    assert [row for row in ROWS if row.state not in (BUILT, UNTESTED, NOT_YET)] == []


def test_no_row_stands_twice_in_a_section() -> None:
    rows = [(row.section, row.text) for row in ROWS]
    assert [row for row in rows if rows.count(row) > 1] == []


def test_what_is_built_names_its_tests_and_nothing_else_does() -> None:
    assert [row.text for row in ROWS if bool(row.tests) != (row.state == BUILT)] == []


def test_every_test_that_is_named_exists() -> None:
    named = {test for row in ROWS for test in row.tests}
    assert sorted(test for test in named if not exists(test)) == []


@pytest.mark.parametrize("route", ROUTES)
def test_every_route_has_its_row(route: str) -> None:
    assert begins(2, f"`{route}` ")


@pytest.mark.parametrize("permission", PERMISSIONS)
def test_every_permission_has_its_row(permission: str) -> None:
    assert begins(3, f"permission `{permission}`")


@pytest.mark.parametrize("count", COUNTS)
def test_every_count_has_its_row(count: str) -> None:
    assert begins(3, f"count `{count}`")


@pytest.mark.parametrize("call", CALLS)
def test_every_call_has_its_row(call: str) -> None:
    assert begins(7, f"`{call}` ")


@pytest.mark.parametrize("entry", MENU)
def test_every_menu_entry_has_its_row(entry: str) -> None:
    assert begins(2, entry)


@pytest.mark.parametrize(
    ("section", "sentence"), [(number, line) for number in SENTENCES for line in SENTENCES[number]]
)
def test_every_rule_message_and_constant_has_its_row(section: int, sentence: str) -> None:
    assert begins(section, sentence)


@pytest.mark.skipif(not SPECIFICATION.is_file(), reason="the specification itself is not at hand")
def test_every_quoted_message_of_the_specification_has_its_row() -> None:
    rows = " ".join(row.text for row in ROWS)
    quoted = set(re.findall(r"'([A-Z][^'\n]{8,})'", SPECIFICATION.read_text()))
    assert quoted
    assert sorted(message for message in quoted if message not in rows) == []


SECTIONS_OF_SENTENCES = (5, 6, 8, 9)


def unsaid(section: int, *, without: str = "") -> set[str]:
    """Words and numbers of a section of the specification that none of its rows has; `without`: but for one row."""
    rows = " ".join(row.text for row in ROWS if row.section == section and row.text != without)
    return _words(_of_specification(section)) - _words(rows)


def _of_specification(section: int) -> str:
    """The sentences of a section but those that leave something open."""
    text = re.split(r"^## \d+\. .*$", SPECIFICATION.read_text(), flags=re.MULTILINE)[section]
    clauses = re.split(r"(?<=[.;])\s|\n", text)
    return " ".join(clause for clause in clauses if "not shown" not in clause)


def _words(text: str) -> set[str]:
    return set(re.findall(r"[a-z_]{4,}|\d+", text.lower()))


# words that introduce several rows
INTRODUCTIONS = {
    5: {"client", "side", "shown"},
    6: {"account"},
    8: {"successes", "messages", "other", "appears"},
    9: set[str](),
}


@pytest.mark.skipif(not SPECIFICATION.is_file(), reason="the specification itself is not at hand")
@pytest.mark.parametrize("section", SECTIONS_OF_SENTENCES)
def test_every_word_of_a_sections_sentences_stands_in_its_rows(section: int) -> None:
    assert unsaid(section) - INTRODUCTIONS[section] == set()


@pytest.mark.skipif(not SPECIFICATION.is_file(), reason="the specification itself is not at hand")
@pytest.mark.parametrize(
    ("section", "row"),
    [
        (5, "Blacklist checking covers legacy unhashed entries"),
        (6, "Analyst: analytics and core data."),
        (8, "'Unable to remove the member from the group. Please try again.'"),
        (9, "Review dialog minimum width 700px"),
    ],
)
def test_a_row_that_is_missing_is_noticed(section: int, row: str) -> None:
    assert begins(section, row)
    assert unsaid(section, without=row) - INTRODUCTIONS[section]


def test_a_sentence_without_row_is_noticed() -> None:
    assert not begins(8, "'A message that the specification does not have.'")
    assert not begins(5, SENTENCES[6][0])  # in another section


@pytest.mark.parametrize(
    "wrong",
    [
        "tests/repository/test_specification.py::test_nowhere",
        "tests/repository/test_nowhere.py::test_every_call_has_its_row",
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
