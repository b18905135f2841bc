"""The objects of OCEL 2.0 that entries of history are about: ids and codes only."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, get_args

from workflows.engine.reading.exports.entries import entries_by_process, queue_of, subject_name
from workflows.engine.reading.history.filters import HistoryFilter
from workflows.models import Process, SampledDecision, TaskEvent

ObjectType = Literal["process", "task", "subject", "company", "account", "queue"]
OBJECT_TYPES: tuple[ObjectType, ...] = get_args(ObjectType)
# the attributes of each type; all of them are strings
ATTRIBUTES: Mapping[ObjectType, Sequence[str]] = {"process": ("kind",), "task": ("step",)}


@dataclass(frozen=True, slots=True)
class Relation:
    """`target`: the id of an object. `qualifier`: what it is to the entry or object."""

    target: str
    qualifier: str


@dataclass(frozen=True, slots=True)
class LogObject:
    id: str
    type: ObjectType
    attributes: Mapping[str, str] = field(default_factory=dict)
    relations: Sequence[Relation] = ()


@dataclass(frozen=True, slots=True)
class Part:
    """Some entries with their relations, and the objects of these; an object may be in several parts."""

    entries: list[tuple[TaskEvent, list[Relation]]]
    objects: list[LogObject]


def parts_of(chosen: HistoryFilter) -> Iterator[Part]:
    """All selected entries by process. The whole of an object comes before a mention of it by id alone."""
    for entries in entries_by_process(chosen):
        processes = {entry.process_id: entry.process for entry in entries}
        checked = _checked(processes)
        objects: dict[str, LogObject] = {}
        for process in processes.values():
            for made in _about(process, checked.get(process.pk)):
                objects.setdefault(made.id, made)
        related = []
        for entry in entries:
            relations = [Relation(f"process:{entry.process_id}", "process"), *_about_process(entry.process)]
            for qualifier, made in _of_entry(entry):
                objects.setdefault(made.id, made)
                relations.append(Relation(made.id, qualifier))
            related.append((entry, relations))
        yield Part(related, list(objects.values()))


def _checked(process_ids: Mapping[int, Process]) -> dict[int, int]:
    """The checked processes by the process of their second look."""
    checks = SampledDecision.objects.filter(process_id__in=process_ids)
    return dict(checks.values_list("process_id", "decision__process_id"))


def _about(process: Process, checked: int | None) -> Iterator[LogObject]:
    """The process with the objects that it is about."""
    relations = _about_process(process)
    for qualifier, other in (("overrides", process.override_of_id), ("check of", checked)):
        if other is not None:
            relations.append(Relation(f"process:{other}", qualifier))
            # it may be no part of the selection: then its id alone is in the file
            yield LogObject(f"process:{other}", "process")
    yield LogObject(subject_name(process), "subject")
    if process.company_id is not None:
        yield LogObject(f"company:{process.company_id}", "company")
    yield LogObject(f"process:{process.pk}", "process", {"kind": process.kind}, relations)


def _about_process(process: Process) -> list[Relation]:
    company = [Relation(f"company:{process.company_id}", "company")] if process.company_id is not None else []
    return [Relation(subject_name(process), "about"), *company]


def _of_entry(entry: TaskEvent) -> Iterator[tuple[str, LogObject]]:
    """The objects of the entry alone, with their qualifiers."""
    process = Relation(f"process:{entry.process_id}", "step of")
    if entry.task_id is not None:
        yield "task", LogObject(f"task:{entry.task_id}", "task", {"step": entry.node}, [process])
    if entry.actor_id is not None:
        yield "by", LogObject(f"account:{entry.actor_id}", "account")
    if queue := queue_of(entry):
        yield "queue", LogObject(f"queue:{queue}", "queue")
