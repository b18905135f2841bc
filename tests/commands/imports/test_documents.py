"""JSON arrays and pages of APIs are read object by object."""

import json
from typing import Any

import pytest

from commands.imports.documents import Documents, is_document
from commands.imports.faults import CutOffError
from tests.commands.imports.importing import COLUMNS, Write, a_line, run_import, texts

OBJECTS: list[Any] = [{"id": 1, "text": 'a "[{" b 🦷'}, {"id": 2, "more": [[], {}, -1.5e3, None, "\\"]}, {"id": 3}]


def read(text: str, listed: tuple[str, ...] = ("reviews", "tickets"), step: int = 3) -> list[Any]:
    """In steps of a few characters, so that each value is cut somewhere."""
    at = 0

    def characters(_limit: int) -> str:
        nonlocal at
        at += step
        return text[at - step : at]

    return list(Documents(characters, listed).named())


@pytest.mark.parametrize("indent", [None, 2])
@pytest.mark.parametrize("step", [1, 7, 10_000])
def test_objects_of_arrays_and_of_pages_are_found_wherever_the_parts_end(indent: int | None, step: int) -> None:
    array = json.dumps(OBJECTS, indent=indent, ensure_ascii=False)
    page = json.dumps({"links": [{"a": 1}], "reviews": OBJECTS, "next": None}, indent=indent)
    for text, times in ((array, 1), (f"\ufeff {array}\n", 1), (page, 1), (f"{page}\n{page}", 2)):
        assert is_document(text.lstrip("\ufeff"))
        assert [value for _, value in read(text, step=step)] == OBJECTS * times


def test_of_a_page_only_the_lists_asked_for_are_read() -> None:
    page = json.dumps({"tickets": OBJECTS, "users": [{"id": 9}], "count": 3})
    assert read(page, ("users",)) == [("users", {"id": 9})]
    assert [name for name, _ in read(page)] == ["tickets"] * 3


def test_one_object_alone_in_several_lines_is_one() -> None:
    text = json.dumps(OBJECTS[1], indent=1)
    assert is_document(text)
    assert read(text) == [("", OBJECTS[1])]


@pytest.mark.parametrize("line", ['{"source": "wf", "text": "x"}\n{"a": 1}', "a,b\n1,2", '{"reviews": 4}', "", "{"])
def test_lines_of_objects_and_tables_are_no_documents(line: str) -> None:
    assert not is_document(line)


@pytest.mark.parametrize(
    ("end", "why"),
    [("", "ends in the middle"), (', {"id": ', "ends in the middle"), (", ,]", "is not JSON"), (" 4]", "is not JSON")],
)
def test_objects_before_a_fault_are_read_and_its_place_is_named(end: str, why: str) -> None:
    parts = iter(['[{"id": 1}, {"id": 2}', end, ""])
    documents = iter(Documents(lambda _limit: next(parts, "")))
    assert [next(documents)[0], next(documents)[0]] == [1, 2]
    with pytest.raises(CutOffError, match=f"After object 2 the file {why}"):
        next(documents)


def test_an_array_of_reviews_is_imported_and_its_rejected_objects_are_numbered(write: Write) -> None:
    rows = [dict(zip(COLUMNS.strip().split(","), a_line(number).strip().split(","), strict=True)) for number in (1, 2)]
    path = write(json.dumps([rows[0], ["no object"], {**rows[1], "rating": "six"}, rows[1]]), "reviews.json")
    done = run_import(path)
    assert (done.status, texts()) == (0, ["They came at 1.", "They came at 2."])
    refused = [json.loads(line) for line in (path.with_name("reviews.json.rejected.ndjson")).read_text().splitlines()]
    assert [row["docket_line"] for row in refused] == [2, 3]
    assert "2  already here" in run_import(path).output
    torn = write(json.dumps(rows)[:-20], "torn.json")
    assert (run_import(torn).status, len(texts())) == (2, 2)
