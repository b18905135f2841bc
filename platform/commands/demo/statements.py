"""The statements that keep drafts: one for each table, whatever the number of reviews.

The history's trigger numbers and chains every entry, here as everywhere; a process has a dozen at most.
"""

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

REVIEWS = """
INSERT INTO reviews_review (id, source, external_id, company_id, rating, title, text, constructive, author_name,
    author_email, author_mobile, business_name, job_title, anonymous, verified, status, revision, flagged_words,
    content_digest, received_at, raw)
SELECT review_id, source, external_id, company_id, rating, title, text, constructive, author_name,
    '', '', business_name, job_title, anonymous, verified, status, 1, flagged_words,
    content_digest, times[1], '{"form": "demo"}'
FROM demo_draft ORDER BY review_id;
INSERT INTO reviews_revision (review_id, number, title, text, constructive, reason, created_at)
SELECT review_id, 1, title, text, constructive, '', times[1] FROM demo_draft ORDER BY review_id;
"""

PROCESSES = """
INSERT INTO workflows_process (id, flow_class, status, created, finished, subject_id, company_id, country, rating,
    source, flagged, priority, outcome, data)
SELECT process_id, %(flow)s, CASE ending WHEN '' THEN 'NEW' ELSE 'DONE' END, times[1],
    CASE ending WHEN '' THEN NULL ELSE times[cardinality(times)] END,
    review_id, company_id, country, rating, source, flagged, priority, ending, jsonb_build_object('screening', told)
FROM demo_draft ORDER BY process_id;
INSERT INTO workflows_task (id, process_id, flow_task, flow_task_type, token, status, created, started, finished,
    assigned, owner_id, queue, outcome, came_from, priority, flagged, company_id, rating, due_at, fires_at, rank_at,
    data)
SELECT task.id, process_id, flow_task, flow_task_type, 'start', step.status, times[step],
    CASE WHEN kind <> 'work' AND flow_task_type <> 'SWITCH' THEN times[step] END,
    CASE kind WHEN 'work' THEN times[step + 1] ELSE times[step] END,
    CASE kind WHEN 'work' THEN claimed[step] END,
    CASE kind WHEN 'work' THEN actors[step] END,
    queue, step.outcome, came_from,
    CASE kind WHEN 'work' THEN priority ELSE 5 END,
    CASE kind WHEN 'work' THEN flagged ELSE 0 END,
    CASE kind WHEN 'work' THEN company_id END,
    CASE kind WHEN 'work' THEN rating END,
    CASE kind WHEN 'work' THEN due[step] END,
    CASE kind WHEN 'work' THEN fires[step] END,
    CASE kind WHEN 'work' THEN coalesce(due[step], times[step]) ELSE times[step] END,
    '{}'
FROM demo_draft JOIN demo_step step USING (journey) JOIN demo_task task USING (process_id, place)
ORDER BY task.id;
INSERT INTO workflows_task_previous (from_task_id, to_task_id)
SELECT later.id, earlier.id
FROM demo_task later JOIN demo_task earlier ON earlier.process_id = later.process_id AND earlier.place = later.place - 1
ORDER BY later.id;
"""

HISTORY = """
INSERT INTO workflows_taskevent (id, process_id, seq, at, task_id, action, node, outcome, to_node, actor_id,
    request_id, data, text_digest, previous_hash, hash)
SELECT event.id, process_id, 0,
    CASE action WHEN 'claim' THEN claimed[move] ELSE times[move + 1] END,
    task.id, action, node, outcome, to_node, actors[move], '',
    CASE action WHEN 'start' THEN told WHEN 'decide' THEN data[move]::jsonb ELSE '{}' END,
    CASE WHEN action = 'decide' AND words[move] <> ''
        THEN sha256(salts[move] || convert_to(words[move], 'UTF8')) ELSE '' END,
    '', ''
FROM demo_draft JOIN demo_entry USING (journey) JOIN demo_event event USING (process_id, seq)
    LEFT JOIN demo_task task USING (process_id, place)
ORDER BY event.id;
INSERT INTO workflows_eventtext (event_id, salt, body)
SELECT event.id, salts[move], words[move]
FROM demo_draft JOIN demo_entry USING (journey) JOIN demo_event event USING (process_id, seq)
WHERE action = 'decide' AND words[move] <> ''
ORDER BY event.id;
"""

# Last, under the lock of the feed (events.py): a reader never sees a place filled behind the one it has reached.
EVENTS = """
SELECT pg_advisory_xact_lock(%(feed)s);
INSERT INTO workflows_domainevent (id, kind, subject_kind, subject_id, sequence, process_id, payload, occurred_at,
    position)
SELECT gen_random_uuid(), event, 'review', review_id, 1, process_id,
    jsonb_build_object('id', review_id, 'source', source, 'external_id', external_id, 'company_id', company_id,
        'rating', rating, 'status', status, 'revision', 1),
    times[cardinality(times)],
    (SELECT coalesce(max(position), 0) FROM workflows_domainevent)
        + row_number() OVER (ORDER BY times[cardinality(times)], process_id)
FROM demo_draft WHERE event <> '';
"""
