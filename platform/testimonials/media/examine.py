"""python -m testimonials.media.examine FILE FOLDER: examine one file, and write its findings to standard output.

Images for the viewer are written into FOLDER. This process limits itself: a file that explodes ends it alone.
"""

import json
import resource
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

from kit.errors import is_full
from testimonials.media.findings import RefusedFileError
from testimonials.media.reading import read_file

MOST_MEMORY = 3 * 1024**3  # bytes of address space, of which the libraries alone take one
MOST_SECONDS = 120  # of processor time


def main() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    try:
        answer: dict[str, Any] = {"findings": asdict(read_file(Path(sys.argv[1]), Path(sys.argv[2])))}
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
