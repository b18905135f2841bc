"""People whom many tests ask for, each signed in."""

import pytest

from tests.factories import a_head_moderator, a_moderator, an_admin
from tests.staff import Staff


@pytest.fixture
def staff(database: None) -> Staff:
    return Staff(a_moderator("Marta Ellwood"))


@pytest.fixture
def head(database: None) -> Staff:
    return Staff(a_head_moderator("Hilde Brandt"))


@pytest.fixture
def admin(database: None) -> Staff:
    return Staff(an_admin("Ina Admin"))
