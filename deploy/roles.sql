-- Creates the two roles and the database if they are missing, so that an interrupted start can be repeated.
-- Run it with psql as the superuser, with OWNER_PASSWORD and APPLICATION_PASSWORD in the environment: every user of
-- the machine can read a command line, but not an environment.
\getenv owner_password OWNER_PASSWORD
\getenv application_password APPLICATION_PASSWORD
\set owner_rights ''
\getenv owner_rights OWNER_RIGHTS

-- runs the migrations
SELECT format('CREATE ROLE docket_owner LOGIN %s PASSWORD %L', :'owner_rights', :'owner_password')
 WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'docket_owner') \gexec

-- used by the product; the migrations grant its rights, which do not include changing history
SELECT format('CREATE ROLE docket_app LOGIN PASSWORD %L', :'application_password')
 WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'docket_app') \gexec

SELECT 'CREATE DATABASE docket OWNER docket_owner'
 WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = 'docket') \gexec
