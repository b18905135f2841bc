"""The plan of one item: everything that a verb changes. Nothing is written before `writer.write`."""

import os
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from kit import acting, request_id
from kit.copying import another_of
from workflows.engine.core.entry_data import require_declared, shape_of
from workflows.models import Task, TaskEvent

SALT_BYTES = 16
BLANK = TaskEvent()


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of history. `task`: that it is about, which may be a new one. `acting`: see kit.acting."""

    event: TaskEvent
    task: Task | None
    text: str
    salt: bytes
    acting: str


@dataclass(slots=True)
class Plan:
    """What changes for one item, whose process and open task the caller has locked.

    `changed`: tasks that are there. `made`: new ones, each with the task that led to it. `effects`: called with the
    subject's id. `begins`: the step for people of which the subject gets the status; `ending`: the end of the process.
    `moves`: its status or outcome has changed; `keeps`: `process.data` has. `mentions`: who is notified of an entry, at
    which task. `after`: called when all is written, in the same transaction.
    """

    process: Any
    is_new: bool = False
    moves: bool = False
    keeps: bool = False
    changed: list[Any] = field(default_factory=list)
    made: list[tuple[Any, Any]] = field(default_factory=list)
    effects: list[Callable[[int], None]] = field(default_factory=list)
    begins: Any = None
    ending: Any = None
    entries: list[Entry] = field(default_factory=list)
    mentions: list[tuple[TaskEvent, Task, Collection[int]]] = field(default_factory=list)
    after: list[Callable[[], object]] = field(default_factory=list)

    @property
    def next_task(self) -> Any:
        """The new task for people; None after an end."""
        return self.made[-1][0] if self.made and self.ending is None else None

    def keep(self, values: Mapping[str, Any]) -> None:
        """Store values in `process.data`; None removes a key."""
        before = self.process.data
        data = {name: value for name, value in {**before, **values}.items() if value is not None}
        if data != before:
            self.process.data, self.keeps = data, True

    def record(
        self,
        action: str,
        *,
        task: Task | None = None,
        actor_id: int | None = None,
        outcome: str = "",
        to_node: str = "",
        text: str = "",
        data: Mapping[str, Any] | None = None,
        is_quoted: bool = False,
    ) -> TaskEvent:
        """Add an entry. Free text is stored apart with a salted digest, so that it can be erased (engine.md).

        `is_quoted`: the entry repeats what the actor did earlier; otherwise, in a request, the actor is who signed in.
        Raises UndeclaredDataError for data that is not declared for the action: see `entry_data`.
        """
        node = task.flow_task if task else None
        if data:
            require_declared(action, data, shape_of(self.process.flow_class, action, node, outcome))
        salt = os.urandom(SALT_BYTES) if text else b""
        event = another_of(
            BLANK,
            "process",
            self.process,
            task_id=task.pk if task else None,
            action=action,
            node=node.name if node else "",
            outcome=outcome,
            to_node=to_node,
            actor_id=actor_id,
            request_id=request_id.current(),
            data=dict(data or {}),
            text_digest=text_digest(salt, text) if text else b"",
        )
        signed_in = str(actor_id or "") if is_quoted else acting.setting_for(actor_id)
        self.entries.append(Entry(event, task, text, salt, signed_in))
        return event


def text_digest(salt: bytes, text: str) -> bytes:
    return sha256(salt + text.encode()).digest()
