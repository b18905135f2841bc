"""Run by the Python of the environment of process mining: `replayed.py FOLDER` reads exported files and replays them.

The folder has log.xes, log.ocel.json, log.ocel.sqlite and KIND.bpmn. Writes what it finds as JSON to found.json: for
each kind of process how many ways through it there are, and how many fit; the same after one entry of each was altered
or removed. Imports nothing of the product.
"""

import json
import sys
import warnings
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pandas
import pm4py
from pm4py.objects.log.obj import Event, EventLog, Trace
from pm4py.objects.ocel.validation import ocel20_rel_validation

Way = tuple[str, ...]
NAME, CASE = "concept:name", "case:concept:name"


def main(folder: Path) -> None:
    warnings.simplefilter("ignore")
    models = {file.stem: net_of(file) for file in folder.glob("*.bpmn")}
    logs = {form: flat(folder / f"log.ocel.{form}") for form in ("json", "sqlite")}
    logs["xes"] = pm4py.read_xes(str(folder / "log.xes"))
    kinds = dict(zip(logs["xes"][CASE], logs["xes"]["case:kind"], strict=True))
    found: dict[str, Any] = {"kinds": {}, "same": len({json.dumps(ways_of(log)) for log in logs.values()}) == 1}
    found["unsatisfied"] = list(ocel20_rel_validation.apply(str(folder / "log.ocel.sqlite"))[1])
    ways = ways_of(logs["xes"])
    for kind, model in models.items():
        leads = leads_of(folder / f"{kind}.bpmn")
        taken = [way for case, way in ways.items() if kinds[case] == kind]
        changed = [changed_at(way, place, taken) for way in taken for place in certain(way, leads)[:2]]
        removed = [(*way[:place], *way[place + 1 :]) for way in taken for place in removable(way, leads)[-2:]]
        found["kinds"][kind] = {
            "activities": sorted({name for way in taken for name in way}),
            "modelled": sorted(transition.label for transition in model[0].transitions if transition.label),
            "taken": {"ways": len(taken), "fit": fitting(model, taken)},
            "altered": {"ways": len(changed), "fit": fitting(model, changed)},
            "removed": {"ways": len(removed), "fit": fitting(model, removed)},
        }
    (folder / "found.json").write_text(json.dumps(found))


def net_of(file: Path) -> Any:
    return pm4py.convert_to_petri_net(pm4py.read_bpmn(str(file)))


def flat(file: Path) -> Any:
    """By the processes of all kinds, each kind of which is a type of object."""
    log = pm4py.read_ocel2(str(file))
    objects = log.objects
    kinds = sorted(set(objects[objects[log.object_id_column].str.startswith("process:")][log.object_type_column]))
    return pandas.concat([pm4py.ocel_flattening(log, kind) for kind in kinds])


def ways_of(log: Any) -> dict[str, Way]:
    """The entries that moved each process, in its order."""
    moves = log[log["next_step"].notna()]
    moves = moves.assign(seq=moves["seq"].astype(int)).sort_values([CASE, "seq"])
    return {str(case): tuple(rows[NAME]) for case, rows in moves.groupby(CASE)}


def leads_of(file: Path) -> dict[str, str]:
    """The node to which each type of entry leads; a gateway, where that is not certain."""
    process = ElementTree.parse(file).getroot()[0]
    names = {task.get("id"): task.get("name", "") for task in process if task.tag.endswith("}task")}
    links = [link for link in process if link.get("sourceRef") in names]
    return {names[link.get("sourceRef")]: link.get("targetRef", "") for link in links}


def certain(way: Way, leads: dict[str, str]) -> list[int]:
    """The places of entries to whose step the entry before has certainly led: there, one of another step cannot be."""
    return [place for place in range(1, len(way)) if step_of(way[place]) == leads[way[place - 1]]]


def removable(way: Way, leads: dict[str, str]) -> list[int]:
    """Those without which the next entry, or the end, cannot follow."""
    following = [*(step_of(name) for name in way[1:]), ""]
    return [place for place in certain(way, leads) if following[place] != step_of(way[place])]


def changed_at(way: Way, place: int, taken: list[Way]) -> Way:
    """With an entry of another step in this place."""
    names = sorted({name for other in taken for name in other if step_of(name)} - {way[place]})
    others = [name for name in names if step_of(name) != step_of(way[place])]
    return (*way[:place], others[(len(way) + place) % len(others)], *way[place + 1 :])


def step_of(name: str) -> str:
    return name.partition(":")[0] if ":" in name else ""


def fitting(model: Any, ways: list[Way]) -> int:
    """How many of the ways are ways from the start of the model to an end of it."""
    log = EventLog([Trace([Event({NAME: name}) for name in way]) for way in ways])
    results = pm4py.conformance_diagnostics_token_based_replay(log, *model)
    return sum(result["trace_is_fit"] for result in results)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
