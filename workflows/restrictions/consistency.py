"""Compares requests to restrict with their processes: rules as in `workflows.engine.core.consistency.rules`."""

_STATUSES = """
    SELECT 'request', request.id, format('is %%s, its process says %%s', request.status,
        CASE WHEN process.id IS NULL THEN 'nothing' WHEN process.outcome = '' THEN 'open' ELSE process.outcome END)
    FROM restrictions_requesttorestrict request
    LEFT JOIN (
        SELECT DISTINCT ON (data->>'request') (data->>'request')::bigint AS request_id, id, outcome
        FROM workflows_process WHERE flow_class = %(kind)s ORDER BY data->>'request', id DESC
    ) process ON process.request_id = request.id
    WHERE request.status IS DISTINCT FROM CASE process.outcome WHEN '' THEN 'open' ELSE process.outcome END
"""
_OPEN = """
    SELECT 'request', request.id, format('is open on a review that is %%s', review.status)
    FROM restrictions_requesttorestrict request JOIN reviews_review review ON review.id = request.review_id
    WHERE request.status = 'open' AND review.status <> 'published'
"""
REQUEST_RULES = (_STATUSES, _OPEN)
