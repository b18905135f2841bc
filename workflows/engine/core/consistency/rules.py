"""Compares processes, tasks and public events with the entries of history that must have led to them.

Each rule is one SQL statement over whole tables. So it sees one state of the database while people work, and needs no
memory here. It yields rows of (thing, id, fault). `steps` holds the declarations of the flows: (kind, node, reference,
is_step, status, event).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import connection, transaction
from psycopg.types.json import Jsonb

from workflows.engine.core.flows import flows, nodes_of
from workflows.engine.core.history import ENDING
from workflows.engine.core.nodes import Ending, HumanTask
from workflows.models import OPEN

# actions whose entry names the step or end that the process is in afterwards
MOVING = ("start", "reinstate", "decide", "undo", "fire", "screen", "withdraw", "close")
MOST = 100  # rows of one rule: if there are more, they have the same cause

# the steps and ends that the flows declare
STEPS = """steps AS MATERIALIZED (
    SELECT * FROM jsonb_to_recordset(%(steps)s) AS declared(
        kind text, node text, reference text, is_step boolean, status text, event text)
)"""

_OPEN_TASKS = """
    SELECT 'process', process.id, format('is %%s with %%s open tasks', process.status, coalesce(waiting.number, 0))
    FROM workflows_process process
    LEFT JOIN (SELECT process_id, count(*) AS number FROM workflows_task
               WHERE status = ANY(%(open)s) GROUP BY 1) waiting ON waiting.process_id = process.id
    WHERE coalesce(waiting.number, 0) <> (process.status = 'NEW')::int
"""
_PLACES = """
    SELECT 'process', process.id, format('is in "%%s", its history says "%%s"', place.name, moved.to_node)
    FROM workflows_process process
    LEFT JOIN (SELECT DISTINCT ON (process_id) process_id, split_part(flow_task, '.', 2) AS node FROM workflows_task
               WHERE status = ANY(%(open)s) ORDER BY process_id, id) waiting ON waiting.process_id = process.id
    LEFT JOIN (SELECT DISTINCT ON (process_id) process_id, to_node FROM workflows_taskevent
               WHERE action = ANY(%(moving)s) ORDER BY process_id, seq DESC) moved ON moved.process_id = process.id
    CROSS JOIN LATERAL (SELECT coalesce(waiting.node, process.outcome) AS name) place
    WHERE process.status <> 'CANCELED' AND place.name IS DISTINCT FROM moved.to_node
"""
_CANCELED = """
    SELECT 'process', process.id, 'is canceled, its history does not say so'
    FROM workflows_process process
    WHERE process.status = 'CANCELED' AND NOT EXISTS (
        SELECT FROM workflows_taskevent entry WHERE entry.process_id = process.id AND entry.action = 'cancel')
"""
# An undo names the task to which the decision led; its link names the task that was reopened.
_DECISIONS = """
    WITH decided AS (
        SELECT task_id, max(process_id) AS process_id, count(*) AS number,
            (array_agg(outcome ORDER BY seq DESC))[1] AS outcome, (array_agg(actor_id ORDER BY seq DESC))[1] AS actor_id
        FROM workflows_taskevent WHERE action IN ('decide', 'fire') GROUP BY task_id
    ), undone AS (
        SELECT link.to_task_id AS task_id, count(*) AS number
        FROM workflows_taskevent entry JOIN workflows_task_previous link ON link.from_task_id = entry.task_id
        WHERE entry.action = 'undo' GROUP BY 1
    )
    SELECT 'task', coalesce(task.id, decided.task_id), CASE
        WHEN task.id IS NULL THEN 'does not exist, and history has its decision'
        WHEN decided.process_id <> task.process_id THEN format('is decided in the history of process %%s',
            decided.process_id)
        WHEN balance.number <> is_decided.number THEN format('is %%s with the outcome "%%s", and has %%s recorded'
            ' decisions that were not undone', task.status, task.outcome, balance.number)
        WHEN task.outcome <> decided.outcome THEN format('has the outcome "%%s", its history says "%%s"', task.outcome,
            decided.outcome)
        ELSE format('was decided by account %%s, its history says %%s', coalesce(task.owner_id::text, 'nobody'),
            coalesce(decided.actor_id::text, 'nobody')) END
    FROM workflows_task task
    FULL JOIN decided ON decided.task_id = task.id
    LEFT JOIN undone ON undone.task_id = task.id
    CROSS JOIN LATERAL (SELECT coalesce(decided.number, 0) - coalesce(undone.number, 0) AS number) balance
    CROSS JOIN LATERAL (SELECT (task.status = 'DONE' AND task.outcome <> '')::int AS number) is_decided
    WHERE task.id IS NULL OR balance.number <> is_decided.number OR decided.process_id <> task.process_id
        OR (is_decided.number = 1
            AND (task.outcome <> decided.outcome OR task.owner_id IS DISTINCT FROM decided.actor_id))
