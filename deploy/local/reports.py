"""Read the results of tests from JUnit reports."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

# lines of a failure that are repeated at the end of the output, because some systems keep only the end
FAULT_LINES = 14


@dataclass(frozen=True)
class Result:
    passed: int = 0
    failed: int = 0
    skipped: int = 0

    def __add__(self, other: "Result") -> "Result":
        return Result(self.passed + other.passed, self.failed + other.failed, self.skipped + other.skipped)

    def __str__(self) -> str:
        skipped = f", {self.skipped} skipped" if self.skipped else ""
        return f"{self.passed} passed, {self.failed} failed{skipped}"


@dataclass(frozen=True)
class Case:
    """One test of a report."""

    place: str  # pytest: the dotted module; vitest and playwright: the file
    name: str
    rules: frozenset[int]  # the rules of docs/design/figures.md that it proves
    fault: str | None  # the first lines of the failure; None if it passed or was skipped
    is_skipped: bool


def read_cases(report: Path) -> list[Case]:
    """All tests of a JUnit report; empty if there is no report."""
    if not report.exists():
        return []
    tree = ElementTree.parse(report)  # noqa: S314 (our own runner wrote it)
    return [_case(case) for case in tree.iter("testcase")]


def read_report(report: Path) -> Result:
    return count(read_cases(report))


def count(cases: list[Case]) -> Result:
    failed = sum(case.fault is not None for case in cases)
    skipped = sum(case.is_skipped for case in cases)
    return Result(len(cases) - failed - skipped, failed, skipped)


def _case(case: ElementTree.Element) -> Case:
    rules = {int(found.get("value", "")) for found in case.iter("property") if found.get("name") == "rule"}
    name, skipped = case.get("name", ""), case.find("skipped") is not None
    return Case(case.get("classname", ""), name, frozenset(rules), "\n".join(_faults(case)) or None, skipped)


def _faults(case: ElementTree.Element) -> Iterator[str]:
    for fault in [*case.iter("failure"), *case.iter("error")]:
        # pytest and vitest put the failure into the message, playwright into the text
        text = f"{fault.get('message', '')}\n{fault.text or ''}"
        lines = [line for line in text.splitlines() if line.strip()]
        yield "\n    ".join([case.get("name", ""), *lines[:FAULT_LINES]])
