"""`python -m tests.broker.process COMMAND`: a command of the product, in a process that knows the tests' jobs too."""

import sys

import django
from django.core.management import execute_from_command_line

django.setup()

import tests.broker.jobs  # noqa: E402, F401  registers them

execute_from_command_line(["manage.py", *sys.argv[1:]])
