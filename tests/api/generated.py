"""The requests of schemathesis are generated when a test begins.

By itself it generates them when it collects the test, and every worker of pytest collects every test, to run a part.
"""

import inspect
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any

from schemathesis.pytest import _test_builder

_generate = _test_builder.build_operation_test


def _generate_later(*, test_func: Callable[..., None], **given: Any) -> Callable[..., None]:
    """In place of the test with its requests: a function that asks for the same fixtures, and can make that test."""

    @wraps(test_func)
    def test(**_fixtures: Any) -> None:
        raise AssertionError("call it within generated_requests")

    fixtures = [value for name, value in inspect.signature(test_func).parameters.items() if name != "case"]
    vars(test).update(
        __signature__=inspect.Signature(fixtures), generate=lambda: _generate(test_func=test_func, **given)
    )
    return test


_test_builder.build_operation_test = _generate_later


@contextmanager
def generated_requests(item: Any) -> Iterator[None]:
    """The requests of a collected test, while it runs."""
    later = item.obj
    item.obj = later.generate()
    yield
    item.obj = later
