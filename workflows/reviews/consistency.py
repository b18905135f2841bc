"""Compares reviews, revisions, statements and letters with history: rules as in `engine.core.consistency.rules`."""

from collections.abc import Mapping
from typing import Any

from psycopg.types.json import Jsonb

from reviews.models import Letter
from reviews.revisions import REVISED_FIELDS
from workflows.engine.core.consistency.rules import STEPS
from workflows.reviews.letters import STATED_ENDS

# States of a letter that have an entry in history. In any other state it is waiting, being sent, or cannot be sent.
RECORDED = (
    *(Letter.State.SENT, Letter.State.REFUSED, Letter.State.UNCERTAIN, Letter.State.CANCELLED, Letter.State.NOT_SENT),
)

_WORDS = ", ".join(f"{{0}}.{name}" for name in REVISED_FIELDS)

_STATUSES = f"""
    WITH {STEPS}, moderation AS (
        SELECT DISTINCT ON (subject_id) subject_id, id, status, outcome, finished FROM workflows_process
        WHERE flow_class = %(kind)s ORDER BY subject_id, id DESC
    ), restricted AS (
        SELECT subject_id, max(finished) AS finished FROM workflows_process
        WHERE flow_class = ANY(%(kinds)s) AND outcome = 'restricted' GROUP BY 1
    )
    SELECT 'review', review.id, CASE WHEN moderation.id IS NULL THEN 'has no process'
        ELSE format('is %%s, its process says %%s', review.status, expected.status) END
    FROM reviews_review review
    LEFT JOIN moderation ON moderation.subject_id = review.id
    LEFT JOIN workflows_task task ON task.process_id = moderation.id AND task.status = ANY(%(open)s)
    LEFT JOIN steps ON steps.reference = task.flow_task
    LEFT JOIN restricted ON restricted.subject_id = review.id AND restricted.finished >= moderation.finished
    CROSS JOIN LATERAL (SELECT coalesce(steps.status, CASE WHEN restricted.finished IS NOT NULL THEN 'restricted'
        ELSE moderation.outcome END) AS status) expected
    WHERE moderation.id IS NULL OR (moderation.status <> 'CANCELED' AND review.status <> expected.status)
"""
_TEXTS = f"""
    SELECT 'review', review.id, CASE
        WHEN newest.id IS NULL OR stored.number <> review.revision
        THEN format('is at revision %%s of %%s', review.revision, coalesce(stored.number, 0))
        ELSE format('differs from its newest revision, %%s', review.revision) END
    FROM reviews_review review
    LEFT JOIN (SELECT review_id, count(*) AS number FROM reviews_revision GROUP BY 1) stored
        ON stored.review_id = review.id
    LEFT JOIN reviews_revision newest ON newest.review_id = review.id AND newest.number = review.revision
    WHERE newest.id IS NULL OR stored.number <> review.revision
        OR ({_WORDS.format("review")}) IS DISTINCT FROM ({_WORDS.format("newest")})
"""
_REVISIONS = """
    WITH recorded AS (
        SELECT process.subject_id AS review_id, (entry.data->>'revision')::int AS number, entry.actor_id,
            count(*) OVER (PARTITION BY process.subject_id, entry.data->>'revision') AS times
        FROM workflows_taskevent entry JOIN workflows_process process ON process.id = entry.process_id
        WHERE entry.action = 'revise' AND process.flow_class = ANY(%(kinds)s)
    ), edited AS (SELECT review_id, number, author_id FROM reviews_revision WHERE number > 1)
    SELECT 'review', review_id, CASE
        WHEN edited.review_id IS NULL THEN format('has no revision %%s, its history has it', number)
        WHEN recorded.review_id IS NULL THEN format('has revision %%s, its history does not have it', number)
        WHEN recorded.times > 1 THEN format('has revision %%s, its history has it %%s times', number, recorded.times)
        ELSE format('has revision %%s by account %%s, its history says %%s', number,
            coalesce(edited.author_id::text, 'nobody'), coalesce(recorded.actor_id::text, 'nobody')) END
    FROM edited FULL JOIN recorded USING (review_id, number)
    WHERE edited.review_id IS NULL OR recorded.review_id IS NULL OR recorded.times > 1
        OR edited.author_id IS DISTINCT FROM recorded.actor_id
"""
# A job of the end issues the statement; until the job has run, it is pending.
_STATEMENTS = """
    WITH due AS (
        SELECT id AS process_id, subject_id AS review_id, %(stated)s::jsonb->>outcome AS kind FROM workflows_process
        WHERE status = 'DONE' AND flow_class = ANY(%(kinds)s) AND %(stated)s::jsonb ? outcome
    ), recorded AS (
        SELECT process_id, max(data->>'reference') AS puid, count(*) AS number FROM workflows_taskevent
        WHERE action = 'statement' GROUP BY 1
    ), waiting AS (
        SELECT (payload->>'process')::bigint AS process_id FROM workflows_outboxmessage
        WHERE topic = 'issue_statement' AND done_at IS NULL GROUP BY 1
    )
    SELECT 'process', process_id, CASE
        WHEN statement.id IS NULL AND recorded.process_id IS NULL
        THEN format('has ended by "%%s" without a statement, and no job will issue it', due.kind)
        WHEN statement.id IS NULL THEN format('has no statement %%s, its history has it', recorded.puid)
        WHEN recorded.process_id IS NULL
        THEN format('has the statement %%s, its history does not have it', statement.puid)
        ELSE format('has the statement %%s "%%s" about review %%s, its history says %%s "%%s" about review %%s',
            statement.puid, statement.kind, statement.review_id, recorded.puid, coalesce(due.kind, statement.kind),
            coalesce(due.review_id, statement.review_id)) END
    FROM due
    FULL JOIN reviews_statement statement USING (process_id)
    FULL JOIN recorded USING (process_id)
    LEFT JOIN waiting USING (process_id)
    WHERE CASE
        WHEN statement.id IS NULL AND recorded.process_id IS NULL THEN waiting.process_id IS NULL
        ELSE statement.puid IS DISTINCT FROM recorded.puid OR recorded.number > 1
            OR statement.kind <> due.kind OR statement.review_id <> due.review_id END
"""
# Who decided and for which reason, from the newest decision of the statement's kind.
_GROUNDS = """
    SELECT 'statement', statement.puid, format('is by account %%s for the reason "%%s", its history says %%s for "%%s"',
        coalesce(statement.decided_by::text, 'nobody'), reason.code, coalesce(decided.actor_id::text, 'nobody'),
        decided.reason)
    FROM reviews_statement statement
    JOIN reviews_reason reason ON reason.id = statement.reason_id
    LEFT JOIN (
        SELECT DISTINCT ON (process_id, outcome) process_id, outcome, actor_id, data->>'reason' AS reason
        FROM workflows_taskevent WHERE action = 'decide' AND outcome = ANY(%(stated_kinds)s)
        ORDER BY process_id, outcome, seq DESC
    ) decided ON decided.process_id = statement.process_id AND decided.outcome = statement.kind
    WHERE statement.decided_by IS DISTINCT FROM decided.actor_id OR reason.code IS DISTINCT FROM decided.reason
"""
# A letter that may have been sent waits again once the mail server says that it was not.
_LETTERS = """
    WITH recorded AS (
        SELECT DISTINCT ON (process_id, data->>'letter') process_id, data->>'letter' AS about, data->>'state' AS state
        FROM workflows_taskevent WHERE action IN ('mail', 'statement') AND data ? 'letter'
        ORDER BY process_id, data->>'letter', seq DESC
    )
    SELECT 'letter', coalesce(letter.id::text, format('"%%s" of process %%s', recorded.about, recorded.process_id)),
        CASE WHEN letter.id IS NULL THEN 'does not exist, its history has it'
        ELSE format('is "%%s", its history says "%%s"', letter.state, coalesce(recorded.state, 'nothing')) END
    FROM reviews_letter letter
    FULL JOIN recorded ON recorded.process_id = letter.process_id AND recorded.about = letter.about
    WHERE letter.id IS NULL OR CASE WHEN letter.state = ANY(%(recorded_states)s)
        THEN letter.state IS DISTINCT FROM recorded.state ELSE recorded.state IN ('sent', 'refused', 'cancelled') END
"""
_MAILS = """
    SELECT 'letter', letter.id, 'waits, and no job will send it'
    FROM reviews_letter letter
    WHERE letter.state IN ('waiting', 'sending') AND NOT EXISTS (
        SELECT FROM workflows_outboxmessage message WHERE message.topic = 'mail_letter' AND message.done_at IS NULL
            AND message.payload->>'letter' = letter.id::text)
"""
REVIEW_VALUES: Mapping[str, Any] = {
    "stated": Jsonb(STATED_ENDS),
    "stated_kinds": [str(kind) for kind in STATED_ENDS.values()],
    "recorded_states": [state.value for state in RECORDED],
}
REVIEW_RULES = (_STATUSES, _TEXTS, _REVISIONS, _STATEMENTS, _GROUNDS, _LETTERS, _MAILS)
