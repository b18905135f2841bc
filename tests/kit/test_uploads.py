"""What a killed server has left of uploads is deleted a day later."""

import os
import time
from pathlib import Path
from typing import Any

from kit.uploads import LEFT_FOR, prune_incoming


def test_what_is_older_than_a_day_goes(tmp_path: Path, settings: Any) -> None:
    settings.FILE_UPLOAD_TEMP_DIR = tmp_path / "incoming"
    assert prune_incoming() == 0
    folder = tmp_path / "incoming" / "tmpexamined"
    folder.mkdir()
    files = [tmp_path / "incoming" / name for name in ("tmpold.upload", "tmpnew.upload")]
    for file in (*files, folder / "1.jpg"):
        file.write_bytes(b"left")
    then = time.time() - LEFT_FOR - 60
    for path in (files[0], folder):
        os.utime(path, (then, then))
    assert prune_incoming() == 2
    assert [path.name for path in (tmp_path / "incoming").iterdir()] == ["tmpnew.upload"]
