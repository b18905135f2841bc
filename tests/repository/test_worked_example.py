"""The worked examples of CONTRIBUTING are true: what stands there is applied to the files that it names, and works."""

import re
from types import ModuleType
from typing import Any

import pytest

import workflows.forms
from kit.errors import InvalidError
from tests.live import ROOT
from workflows.checks import problems_of
from workflows.review_moderation import ReviewModeration

LAST_OUTCOME_OF_PENDING = re.compile(r"(\n    pending = \(\n.*?)(\n    \)\n)", re.DOTALL)
LAST_SENTENCE = re.compile(r"(\n    about = \{\n.*?)(\n    \}\n)", re.DOTALL)


def block(of: str) -> str:
    """The Python block of CONTRIBUTING whose first line names this file."""
    text = (ROOT / "CONTRIBUTING.md").read_text()
    [found] = re.findall(rf"```python\n# {re.escape(of)}[^\n]*\n(.*?)```", text, re.DOTALL)
    return str(found)


@pytest.fixture
def question() -> Any:
    forms: dict[str, Any] = {**vars(workflows.forms)}
    exec(compile(block("workflows/forms.py"), "CONTRIBUTING.md", "exec"), forms)
    return forms["Question"]


@pytest.fixture
def process(question: Any) -> Any:
    """The moderation of reviews with the outcome of the example, in a module that no application contains."""
    source = (ROOT / "workflows/review_moderation.py").read_text()
    for place, which in ((LAST_OUTCOME_OF_PENDING, "outcome"), (LAST_SENTENCE, "sentence")):
        line = block(f"workflows/review_moderation.py, the last {which}").rstrip("\n")
        [found] = place.finditer(source)
        source = f"{source[: found.end(1)]}\n{line}{source[found.end(1) :]}"
    module = ModuleType("worked_example")
    module.__dict__["Question"] = question  # its import, which the example leaves to the editor
    exec(compile(source, "CONTRIBUTING.md", "exec"), module.__dict__)
    return module.__dict__["ReviewModeration"]


def test_a_new_outcome_with_a_form_is_one_form_one_line_and_one_sentence(process: Any, question: Any) -> None:
    before, after = ReviewModeration.pending.outcomes, process.pending.outcomes
    assert list(after) == [*before, "ask"]
    assert (after["ask"].label, after["ask"].key, after["ask"].form) == ("Ask the author", "u", question)
    assert problems_of(process) == []


def test_its_form_is_drawn_checked_and_told_by_the_history(question: Any) -> None:
    assert question.json_schema()["properties"]["question"]["title"] == "Question to the author"
    assert question.parse({"question": "Which visit was it?"}).text() == "Which visit was it?"
    with pytest.raises(InvalidError):
        question.parse({"question": ""})
