"""`make bench`: measure the product with a throwaway database that has fsync on, as in production."""

import signal
from collections.abc import Sequence

from deploy.local.child import signal_group, spawn
from deploy.local.environment import ensure_environment
from deploy.local.layout import PYTHON
from deploy.local.throwaway import throwaway_database


def run(arguments: Sequence[str]) -> int:
    """Run the benchmark; returns its exit status. `make bench ARGS=--help` lists its arguments."""
    ensure_environment("run")
    with throwaway_database(durable=True) as env:
        bench = spawn([PYTHON, "-m", "benchmarks", *arguments], env=env, output=1)
        try:
            return bench.wait()
        finally:
            signal_group(bench, signal.SIGTERM)
