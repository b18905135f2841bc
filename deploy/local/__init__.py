"""Docket on one machine: what `make` runs.

Uses only the standard library, because it runs before any environment exists. This file must also be valid in
Pythons that are too old for the other files: it ends with a message for them.
"""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 (the bare machine's Python, not the locked one)
    sys.exit(
        "docket: Python 3.11 or later is needed, and this is {}.{}: install a newer one and name it, "
        "as in 'make up PYTHON=python3.12'.".format(*sys.version_info[:2])
    )
