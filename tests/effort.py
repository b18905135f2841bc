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


CLAIMS = Sample(1, "items that eight people claim at once", 40, 1_000)
DRAINERS = Sample(1, "processes that drain one queue", 8, 32)
KILLS_OF_DECIDERS = Sample(5, "kills of a web process that decides", 30, 500)
ROUNDS_OF_WEB_KILLS = Sample(5, "rounds of kills of the real web server", 1, 5)
STATE_MACHINES = Sample(7, "runs of 40 steps of each state machine", 6, 100)
KILLS_OF_PUBLISHERS = Sample(8, "kills of a worker that publishes", 20, 200)
HOLDS = Sample(8, "holds that two relays and three sweeps end at once", 10, 40)
KILLS_OF_MAILERS = Sample(8, "kills of a worker that mails", 12, 100)
DECISIONS_WITHOUT_BROKER = Sample(8, "decisions without a broker", 20, 1_000)
JOBS_IN_A_WIPED_BROKER = Sample(8, "jobs in a broker that is wiped", 60, 1_000)
TASKS_OF_KILLED_WORKERS = Sample(8, "tasks of workers that are killed", 200, 10_000)
KILLS_OF_WORKERS = Sample(8, "kills of two workers", 3, 16)
OUTAGES = Sample(9, "outages of the database below worker and scheduler", 1, 2)
KILLS_IN_ROLLBACKS = Sample(10, "kills of a worker that rolls a batch back", 9, 50)
KILLS_IN_BATCHES = Sample(10, "kills of a worker in a batch", 12, 50)
PEOPLE_BESIDE_A_BATCH = Sample(10, "people beside a batch", 8, 32)
RANDOM_INPUTS = Sample(16, "random files, tables and bodies of each sort", 12, 200)
IMPORTED_ROWS = Sample(16, "rows of an import whose memory is that of a quarter of them", 8_000, 60_000)
STREAMED = Sample(16, "megabytes of a file that streams in and out", 8, 160)
COPIED_PAIRS = Sample(19, "pairs of rows in a database that is copied and started again", 50, 500_000)
DRAWN_REQUESTS = Sample(23, "requests drawn for each operation", 3, 12)
COVERING_REQUESTS = Sample(23, "requests that keep or break one keyword of a schema, for each operation", 12, 1_000)
SLOW_PEERS = Sample(None, "connections of each of three kinds that hold the web server up", 20, 160)
RANDOM_MAILS = Sample(None, "mails of each sort, changed at random", 30, 500)
