"""The temporary tables that drafts are copied into, and the numbers that their tasks and entries get."""

TABLES = """
SET LOCAL work_mem = '64MB';
SET LOCAL jit = off;
CREATE TEMPORARY TABLE demo_arrival (
    review_id bigint, source text, external_id text, company_id bigint, country smallint, rating smallint,
    title text, text text, constructive text, author_name text, business_name text, job_title text,
    anonymous boolean, author_email text, verified boolean, status text, revision integer, flagged_words jsonb,
    content_digest bytea, received_at timestamptz, moved_at timestamptz
) ON COMMIT DROP;
CREATE TEMPORARY TABLE demo_run (
    process_id bigint, review_id bigint, override_of bigint, journey integer, flow text, ending text, event text,
    sequence integer, flagged smallint, priority smallint, known jsonb, begun_by bigint, begun_words text,
    begun_salt bytea, begun_data jsonb, times timestamptz[], due timestamptz[], fires timestamptz[],
    claimed timestamptz[], actors bigint[], words text[], salts bytea[], data text[], assignee bigint,
    snoozed_until timestamptz, decider bigint, checked_id bigint, checked_after integer
) ON COMMIT DROP;
CREATE TEMPORARY TABLE demo_step (
    journey integer, place integer, step integer, flow_task text, flow_task_type text, kind text, queue text,
    status text, outcome text, came_from text, bars integer
) ON COMMIT DROP;
CREATE TEMPORARY TABLE demo_entry (
    journey integer, after integer, place integer, move integer, action text, node text, outcome text, to_node text
) ON COMMIT DROP;
CREATE TEMPORARY TABLE demo_added (
    process_id bigint, after integer, nth integer, place integer, at timestamptz, action text, node text, outcome text,
    actor bigint, words text, salt bytea, data jsonb
) ON COMMIT DROP;
CREATE TEMPORARY TABLE demo_telling (
    process_id bigint, after integer, nth integer, person bigint, seen_at timestamptz
) ON COMMIT DROP;
"""

# How many others had the same words: those that were here, and those of this chunk that came before.
NUMBERS = """
CREATE TEMPORARY TABLE demo_draft ON COMMIT DROP AS
SELECT (SELECT count(*) FROM reviews_review known WHERE known.content_digest = arrived.content_digest)
           + row_number() OVER (PARTITION BY content_digest ORDER BY review_id) - 1 AS copies,
       arrived.*
FROM demo_arrival arrived;
ANALYZE demo_draft;
ANALYZE demo_run;
CREATE TEMPORARY TABLE demo_task ON COMMIT DROP AS
SELECT process_id, place, nextval(pg_get_serial_sequence('workflows_task', 'id')) AS id
FROM (SELECT process_id, place FROM demo_run JOIN demo_step USING (journey) ORDER BY process_id, place) tasks;
ANALYZE demo_task;
CREATE TEMPORARY TABLE demo_event ON COMMIT DROP AS
SELECT nextval(pg_get_serial_sequence('workflows_taskevent', 'id')) AS id, entries.*
FROM (
    SELECT process_id, after, 0 AS nth, place, action, node, outcome, to_node,
           CASE WHEN move = 0 THEN times[1] WHEN action = 'claim' THEN claimed[move] ELSE times[move + 1] END AS at,
           CASE WHEN move = 0 THEN begun_by ELSE actors[move] END AS actor,
           CASE WHEN move = 0 THEN begun_words WHEN action = 'decide' THEN coalesce(words[move], '')
                ELSE '' END AS words,
           CASE WHEN move = 0 THEN begun_salt ELSE salts[move] END AS salt,
           CASE WHEN action = 'start' AND begun_data ? 'copies'
                    THEN jsonb_set(begun_data, '{copies}', to_jsonb(copies))
                WHEN move = 0 THEN begun_data
                WHEN action = 'decide' THEN coalesce(data[move], '{}')::jsonb ELSE '{}' END AS data
    FROM demo_run JOIN demo_entry USING (journey) JOIN demo_draft USING (review_id)
    UNION ALL
    SELECT process_id, after, nth, place, action, node, outcome, '', at, actor, added.words, salt,
           CASE WHEN action = 'revise' THEN jsonb_set(added.data, '{screening,copies}', to_jsonb(copies))
                ELSE added.data END
    FROM demo_added added JOIN demo_run USING (process_id) JOIN demo_draft USING (review_id)
    ORDER BY process_id, after, nth
) entries;
ANALYZE demo_event;
"""
