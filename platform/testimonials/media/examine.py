"""python -m testimonials.media.examine PURPOSE FILE FOLDER: examine a file, and write its findings to standard output.

Images are written into FOLDER. This process limits its memory and time: a malicious file ends only this process.
"""

import json
import sys
from dataclasses import asdict
from enum import StrEnum
from pathlib import Path
from typing import Any

from kit.apart import Limits, limit_this_process
from kit.errors import is_full
from testimonials.media.findings import RefusedFileError
from testimonials.media.reading import read_file, read_picture


class Purpose(StrEnum):
    VIEWER = "viewer"
    PICTURE = "picture"


# memory: address space, of which the libraries take 1 GB; time: enough for 500 MB, or ten pages of 100 megapixels
LIMITS = {
    Purpose.VIEWER: Limits(memory=3 * 1024**3, processor=120, clock=600),
    # a thread of the web server and a person wait for it
    Purpose.PICTURE: Limits(memory=1_500_000_000, processor=5, clock=8),
}
_READERS = {Purpose.VIEWER: read_file, Purpose.PICTURE: read_picture}


def main() -> None:
    purpose, file, folder = Purpose(sys.argv[-3]), Path(sys.argv[-2]), Path(sys.argv[-1])
    limit_this_process(LIMITS[purpose])
    try:
        answer: dict[str, Any] = {"findings": asdict(_READERS[purpose](file, folder))}
    except RefusedFileError as error:
        answer = {"refused": error.code}
    except MemoryError:
        answer = {"refused": "too_much"}
    except OSError as error:
        if not is_full(error):
            raise
        answer = {"disk_full": True}
    print(json.dumps(answer))


if __name__ == "__main__":
    main()
