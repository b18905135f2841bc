"""Tables of cases as one test each: what they need is set up once, and every case that fails is named."""

import inspect
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any

LONGEST, MOST = 80, 2_000  # characters of a case, and of what is wrong with it


def each(names: str, cases: Iterable[Any]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Like `pytest.mark.parametrize`, within one test. For cases that leave everything as it is."""
    wanted = names.split(", ")
    table = [dict(zip(wanted, case if len(wanted) > 1 else [case], strict=True)) for case in cases]

    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        @wraps(test)
        def all_cases(**fixtures: Any) -> None:
            failed = [
                f"{repr(case)[:LONGEST]}: {problem}" for case in table if (problem := _problem(test, fixtures | case))
            ]
            assert not failed, f"{len(failed)} of {len(table)} cases:\n" + "\n".join(failed)

        signature = inspect.signature(test)
        others = [parameter for name, parameter in signature.parameters.items() if name not in wanted]
        all_cases.__signature__ = signature.replace(parameters=others)  # type: ignore[attr-defined]
        return all_cases

    return decorate


def _problem(test: Callable[..., None], arguments: dict[str, Any]) -> str:
    try:
        test(**arguments)
    except Exception as error:
        return f"{type(error).__name__}: {error}"[:MOST]
    return ""
