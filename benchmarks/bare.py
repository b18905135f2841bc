"""The same work as bare SQL: only what the database must do, with prepared statements.

It has no sessions, permissions, forms or JSON, so it is the lower bound for the API.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

import psycopg
from django.db.models import Model

from workflows.models import Task


class Decision(NamedTuple):
    """An outcome, the step that it leads to, and the text sent with it."""

    outcome: str
    to: str
    text: str = ""


APPROVAL = Decision("approve", "queued")
REJECTION = Decision("reject", "refused", "There is no such street in this town.")
VERIFICATION = Decision("verify", "pending")
_AWAKE = "(snoozed_until IS NULL OR snoozed_until <= statement_timestamp())"
_OPEN = "status IN ('NEW', 'ASSIGNED') AND queue <> ''"
_PAGE = """
WITH page AS MATERIALIZED (
    SELECT task.*, process.subject_id FROM workflows_task task JOIN workflows_process process ON process.id = process_id
    WHERE task.{open} AND {awake} AND {narrowed}
    ORDER BY task.priority, task.rank_at, task.id LIMIT 51
)
SELECT page.*, owner.first_name, owner.last_name, assignee.first_name, assignee.last_name,
    review.id, review.title, left(review.text, 160), left(review.constructive, 160), review.author_name,
    review.rating, review.source, review.flagged_words, review.received_at, company.id, company.name
FROM page JOIN reviews_review review ON review.id = page.subject_id JOIN companies_company company
    ON company.id = review.company_id
    LEFT JOIN accounts_user owner ON owner.id = page.owner_id
    LEFT JOIN accounts_user assignee ON assignee.id = page.assignee_id
