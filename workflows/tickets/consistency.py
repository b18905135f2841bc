"""Compares tickets with their processes and messages: rules as in `workflows.engine.core.consistency.rules`."""

from workflows.engine.core.consistency.rules import STEPS

_STATUSES = f"""
    WITH {STEPS}
    SELECT 'ticket', ticket.id, format('is %%s, its process says %%s', ticket.status, coalesce(place.status, 'nothing'))
    FROM tickets_ticket ticket
    LEFT JOIN (
        SELECT DISTINCT ON (subject_id) subject_id, id, outcome FROM workflows_process
        WHERE flow_class = %(kind)s ORDER BY subject_id, id DESC
    ) process ON process.subject_id = ticket.id
    LEFT JOIN workflows_task task ON task.process_id = process.id AND task.status = ANY(%(open)s)
    LEFT JOIN steps place ON place.kind = %(kind)s
        AND place.node = coalesce(split_part(task.flow_task, '.', 2), process.outcome)
    WHERE ticket.status IS DISTINCT FROM place.status OR (ticket.resolved_at IS NULL) <> (task.id IS NOT NULL)
"""
_MESSAGES = """
    SELECT 'ticket', ticket.id, format('counts %%s messages until %%s, it has %%s until %%s', ticket.message_count,
        coalesce(ticket.last_message_id::text, 'none'), coalesce(found.number, 0),
        coalesce(found.last::text, 'none'))
    FROM tickets_ticket ticket
    LEFT JOIN (SELECT ticket_id, count(*) AS number, max(id) AS last FROM tickets_message
               WHERE kind IN ('client', 'staff') AND delivery IS DISTINCT FROM 'taken_back' GROUP BY 1) found
        ON found.ticket_id = ticket.id
    WHERE ticket.message_count <> coalesce(found.number, 0) OR ticket.last_message_id IS DISTINCT FROM found.last
"""
# each reply in history has exactly one message
_REPLIES = """
    SELECT 'process', entry.process_id, format('has a reply in its history that is no message: %%s',
        coalesce(entry.data->>'message', 'none'))
    FROM workflows_taskevent entry JOIN workflows_process process ON process.id = entry.process_id
    LEFT JOIN tickets_message message ON message.id = (entry.data->>'message')::bigint AND message.kind = 'staff'
    WHERE process.flow_class = %(kind)s AND entry.action = 'decide'
        AND entry.outcome IN ('reply', 'reply_and_resolve') AND message.id IS NULL
"""
TICKET_RULES = (_STATUSES, _MESSAGES, _REPLIES)
