"""`python -m config.web config.wsgi:application …`: granian, with the application imported before its workers begin."""

import sys

from granian.cli import entrypoint

from config.preload import preload

if __name__ == "__main__":
    preload(sys.argv[1].partition(":")[0])
    entrypoint()
