"""Exported histories, read and replayed on the exported processes by pm4py, a tool of process mining."""

import json
import subprocess
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from deploy.local.mining import ensure_mining
from tests.factories import an_admin
from tests.mining.driven import DRIVEN, Drive, open_tasks
from tests.staff import Staff

pytestmark = pytest.mark.slow

ITEMS = 125
XES, BPMN = "{http://www.xes-standard.org/}", "{http://www.omg.org/spec/BPMN/20100524/MODEL}"
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


def test_each_exported_entry_that_moves_a_process_is_a_task_of_the_exported_process(tmp_path: Path) -> None:
    Drive().run(8)
    export_all(Staff(an_admin()), tmp_path)
    traces = [
        (values(trace)["kind"], [values(event) for event in trace.iter(f"{XES}event")])
        for trace in ElementTree.parse(tmp_path / "log.xes").getroot().iter(f"{XES}trace")
    ]
    assert {kind for kind, _ in traces} == set(DRIVEN)
    for kind in DRIVEN:
        tasks = {task.get("name") for task in ElementTree.parse(tmp_path / f"{kind}.bpmn").iter(f"{BPMN}task")}
        entries = [entry for of_kind, entries in traces if of_kind == kind for entry in entries]
        moves = {entry["concept:name"] for entry in entries if "next_step" in entry}
        assert moves, kind
        assert moves <= tasks


def values(element: ElementTree.Element) -> dict[str, str]:
    return {child.get("key", ""): child.get("value", "") for child in element if child.get("key")}


@pytest.mark.drill
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
