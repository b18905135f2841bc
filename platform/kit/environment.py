"""Settings from environment variables. Each that is wrong or missing is one line, which names it and a right one; they
end the process together.
"""

import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

T = TypeVar("T")
Number = TypeVar("Number", int, float)

LONGEST_SHOWN = 200
_refused: list[SystemExit] | None = None  # those of the settings that are read at the moment


class WrongSettingError(SystemExit):
    """Exit status 1, and one line on standard error: the variable, its value without passwords, a right example.

    The line begins with `docket: `, by which `make up` finds it in the log of a step.
    """

    def __init__(self, name: str, value: str, problem: str, example: str) -> None:
        shown = without_password(value)
        if len(shown) > LONGEST_SHOWN:
            shown = shown[:LONGEST_SHOWN] + "…"
        super().__init__(f"docket: {name} is {shown!r}, {problem}. Use one like {example}.")


@contextmanager
def all_at_once() -> Iterator[None]:
    """Read settings to their end, however many are wrong. Raises SystemExit, with a line for each, at the end."""
    global _refused  # noqa: PLW0603 (settings are read once, before there are threads)
    _refused = []
    try:
        yield
        lines = dict.fromkeys(map(str, _refused))  # once, where one module builds on another
    finally:
        _refused = None
    if lines:
        raise SystemExit("\n".join(lines))


def refuse(error: SystemExit) -> None:
    """Raise the error; among settings that are read all at once, at their end."""
    if _refused is None:
        raise error from None
    _refused.append(error)


def require(name: str, advice: str) -> None:
    """Refuse an environment without the variable. `advice`: the sentence that says what to set it to."""
    if not os.environ.get(name):
        refuse(SystemExit(f"docket: {name} is not set. {advice}"))


def read(name: str, default: str, parse: Callable[[str], T], *, problem: str, example: str) -> T:
    """The parsed variable; the parsed default when it is not set or empty.

    `problem`: what a value is that `parse` refuses by a ValueError. Raises WrongSettingError.
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


def read_flag(name: str) -> bool:
    """Whether the variable is 1; 0 and empty are false. Raises WrongSettingError."""
    return read(name, "0", _flag, problem="which is neither 0 nor 1", example="1")


def without_password(url: str) -> str:
    """A URL as it may be shown: passwords and everything that may hold one are replaced by `…`, however wrong it is."""
    scheme, mark, rest = url.partition("://")
    if not mark:
        scheme, rest = "", url
    person, at, place = rest.rpartition("@")
    place, question, _ = place.partition("?")  # ?password=…
    if at:
        person = person.partition(":")[0] + (":…" if ":" in person else "")
    # after a colon only a port is certain to be no password
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
