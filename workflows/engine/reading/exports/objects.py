"""The objects of OCEL 2.0 that entries of history are about: ids and codes only."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from workflows.engine.core.flows import flows
from workflows.engine.reading.exports.entries import entries_by_process, queue_of, subject_name
from workflows.engine.reading.history.filters import HistoryFilter
from workflows.models import Process, SampledDecision, TaskEvent

_OTHER_TYPES = ("task", "company", "account", "queue")
# the attributes of each type; all of them are strings
ATTRIBUTES: Mapping[str, Sequence[str]] = {"task": ("step",)}


def object_types() -> tuple[str, ...]:
    """Each kind of process and each kind of thing that processes are about is a type of its own; then the others."""
    things = dict.fromkeys(flow.subject.thing for flow in flows())
    return (*(flow.kind for flow in flows()), *things, *_OTHER_TYPES)


@dataclass(frozen=True, slots=True)
class Relation:
    """`target`: the id of an object. `qualifier`: what it is to the entry or object."""

    target: str
    qualifier: str


@dataclass(frozen=True, slots=True)
class LogObject:
    id: str
    type: str
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
        others = _others(processes.values())
        objects: dict[str, LogObject] = {}
        for process in processes.values():
            for made in _about(process, others.get(process.pk, [])):
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


def _others(processes: Iterable[Process]) -> dict[int, list[tuple[str, Process]]]:
    """By process, those that it overrides and checks, with their qualifiers."""
    by_id = {process.pk: process for process in processes}
    links = [(pk, "overrides", process.override_of_id) for pk, process in by_id.items() if process.override_of_id]
    links += [(pk, "check of", checked) for pk, checked in _checked(by_id).items()]
    known = Process.objects.only("flow_class").in_bulk({other for *_, other in links}) if links else {}
    found: dict[int, list[tuple[str, Process]]] = {}
    for pk, qualifier, other in links:
        found.setdefault(pk, []).append((qualifier, known[other]))
    return found


def _about(process: Process, others: Iterable[tuple[str, Process]]) -> Iterator[LogObject]:
    """The process with the objects that it is about."""
    relations = _about_process(process)
    for qualifier, other in others:
        relations.append(Relation(f"process:{other.pk}", qualifier))
        # it may be no part of the selection: then its id alone is in the file
        yield LogObject(f"process:{other.pk}", other.kind)
    yield LogObject(subject_name(process), process.flow_class.subject.thing)
    if process.company_id is not None:
        yield LogObject(f"company:{process.company_id}", "company")
    yield LogObject(f"process:{process.pk}", process.kind, relations=relations)


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
