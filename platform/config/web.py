"""`python -m config.web config.wsgi:application …`: granian, with the application imported before its workers begin.

granian forks its workers, and each would import the application again: most of the time of a start, and of the time
that a killed worker is away (decision 48). A wrong setting ends the process here, before it listens.
"""

import gc
import importlib
import sys

from granian.cli import entrypoint


def main() -> None:
    target = sys.argv[1].partition(":")[0]
    for module in (target, "config.urls"):  # Django itself would read the addresses at the first request
        importlib.import_module(module)
    gc.collect()
    gc.freeze()  # the garbage collector would otherwise write to, and so copy, the memory that the workers share
    entrypoint()


if __name__ == "__main__":
    main()
