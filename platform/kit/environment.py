"""Settings from environment variables. For each wrong or missing one, the process prints a line with its name and a
valid example; then it ends.
"""

import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

T = TypeVar("T")
Number = TypeVar("Number", int, float)

LONGEST_SHOWN = 200
_refused: list[SystemExit] | None = None  # errors collected within `all_at_once`; None outside


class WrongSettingError(SystemExit):
    """Exit status 1, and one line on standard error: the variable, its value without passwords, a valid example.

    The line begins with `docket: `, so that `make up` finds it in the log of a step.
    """

    def __init__(self, name: str, value: str, problem: str, example: str) -> None:
        shown = without_password(value)
        if len(shown) > LONGEST_SHOWN:
            shown = shown[:LONGEST_SHOWN] + "…"
        super().__init__(f"docket: {name} is {shown!r}, {problem}. Use one like {example}.")


@contextmanager
def all_at_once() -> Iterator[None]:
    """Collect the errors of all settings that are read within. Raises one SystemExit with all lines at the end."""
    global _refused  # noqa: PLW0603 (settings are read once, before there are threads)
    _refused = []
    try:
        yield
        lines = dict.fromkeys(map(str, _refused))  # without repetitions: one settings module imports another
    finally:
        _refused = None
    if lines:
        raise SystemExit("\n".join(lines))


def refuse(error: SystemExit) -> None:
    """Raise the error, or collect it within `all_at_once`."""
    if _refused is None:
        raise error from None
    _refused.append(error)


def require(name: str, advice: str) -> None:
    """Raise SystemExit if the variable is not set. `advice`: a sentence that says how to set it."""
    if not os.environ.get(name):
        refuse(SystemExit(f"docket: {name} is not set. {advice}"))


def read(name: str, default: str, parse: Callable[[str], T], *, problem: str, example: str) -> T:
    """The parsed variable; the parsed default if it is missing or empty.

    `problem`: the words for a value that `parse` refuses with ValueError. Raises WrongSettingError.
    """
    text = os.environ.get(name) or default
    try:
        return parse(text)
    except (ValueError, OverflowError):
        refuse(WrongSettingError(name, text, problem, example))
        return parse(default)


def read_whole_number(name: str, default: int, *, least: int, most: int) -> int:
    """Raises WrongSettingError."""
    problem = f"which is no whole number from {least} to {most}"
    example = str(default or most)
    return read(name, str(default), lambda text: _within(int(text), least, most), problem=problem, example=example)


def read_number(name: str, default: float, *, least: float, most: float) -> float:
    """Raises WrongSettingError."""
    problem = f"which is no number from {least:g} to {most:g}"
    return read(
        name, str(default), lambda text: _within(float(text), least, most), problem=problem, example=str(default)
    )


def read_flag(name: str, default: str = "0") -> bool:
    """Whether the variable is 1; empty is the default. Raises WrongSettingError."""
    return read(name, default, _flag, problem="which is neither 0 nor 1", example="1")


def without_password(url: str) -> str:
    """The URL with `…` for each part that is or may contain a password. Also safe for malformed URLs."""
    scheme, mark, rest = url.partition("://")
    if not mark:
        scheme, rest = "", url
    person, at, place = rest.rpartition("@")
    place, question, _ = place.partition("?")  # ?password=…
    if at:
        person = person.partition(":")[0] + (":…" if ":" in person else "")
    # anything after a colon may be a password, except a port
    place = re.sub(r"(?<=[^\[:]):(?!\d{1,5}(/|$))[^\]]*$", ":…", place) if mark or at else place
    return f"{scheme}{mark}{person}{at}{place}{'?…' if question else ''}"


def _flag(text: str) -> bool:
    if text not in ("0", "1"):
        raise ValueError
    return text == "1"


def _within(number: Number, least: float, most: float) -> Number:
    if not least <= number <= most:  # also false for NaN
        raise ValueError
    return number
