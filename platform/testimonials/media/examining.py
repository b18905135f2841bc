"""Examines a file in a process of its own: what a sender has sent is never decoded beside other people's work."""

import json
import logging
import os
import subprocess
import sys
from pathlib import Path
from threading import BoundedSemaphore

from django.conf import settings

from kit.errors import DiskFullError
from testimonials.media.findings import Findings, PageMade, RefusedFileError

MODULE = "testimonials.media.examine"
AT_ONCE = 2  # in each process of the product
MOST_SECONDS = 300  # for reading and decoding 500 MB on a slow disk

logger = logging.getLogger(__name__)
_turns = BoundedSemaphore(AT_ONCE)


def examine(path: Path, folder: Path) -> Findings:
    """What the file is; images for the viewer are written into `folder`. Raises RefusedFileError, DiskFullError."""
    command = [sys.executable, "-m", MODULE, str(path), str(folder)]
    with _turns:
        try:
            done = subprocess.run(  # noqa: S603  our own module
                command, env=_environment(), capture_output=True, timeout=MOST_SECONDS, check=False
            )
        except subprocess.TimeoutExpired as error:
            raise RefusedFileError("too_much") from error
    if done.returncode:
        logger.warning("the examination of a file ended with %s: %s", done.returncode, done.stderr[-2_000:].decode())
        raise RefusedFileError("too_much" if done.returncode < 0 else "broken")
    answer = json.loads(done.stdout)
    if "disk_full" in answer:
        raise DiskFullError
    if "refused" in answer:
        raise RefusedFileError(answer["refused"])
    found = answer["findings"]
    return Findings(**{**found, "pages": [PageMade(*page) for page in found["pages"]]})


def _environment() -> dict[str, str]:
    """None of the product's secrets."""
    return {"PATH": os.environ.get("PATH", ""), "PYTHONPATH": str(settings.ROOT / "platform")}
