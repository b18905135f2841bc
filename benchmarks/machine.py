"""Describes the machine: cores, memory and versions."""

import os
import platform
import sys
from importlib.metadata import version

from django.db import connection

PACKAGES = ("django", "django-ninja", "granian", "psycopg")
GIBIBYTE = 2**30


def describe_machine() -> str:
    memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") / GIBIBYTE
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('server_version'), current_setting('fsync')")
        server, fsync = cursor.fetchone()
    packages = ", ".join(f"{name} {version(name)}" for name in PACKAGES)
    return (
        f"{len(os.sched_getaffinity(0))} cores, {memory:.0f} GiB of memory, {platform.system()} "
        f"{platform.release().split('-')[0]}; PostgreSQL {server.split()[0]} (fsync {fsync}); "
        f"Python {sys.version.split()[0]}, {packages}"
    )
