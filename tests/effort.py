"""How often the tests repeat what proves a rule: a sample in `make test`, the whole in `make drills`.

Each size stands once, here, beside the number of its rule in docs/design/figures.md, "Reliability and security". A test
names its rules by `@pytest.mark.rule(5)`; one that only `make drills` runs is marked `drill` as well.
"""

import os
from dataclasses import dataclass

VARIABLE = "DOCKET_DRILLS"
DRILLS = VARIABLE in os.environ
SAMPLES: list["Sample"] = []  # all that stand below


@dataclass(frozen=True)
class Sample:
    """`part` repetitions in `make test`, `whole` in `make drills`."""

    rule: int | None  # None: no rule of the figures
    what: str  # is counted, as the table of `make drills` prints it
    part: int
    whole: int

    def __post_init__(self) -> None:
        SAMPLES.append(self)

    @property
    def size(self) -> int:
        return self.whole if DRILLS else self.part


DRAWN_REQUESTS = Sample(23, "requests drawn for each operation", 3, 12)
COVERING_REQUESTS = Sample(23, "requests that keep or break one keyword of a schema, for each operation", 12, 1_000)
STATE_MACHINES = Sample(7, "runs of 40 steps of each state machine", 6, 100)