"""
_TASKS = f"""
    WITH {STEPS}
    SELECT 'task', task.id, CASE
        WHEN task.status = 'DONE' THEN 'is done without an outcome'
        WHEN task.status = 'CANCELED' THEN 'is canceled, and no entry says why'
        ELSE format('is "%%s", which is no status of a task', task.status) END
    FROM workflows_task task JOIN steps ON steps.reference = task.flow_task AND steps.is_step
    WHERE (task.status = 'DONE' AND task.outcome = '')
        OR task.status NOT IN ('NEW', 'ASSIGNED', 'DONE', 'CANCELED')
        OR (task.status = 'CANCELED' AND NOT EXISTS (
            SELECT FROM workflows_taskevent entry WHERE entry.process_id = task.process_id
                AND entry.task_id = task.id AND entry.action = ANY(%(ending)s)))
"""
_HOLDERS = """
    SELECT 'task', task.id, CASE
        WHEN (task.status = 'ASSIGNED') <> (task.owner_id IS NOT NULL AND task.lease_until IS NOT NULL)
        THEN format('is %%s for account %%s until %%s', task.status, coalesce(task.owner_id::text, 'nobody'),
            coalesce(task.lease_until::text, 'no time'))
        ELSE format('is held by account %%s, its history says %%s', task.owner_id,
            coalesce(claimed.actor_id::text, 'nobody')) END
    FROM workflows_task task
    LEFT JOIN LATERAL (
        SELECT entry.actor_id FROM workflows_taskevent entry
        WHERE entry.process_id = task.process_id AND entry.task_id = task.id AND entry.action IN ('claim', 'take_over')
        ORDER BY entry.seq DESC LIMIT 1
    ) claimed ON task.status = 'ASSIGNED'
    WHERE task.status = ANY(%(open)s) AND (
        (task.status = 'ASSIGNED') <> (task.owner_id IS NOT NULL AND task.lease_until IS NOT NULL)
        OR (task.status = 'ASSIGNED' AND claimed.actor_id IS DISTINCT FROM task.owner_id))
"""
# A take-over from the assignee ends the assignment; a take-over from a holder leaves it.
_ASSIGNEES = """
    SELECT 'task', task.id, format('is assigned to account %%s, its history says %%s',
        coalesce(task.assignee_id::text, 'nobody'), coalesce(given.account::text, 'nobody'))
    FROM workflows_task task
    LEFT JOIN LATERAL (
        SELECT CASE entry.action WHEN 'assign' THEN (entry.data->>'to')::bigint END AS account
        FROM workflows_taskevent entry
        WHERE entry.process_id = task.process_id AND entry.task_id = task.id
            AND (entry.action IN ('assign', 'unassign') OR (entry.action = 'take_over' AND entry.data ? 'from'))
        ORDER BY entry.seq DESC LIMIT 1
    ) given ON true
    WHERE task.status = ANY(%(open)s) AND task.assignee_id IS DISTINCT FROM given.account
"""
_ENDS = f"""
    WITH {STEPS}
    SELECT 'process', process.id, CASE
        WHEN steps.node IS NULL THEN format('has ended as "%%s", which its flow does not declare', process.outcome)
        ELSE format('has ended as "%%s", and has no task of this end', process.outcome) END
    FROM workflows_process process
    LEFT JOIN steps ON steps.kind = process.flow_class AND steps.node = process.outcome AND NOT steps.is_step
    LEFT JOIN workflows_task task ON task.process_id = process.id AND task.flow_task = steps.reference
        AND task.status = 'DONE'
    WHERE process.status = 'DONE' AND task.id IS NULL
"""
_EVENTS = f"""
    WITH {STEPS}, announced AS (
        SELECT process_id, kind, count(*) AS number FROM workflows_domainevent
        WHERE process_id IS NOT NULL GROUP BY 1, 2
    ), due AS (
        SELECT entry.process_id, steps.event AS kind, count(*) AS number
        FROM workflows_taskevent entry
        JOIN workflows_process process ON process.id = entry.process_id
        JOIN steps ON steps.kind = process.flow_class AND steps.node = entry.to_node AND steps.event <> ''
        WHERE entry.action = ANY(%(moving)s) GROUP BY 1, 2
    )
    SELECT 'process', process_id, format('has %%s events "%%s", its history says %%s', coalesce(announced.number, 0),
        kind, coalesce(due.number, 0))
    FROM due FULL JOIN announced USING (process_id, kind)
    WHERE announced.number IS DISTINCT FROM due.number
"""
_FEED = """
    SELECT 'event', event.id, 'is not in the feed, and no job will announce it'
    FROM workflows_domainevent event
    WHERE event.position IS NULL AND NOT EXISTS (
        SELECT FROM workflows_outboxmessage message WHERE message.topic = 'announce' AND message.done_at IS NULL)
"""
# the chain does not cover the type, and lists of history find entries by it
_TYPES = """
    SELECT 'entry', entry.id, 'has the type of other entries, or none: lists of history leave it out'
    FROM workflows_taskevent entry
    JOIN workflows_process process ON process.id = entry.process_id
    LEFT JOIN workflows_eventtype type ON type.id = entry.type_id
    WHERE (type.kind, type.node, type.action, type.outcome, type.has_text) IS DISTINCT FROM
        (process.flow_class, entry.node, entry.action, entry.outcome, entry.text_digest <> '')
