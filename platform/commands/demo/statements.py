"""The temporary tables that drafts are copied into, and the numbers that they get."""

TABLES = """
SET LOCAL work_mem = '64MB';
SET LOCAL jit = off;
CREATE TEMPORARY TABLE demo_arrival (
    number bigint, source text, external_id text, company_id bigint, country smallint, rating smallint,
    title text, text text, constructive text, author_name text, business_name text, job_title text,
    anonymous boolean, verified boolean, status text, flagged_words jsonb, content_digest bytea,
    flagged smallint, priority smallint, screening jsonb, journey integer, ending text, event text,
    times timestamptz[], due timestamptz[], fires timestamptz[], claimed timestamptz[],
    actors bigint[], words text[], salts bytea[], data text[]
) ON COMMIT DROP;
CREATE TEMPORARY TABLE demo_step (
    journey integer, place integer, step integer, flow_task text, flow_task_type text, kind text, queue text,
    status text, outcome text, came_from text
) ON COMMIT DROP;
CREATE TEMPORARY TABLE demo_entry (
    journey integer, seq integer, place integer, move integer, action text, node text, outcome text, to_node text
) ON COMMIT DROP;
"""

# What has been taken in before is left out: a run that was interrupted is taken up.
DRAFTS = """
CREATE TEMPORARY TABLE demo_draft ON COMMIT DROP AS
SELECT nextval(pg_get_serial_sequence('reviews_review', 'id')) AS review_id,
       nextval(pg_get_serial_sequence('workflows_process', 'id')) AS process_id,
       jsonb_set(screening, '{copies}', to_jsonb(
           (SELECT count(*) FROM reviews_review known WHERE known.content_digest = arrived.content_digest)
           + row_number() OVER (PARTITION BY content_digest ORDER BY number) - 1)) AS told,
       arrived.*
FROM (SELECT * FROM demo_arrival a
      WHERE NOT EXISTS (SELECT FROM reviews_review known
                        WHERE known.source = a.source AND known.external_id = a.external_id)
      ORDER BY number) arrived;
ANALYZE demo_draft;
CREATE TEMPORARY TABLE demo_task ON COMMIT DROP AS
SELECT process_id, place, nextval(pg_get_serial_sequence('workflows_task', 'id')) AS id
FROM (SELECT process_id, place FROM demo_draft JOIN demo_step USING (journey) ORDER BY process_id, place) tasks;
ANALYZE demo_task;
CREATE TEMPORARY TABLE demo_event ON COMMIT DROP AS
SELECT process_id, seq, nextval(pg_get_serial_sequence('workflows_taskevent', 'id')) AS id
FROM (SELECT process_id, seq FROM demo_draft JOIN demo_entry USING (journey) ORDER BY process_id, seq) events;
ANALYZE demo_event;
"""
