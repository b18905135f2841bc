"""This host: its clock and its disk."""

import shutil
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings
from django.db import connection

from commands.setup.findings import Finding, State
from kit.uploads import incoming_folder

MOST_SECONDS = 5  # difference of the two clocks, because both are used for leases, holds and links
# bytes for uploads in progress, and for exports with slow readers (deploy/README.md, Behind a proxy)
UPLOADS, EXPORTS = 2_400_000_000, 256_000_000


def look_at_time() -> Finding:
    """Compare this host's clock with the database's."""
    before = time.time()
    with connection.cursor() as cursor:
        cursor.execute("SELECT extract(epoch FROM clock_timestamp())::float8")
        (there,) = cursor.fetchone()
    after = time.time()
    apart = max(before - there, there - after, 0.0)
    if apart > MOST_SECONDS:
        sentence = f"The clocks of this host and of the database are {apart:.0f} seconds apart: let NTP set both."
        return Finding("time", State.MISSING, sentence)
    return Finding("time", State.READY, f"The clocks agree; the desk's day is that of {settings.DESK_TIME_ZONE}.")


def look_at_disk() -> Iterator[Finding]:
    """Check the disks for uploads and exports. The disk of the database is visible only to its server."""
    narrow = [
        Finding("disk", State.WITHOUT, f"{folder} has {free // 1_000_000:,} MB left, and {what}: make room.")
        for folder, needed, what in (
            (incoming_folder(), UPLOADS, f"uploads on their way take up to {UPLOADS // 1_000_000:,}"),
            (Path(tempfile.gettempdir()), EXPORTS, f"exports take up to {EXPORTS // 1_000_000:,}"),
        )
        if (free := shutil.disk_usage(folder).free) < needed
    ]
    yield from narrow or [Finding("disk", State.READY, "There is room for uploads and exports.")]
