"""Measures a source that sends 1,000 reviews per call, and bare statements that store as many. A call here is one
review.
"""

import time
from random import Random

from accounts.keys import create_key
from benchmarks.client import Client
from benchmarks.crowd import Measured
from benchmarks.desk import Desk, forget_connections
from benchmarks.importing import FIELDS, POSTED_AT, draw_review, store_reviews
from benchmarks.processor import Tree
from benchmarks.report import Pair

REVIEWS_A_CALL = 1_000
SEED = 1  # makes other reviews than the import


def measure_ingest(size: int, reviews: int, desk: Desk, web: Tree) -> Pair:
    """Send this many new reviews to a desk of this size, in whole calls. Raises UnexpectedAnswerError."""
    client = Client(desk.port, create_key("Benchmark", ["ingest"])[0])
    forget_connections()
    chance = Random(size + SEED)
    calls = [
        [_review(chance, f"ingest-{size}-{first + number}") for number in range(REVIEWS_A_CALL)]
        for first in range(0, reviews, REVIEWS_A_CALL)
    ]
    watched = [web, desk.database]
    before, began = [tree.milliseconds() for tree in watched], time.monotonic()
    for call in calls:
        client.send("POST", "/ingest/reviews", {"reviews": call})
    sent, took = len(calls) * REVIEWS_A_CALL, time.monotonic() - began
    spent = [(tree.milliseconds() - start) / sent for tree, start in zip(watched, before, strict=True)]
    return Pair(Measured(sent, sent / took, tuple(spent)), store_reviews(size + SEED, sent, desk.database))


def _review(chance: Random, external_id: str) -> dict[str, object]:
    return dict(zip(FIELDS, ("google", external_id, *draw_review(chance), POSTED_AT), strict=True))
