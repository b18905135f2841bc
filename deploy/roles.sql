-- The two roles and the database, made where they are missing: a start that was interrupted is taken up.
-- For psql as the superuser, with OWNER_PASSWORD and APPLICATION_PASSWORD in its environment: a command line, unlike
-- an environment, can be read by all.
\getenv owner_password OWNER_PASSWORD
\getenv application_password APPLICATION_PASSWORD
\set owner_rights ''
\getenv owner_rights OWNER_RIGHTS

-- runs the migrations
SELECT format('CREATE ROLE docket_owner LOGIN %s PASSWORD %L', :'owner_rights', :'owner_password')
 WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'docket_owner') \gexec

-- everything else; the migrations grant it what it may do, and changing history is not among it
SELECT format('CREATE ROLE docket_app LOGIN PASSWORD %L', :'application_password')
 WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'docket_app') \gexec

SELECT 'CREATE DATABASE docket OWNER docket_owner'
 WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = 'docket') \gexec
