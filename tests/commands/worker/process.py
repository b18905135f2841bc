"""`python -m tests.commands.worker.process COMMAND`: a command in a process that knows the tests' jobs too.

Jobs that have their hour are not promised: what a test sees does not depend on when it runs.
"""

import sys

import django
from django.core.management import execute_from_command_line

django.setup()

import tests.commands.worker.jobs  # noqa: E402, F401  registers them
from commands.management.commands import docket_scheduler  # noqa: E402

docket_scheduler.NIGHTLY.clear()
docket_scheduler.ON_MONDAY.clear()

execute_from_command_line(["manage.py", *sys.argv[1:]])
