"""Docket on one machine: what `make` runs.

It uses only the standard library, because it runs before any environment exists. This file must also be valid for
Pythons that are too old for the other files, because it shows them a message.
"""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 (runs with the machine's Python, not the locked one)
    sys.exit(
        "docket: Python 3.11 or later is needed, and this is {}.{}: install a newer one and name it, "
        "as in 'make up PYTHON=python3.12'.".format(*sys.version_info[:2])
    )
