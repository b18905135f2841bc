"""Docket on one machine: what `make` runs.

The standard library alone, because it runs before any environment exists. This file, and only this one, is
also read by Pythons that are too old for the rest: it tells them so.
"""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 (the bare machine's Python, not the locked one)
    sys.exit(
        "docket: Python 3.11 or later is needed, and this is {}.{}: install a newer one and name it, "
        "as in 'make up PYTHON=python3.12'.".format(*sys.version_info[:2])
    )
