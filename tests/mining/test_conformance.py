"""Exported histories, read and replayed on the exported processes by pm4py, a tool of process mining."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from deploy.local.mining import ensure_mining
from tests.factories import an_admin
from tests.mining.driven import DRIVEN, Drive, open_tasks
from tests.staff import Staff

pytestmark = [pytest.mark.usefixtures("database"), pytest.mark.slow]

ITEMS = 125
SCRIPT = Path(__file__).with_name("replayed.py")


def save(staff: Staff, address: str, file: Path) -> None:
    answer = staff.get(address)
    assert answer.status_code == 200
    content = b"".join(answer.streaming_content) if answer.streaming else answer.content
    file.write_bytes(content)


def export_all(staff: Staff, folder: Path) -> None:
    for form, name in (("xes", "log.xes"), ("ocel-json", "log.ocel.json"), ("ocel-sqlite", "log.ocel.sqlite")):
        save(staff, f"/history/export?format={form}", folder / name)
    for kind in DRIVEN:
        save(staff, f"/processes/{kind}/bpmn?form=replay", folder / f"{kind}.bpmn")


def replayed(folder: Path) -> dict[str, Any]:
    done = subprocess.run([ensure_mining(), SCRIPT, folder], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads((folder / "found.json").read_text())
    return found


def test_every_way_of_the_driven_flows_fits_and_an_altered_log_does_not(tmp_path: Path) -> None:
    Drive().run(ITEMS)
    assert open_tasks() == 0
    export_all(Staff(an_admin()), tmp_path)
    found = replayed(tmp_path)
    assert found["unsatisfied"] == []  # of the constraints of the standard on an SQLite file
    assert found["same"]  # what XES and both forms of OCEL say of each process
    assert set(found["kinds"]) == set(DRIVEN)
    for kind, of_kind in found["kinds"].items():
        assert of_kind["activities"] == of_kind["modelled"], kind  # every flow of the diagram was taken
        assert of_kind["taken"]["fit"] == of_kind["taken"]["ways"] >= 10, kind
        for change in ("altered", "removed"):
            assert of_kind[change]["fit"] == 0 < of_kind[change]["ways"], (kind, change)
