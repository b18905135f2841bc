-- Creates the roles and the database if they are missing, so that an interrupted start can be repeated, and gives the roles
-- their settings: after an upgrade, run it again.
-- Run it with psql as the superuser, with OWNER_PASSWORD and APPLICATION_PASSWORD in the environment: every user of
-- the machine can read a command line, but not an environment.
\getenv owner_password OWNER_PASSWORD
\getenv application_password APPLICATION_PASSWORD
\set owner_rights ''
\getenv owner_rights OWNER_RIGHTS

-- runs the migrations
SELECT format('CREATE ROLE docket_owner LOGIN %s PASSWORD %L', :'owner_rights', :'owner_password')
 WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'docket_owner') \gexec

-- holds the product's rights; the migrations grant them, and they do not include changing history
SELECT format('CREATE ROLE docket_app LOGIN PASSWORD %L', :'application_password')
 WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'docket_app') \gexec

-- What the product connects as: for each kind of process one, with the password and the rights of docket_app. Their
-- settings stand here, because a connection pooler passes on none of those that a connection asks for. A connection
-- without them is refused (platform/config/postgresql/session.py).
SELECT format('CREATE ROLE %I LOGIN INHERIT IN ROLE docket_app PASSWORD %L', role, :'application_password')
  FROM unnest(ARRAY['docket_web', 'docket_worker', 'docket_command']) AS role
 WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = role) \gexec

-- How long a call waits for a row that another changes, then 409 `busy`: engine.md, decision 3.
\set lock_timeout 2000
\getenv lock_timeout DOCKET_LOCK_TIMEOUT_MS

-- A runaway statement must not hold a worker of the web process and its locks; what commands and jobs do may take long.
-- A statement ends soon after its process was killed, and what its session had locked is free. Prepared statements
-- (kit.prepared) are planned once, for any values: with the values of a call, the planner estimates a page in the middle
-- of a queue as empty, because it uses only the first column of the page's start position, and then reads and sorts the
-- rest of the queue.
SELECT format('ALTER ROLE %I SET %I = %L', role, setting, value)
  FROM (VALUES ('docket_web', '30s', '1min'), ('docket_worker', '0', '0'), ('docket_command', '0', '0'))
       AS limits (role, statement, idle)
 CROSS JOIN LATERAL (VALUES
       ('lock_timeout', coalesce(nullif(:'lock_timeout', ''), '2000')),
       ('statement_timeout', statement),
       ('idle_in_transaction_session_timeout', idle),
       ('client_connection_check_interval', '2s'),
       ('plan_cache_mode', 'force_generic_plan')) AS wanted (setting, value) \gexec

SELECT 'CREATE DATABASE docket OWNER docket_owner'
 WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = 'docket') \gexec
