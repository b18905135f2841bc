"""The product with the additional processes, for each file of tests."""

from collections.abc import Iterator

import pytest

from tests.live import running_server
from tests.proof.visitors import SETTINGS, manage


@pytest.fixture(scope="module")
def address(django_db_setup: None) -> Iterator[str]:
    manage("check")  # a declaration that is refused says so at once; the server would be waited for
    with running_server(DJANGO_SETTINGS_MODULE=SETTINGS) as served:
        yield served