"""
# Compares texts with their newest digest in an entry. Migration 0036 defines which tables have them (decision 96).
_TEXTS = """
    WITH said AS (
        SELECT DISTINCT ON (key) key, value FROM (
            SELECT entry.at, seal.key, seal.value
            FROM workflows_taskevent entry CROSS JOIN LATERAL jsonb_each_text(entry.seals) seal
            UNION ALL
            SELECT entry.at, seal.key, seal.value
            FROM audit_auditentry entry CROSS JOIN LATERAL jsonb_each_text(entry.seals) seal
        ) sealed ORDER BY key, at DESC
    )
    SELECT split_part(key, ':', 1), split_part(key, ':', 2), CASE
        WHEN current.key IS NULL THEN 'does not exist, and no entry says that it was deleted'
        WHEN said.key IS NULL THEN 'was written, and no entry says so'
        ELSE 'is not what was written' END
    FROM said FULL JOIN docket_texts() current USING (key)
    WHERE said.value IS DISTINCT FROM current.digest
"""
_BATCHES = """
    SELECT 'batch', batch.id, format('counts %%s items: %%s done, %%s skipped, %%s failed, %%s rolled back; its items'
        ' say %%s: %%s, %%s, %%s, %%s', batch.total, batch.done, batch.skipped, batch.failed, batch.rolled_back,
        found.total, found.done, found.skipped, found.failed, found.rolled_back)
    FROM workflows_bulkbatch batch LEFT JOIN (
        SELECT batch_id, count(*) AS total, count(*) FILTER (WHERE result = 'done') AS done,
            count(*) FILTER (WHERE result = 'skipped') AS skipped, count(*) FILTER (WHERE result = 'failed') AS failed,
            count(*) FILTER (WHERE result = 'rolled_back') AS rolled_back
        FROM workflows_bulkitem GROUP BY batch_id
    ) found ON found.batch_id = batch.id
    WHERE (batch.total, batch.done, batch.skipped, batch.failed, batch.rolled_back)
        IS DISTINCT FROM (found.total, found.done, found.skipped, found.failed, found.rolled_back)
"""
# batches of published reviews are left out: their items are decided in another process
_ITEMS = """
    SELECT 'batch', item.batch_id, format('has decided task %%s, and its history does not say so', item.task_id)
    FROM workflows_bulkitem item JOIN workflows_bulkbatch batch ON batch.id = item.batch_id
    WHERE item.result IN ('done', 'rolled_back') AND batch.queue <> 'published' AND NOT EXISTS (
        SELECT FROM workflows_taskevent entry WHERE entry.task_id = item.task_id AND entry.action = 'decide'
            AND entry.outcome = batch.outcome AND entry.actor_id = batch.by_id)
"""
ENGINE_RULES = (
    *(_TEXTS, _BATCHES, _ITEMS),
    *(_TYPES, _OPEN_TASKS, _PLACES, _CANCELED, _DECISIONS, _TASKS, _HOLDERS, _ASSIGNEES, _ENDS),
    *(_EVENTS, _FEED),
)


@dataclass(frozen=True, slots=True)
class Inconsistency:
    """A row that disagrees with history. `number`: its id."""

    thing: str
    number: str
    what: str

    def __str__(self) -> str:
        return f"{self.thing} {self.number} {self.what}"


def find_inconsistencies() -> Iterator[Inconsistency]:
    """The rows that break a rule, at most MOST for each: rules of the engine first, then those of each flow.

    The parameters of a flow's rule also include its `kind`, the `kinds` of all flows about the same thing, and its
    `rule_values`.
    """
    given = {
        "open": [str(status) for status in OPEN],
        "moving": list(MOVING),
        "ending": list(ENDING),
        "steps": Jsonb(list(_declared_steps())),
    }
    yield from _broken(ENGINE_RULES, given)
    for flow in flows():
        kinds = [other.kind for other in flows() if other.subject.thing == flow.subject.thing]
        yield from _broken(flow.rules, {**given, "kind": flow.kind, "kinds": kinds, **flow.rule_values})


def _broken(rules: Sequence[str], given: Mapping[str, Any]) -> Iterator[Inconsistency]:
    for rule in rules:
        with transaction.atomic(), connection.cursor() as cursor:
            # with outdated statistics, PostgreSQL would choose a nested loop over two whole tables
            cursor.execute("SET LOCAL enable_nestloop = off; SET LOCAL work_mem = '64MB'")
            cursor.execute(f"{rule} LIMIT {MOST}", given)
            found = cursor.fetchall()
        for thing, number, what in found:
            yield Inconsistency(thing, str(number), what)


def _declared_steps() -> Iterator[dict[str, Any]]:
    for flow in flows():
        for node in nodes_of(flow):
            if isinstance(node, HumanTask | Ending):
                yield {
                    "kind": flow.kind,
                    "node": node.name,
                    "reference": f"{flow.kind}.{node.name}",
                    "is_step": isinstance(node, HumanTask),
                    "status": node.status,
                    "event": getattr(node, "event", ""),
                }