ORDER BY page.priority, page.rank_at, page.id
"""
_MINE = "(assignee_id = %(me)s OR (owner_id = %(me)s AND task.status = 'ASSIGNED' AND lease_until > now()))"
_OTHERS = (
    "((assignee_id IS NOT NULL AND assignee_id <> %(me)s)"
    " OR (owner_id <> %(me)s AND task.status = 'ASSIGNED' AND lease_until > now()))"
)


def _page(narrowed: str) -> str:
    return _PAGE.format(open=_OPEN.replace("queue", "task.queue"), awake=_AWAKE, narrowed=narrowed)


def narrowed(queue: str, condition: str) -> str:
    """SQL for the first page of a queue, of tasks whose review meets the condition."""
    inner = "FROM workflows_task task JOIN workflows_process process ON process.id = process_id"
    joined = f"{inner} JOIN reviews_review review ON review.id = process.subject_id"
    return _page(f"task.queue = '{queue}' AND {condition}").replace(inner, joined, 1)


CONTAINS = "(review.title ILIKE %(word)s OR review.text ILIKE %(word)s OR review.constructive ILIKE %(word)s)"
PAGE = _page("task.queue = %(queue)s")
PAGE_DEEP = _page(
    "task.queue = 'pending' AND (task.priority, task.rank_at, task.id) > (%(priority)s, %(rank_at)s, %(id)s)"
)
MINE, OTHERS = _page(_MINE), _page(_OTHERS)
MIDDLE = f"""
SELECT priority, rank_at, id FROM workflows_task WHERE queue = 'pending' AND {_OPEN}
ORDER BY priority, rank_at, id
OFFSET (SELECT count(*) / 2 FROM workflows_task WHERE queue = 'pending' AND {_OPEN}) LIMIT 1
"""
ITEM = (
    "SELECT * FROM workflows_task task JOIN workflows_process process ON process.id = task.process_id"
    " JOIN reviews_review review ON review.id = process.subject_id"
    " JOIN companies_company company ON company.id = review.company_id WHERE task.id = %(task)s",
    "SELECT text.body FROM workflows_eventtext text JOIN workflows_taskevent event ON event.id = text.event_id"
    " JOIN workflows_task task ON task.process_id = event.process_id"
    " WHERE task.id = %(task)s AND event.outcome = 'escalate' ORDER BY event.seq DESC LIMIT 1",
    "SELECT * FROM reviews_reason WHERE active AND applies_to @> '{reject}'",
    "SELECT * FROM workflows_taskdraft WHERE task_id = %(task)s AND user_id = %(me)s",
)
COUNTS = (
    "SELECT * FROM workflows_countssnapshot WHERE id = 1",
    f"SELECT count(*) FROM workflows_task task WHERE {_OPEN} AND {_AWAKE} AND {_MINE}",
)
QUEUES = COUNTS[:1]
HISTORY = (
    "SELECT * FROM workflows_process WHERE id = %(process)s",
    "SELECT * FROM workflows_taskevent event LEFT JOIN workflows_eventtext text ON text.event_id = event.id"
    " LEFT JOIN accounts_user person ON person.id = event.actor_id"
    " WHERE event.process_id = %(process)s ORDER BY event.seq",
)
ALL_HISTORY = (
    "SELECT * FROM workflows_taskevent event JOIN workflows_process process ON process.id = event.process_id"
    " LEFT JOIN workflows_eventtext text ON text.event_id = event.id"
    " LEFT JOIN accounts_user person ON person.id = event.actor_id ORDER BY event.at DESC, event.id DESC LIMIT 51"
)
STORY = (
    "SELECT * FROM reviews_review review JOIN companies_company company ON company.id = review.company_id"
    " WHERE review.id = %(id)s",
    "SELECT * FROM reviews_revision WHERE review_id = %(id)s ORDER BY number",
    "SELECT * FROM workflows_process process JOIN workflows_taskevent event ON event.process_id = process.id"
    " LEFT JOIN workflows_eventtext text ON text.event_id = event.id"
    " LEFT JOIN accounts_user person ON person.id = event.actor_id"
    " WHERE process.flow_class = 'review_moderation' AND process.subject_id = %(id)s"
    " ORDER BY process.id, event.seq",
)
COMPANY = (
    "SELECT * FROM companies_company WHERE id = %(id)s",
    "SELECT status, rating, count(*) FROM reviews_review WHERE company_id = %(id)s GROUP BY status, rating",
)
REJECTED = (
    "SELECT * FROM reviews_review review JOIN companies_company company ON company.id = review.company_id"
    " WHERE review.status = 'rejected' ORDER BY review.received_at DESC, review.id DESC LIMIT 51"
)
TEAM = (
    "SELECT id, first_name, last_name, on_duty FROM accounts_user WHERE is_active",
    f"SELECT coalesce(owner_id, assignee_id), queue, count(*), min(created) FROM workflows_task WHERE {_OPEN}"
    " AND (owner_id IS NOT NULL OR assignee_id IS NOT NULL) GROUP BY 1, 2",
    "SELECT owner_id, count(*), percentile_cont(0.5) WITHIN GROUP (ORDER BY date_part('epoch', finished - assigned))"
    " FROM workflows_task WHERE status = 'DONE' AND owner_id IS NOT NULL AND finished > now() - interval '7 days'"
    " GROUP BY 1",
)
DASHBOARD = (
    "SELECT * FROM workflows_dayfigures WHERE day > current_date - 35",
    "SELECT type.kind, entry.node, entry.to_node, count(*), count(*) FILTER (WHERE entry.action = 'undo')"
    " FROM workflows_taskevent entry JOIN workflows_eventtype type ON type.id = entry.type_id"
    " WHERE entry.at >= current_date AND entry.to_node <> '' GROUP BY 1, 2, 3",
    *QUEUES,
)
DASHBOARD_OF_HEADS = (
    *DASHBOARD,
    "SELECT number_1, count(*), percentile_cont(0.5) WITHIN GROUP (ORDER BY date_part('epoch', now() - created))"
    f" FROM workflows_task WHERE {_OPEN} AND queue = 'pending' AND {_AWAKE} GROUP BY number_1",
    f"SELECT * FROM workflows_task WHERE {_OPEN} AND {_AWAKE} AND due_at < now() ORDER BY due_at, id LIMIT 6",
    *TEAM,
)
EXTEND = (
    "SELECT id FROM workflows_task WHERE id = %(task)s AND owner_id = %(me)s FOR NO KEY UPDATE",
    "UPDATE workflows_task SET lease_until = now() + interval '5 minutes' WHERE id = %(task)s RETURNING id",
)
LOOK = (
    "INSERT INTO workflows_presence (kind, number, user_id, until)"
    " VALUES ('task', %(task)s, %(me)s, now() + interval '25 seconds')"
    " ON CONFLICT (kind, number, user_id) DO UPDATE SET until = excluded.until RETURNING id",
    "SELECT person.id, person.first_name, person.last_name FROM workflows_presence presence"
    " JOIN accounts_user person ON person.id = presence.user_id"
    " WHERE kind = 'task' AND number = %(task)s AND until > now() AND user_id <> %(me)s",
)
SAVE_DRAFT = (
    "INSERT INTO workflows_taskdraft (task_id, user_id, outcome, form, saved_at)"
    """ VALUES (%(task)s, %(me)s, 'reject', '{"reason": "fake", "facts": "There is no such street."}', now())"""
    " ON CONFLICT (task_id, user_id, outcome) DO UPDATE SET form = excluded.form, saved_at = excluded.saved_at"
    " RETURNING id"
)
MENTIONS = (
    "SELECT * FROM workflows_mention mention JOIN workflows_taskevent event ON event.id = mention.event_id"
    " JOIN workflows_task task ON task.id = mention.task_id WHERE mention.user_id = %(me)s AND mention.seen_at IS NULL"
    " ORDER BY mention.id DESC LIMIT 100"
)
LOCK = (
    "SELECT task.process_id, process.subject_id FROM workflows_task task"
    " JOIN workflows_process process ON process.id = task.process_id WHERE task.id = %(task)s"
    " FOR NO KEY UPDATE OF process, task"
)
ENTRY = (
    "INSERT INTO workflows_taskevent (process_id, seq, task_id, action, node, outcome, to_node, actor_id, request_id,"
    " data, text_digest, previous_hash, hash) SELECT process_id, 0, id, %(action)s, queue, %(outcome)s, %(to)s,"
    " %(me)s::bigint, '', '{}', '', '', '' FROM workflows_task, set_config('docket.actor', %(me)s::text, true)"
    " WHERE id = %(task)s RETURNING id"
)
_TEXT = "INSERT INTO workflows_eventtext (event_id, salt, body) VALUES (%(event)s, '', %(text)s)"
_MOVE = "UPDATE reviews_review SET status = %(to)s, verified = verified OR %(vouched)s WHERE id = %(review)s"
_NEXT_FREE = (
    "SELECT task.id FROM workflows_task task JOIN workflows_process process ON process.id = task.process_id"
    f" WHERE task.queue = %(queue)s AND task.status = 'NEW' AND {_OPEN.replace('status', 'task.status')} AND {_AWAKE}"
    " AND assignee_id IS NULL ORDER BY task.priority, task.rank_at, task.id LIMIT 1"
    " FOR NO KEY UPDATE OF process, task SKIP LOCKED"
)


class Bare:
    """One client with its own connection."""

    def __init__(self, dsn: str) -> None:
        self.connection = psycopg.connect(dsn, autocommit=True, prepare_threshold=0)

    def read(self, *statements: str, **values: Any) -> None:
        for statement in statements:
            self.connection.execute(statement, values).fetchall()

    def write(self, *statements: str, **values: Any) -> None:
        """Run the statements in one transaction. Each must return rows."""
        with self.connection.transaction():
            self.read(*statements, **values)

    def first(self, statement: str) -> Any:
        return self.connection.execute(statement).fetchone()

    def claim_next(self, queue: str, me: int) -> int | None:
        with self.connection.transaction():
            row = self.connection.execute(_NEXT_FREE, {"queue": queue}).fetchone()
            if row is None:
                return None
            self._claim(row[0], me)
            return int(row[0])

    def claim(self, task: int, me: int) -> None:
        with self.connection.transaction():
            self.connection.execute(LOCK, {"task": task}).fetchone()
            self._claim(task, me)

    def decide(self, task: int, me: int, decision: Decision) -> None:
        """End a task, begin the next, move the review, and add the history entry."""
        outcome, to, text = decision
        values = {"task": task, "me": me, "outcome": outcome, "to": to, "action": "decide"}
        with self.connection.transaction():
            row: Any = self.connection.execute(LOCK, values).fetchone()
            self.connection.execute(
                "UPDATE workflows_task SET status = 'DONE', outcome = %(outcome)s, finished = now(),"
                " lease_until = NULL WHERE id = %(task)s",
                values,
            )
            self.connection.execute(_MOVE, {"to": to, "review": row[1], "vouched": outcome == "verify"})
            new: Any = self.connection.execute(_NEXT_TASK, values).fetchone()
            self.connection.execute(
                "INSERT INTO workflows_task_previous (from_task_id, to_task_id) VALUES (%s, %s)", [new[0], task]
            )
            entry: Any = self.connection.execute(ENTRY, values).fetchone()
            if text:
                self.connection.execute(_TEXT, {"event": entry[0], "text": text})

    def _claim(self, task: int, me: int) -> None:
        values = {"task": task, "me": me, "outcome": "", "to": "", "action": "claim"}
        self.connection.execute(
            "UPDATE workflows_task SET status = 'ASSIGNED', owner_id = %(me)s, assigned = now(),"
            " lease_until = now() + interval '5 minutes' WHERE id = %(task)s",
            values,
        )
        self.connection.execute(ENTRY, values)


def copied(model: type[Model], source: str, overrides: Mapping[str, str]) -> str:
    """SQL that copies the row whose id is the parameter `source`. `overrides`: SQL values by column."""
    columns = [field.column for field in model._meta.concrete_fields if field.column and not field.primary_key]
    chosen = ", ".join(overrides.get(column, column) for column in columns)
    table = model._meta.db_table
    return (
        f"INSERT INTO {table} ({', '.join(columns)}) SELECT {chosen} FROM {table} WHERE id = %({source})s RETURNING id"
    )


_NEXT_TASK = copied(
    *(Task, "task"),
    {
        "flow_task": "regexp_replace(flow_task, '[^.]+$', %(to)s)",
        "status": "'NEW'",
        "queue": "%(to)s",
        "created": "now()",
        "finished": "NULL",
        "assigned": "NULL",
        "owner_id": "NULL",
        "outcome": "''",
        "came_from": "queue",
        "due_at": "now() + interval '15 minutes'",
        "rank_at": "now() + interval '15 minutes'",
        "fires_at": "now() + interval '15 minutes'",
    },
)
