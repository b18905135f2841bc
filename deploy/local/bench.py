"""`make bench`: the product measured over a database of its own, which loses nothing that it has confirmed."""

import signal
from collections.abc import Sequence

from deploy.local.child import signal_group, spawn
from deploy.local.environment import ensure_environment
from deploy.local.layout import PYTHON
from deploy.local.throwaway import throwaway_database


def run(arguments: Sequence[str]) -> int:
    """The benchmark's exit status. Its arguments are told by `make bench ARGS=--help`."""
    ensure_environment("run")
    with throwaway_database(durable=True) as env:
        bench = spawn([PYTHON, "-m", "benchmarks", *arguments], env=env, output=1)
        try:
            return bench.wait()
        finally:
            signal_group(bench, signal.SIGTERM)
