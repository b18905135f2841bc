"""`python -m tests.commands.worker.process COMMAND`: a command in a process that knows the tests' jobs too."""

import sys

import django
from django.core.management import execute_from_command_line

django.setup()

import tests.commands.worker.jobs  # noqa: E402, F401  registers them

execute_from_command_line(["manage.py", *sys.argv[1:]])
