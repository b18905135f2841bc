"""Examines a file in a separate process: files from outside are never decoded in a process with other people's data."""

import json
import logging
import re
from pathlib import Path

from kit.apart import EndedBadlyError, OutOfTimeError, OverLimitError, run_apart
from kit.errors import DiskFullError, OverloadedError
from testimonials.media.examine import LIMITS, Purpose
from testimonials.media.findings import Findings, PageMade, RefusedFileError

COMMAND = ["-m", "testimonials.media.examine"]

# the line of a traceback that names the error, without its message, which may contain text of the file
_ERROR = re.compile(r"^([\w.]*(?:[Ee]rror|Exception))(?::|$)", re.ASCII | re.MULTILINE)

logger = logging.getLogger(__name__)


def examine(path: Path, folder: Path, purpose: Purpose) -> Findings:
    """Examine a file and write its images into `folder`. Raises RefusedFileError, DiskFullError, and for PICTURE
    OverloadedError if the time is over.

    It may take as long as LIMITS allow: a thread of the web server may examine only for PICTURE.
    """
    try:
        written = run_apart([*COMMAND, purpose, str(path), str(folder)], LIMITS[purpose])
    except OverLimitError as error:
        # a job has enough time for every good file, so there the file is at fault
        if isinstance(error, OutOfTimeError) and purpose is Purpose.PICTURE:
            raise OverloadedError from error
        raise RefusedFileError("too_much") from error
    except EndedBadlyError as error:
        logger.warning("the examination of a file failed: %s", _type_of(error.said))
        raise RefusedFileError("broken") from error
    answer = json.loads(written)
    if "disk_full" in answer:
        raise DiskFullError
    if "refused" in answer:
        raise RefusedFileError(answer["refused"])
    found = answer["findings"]
    return Findings(**{**found, "pages": [PageMade(*page) for page in found["pages"]]})


def _type_of(said: str) -> str:
    return next(reversed(_ERROR.findall(said)), "unknown")
