-- A volatile function's statements see what was committed before they began: the count comes after the wait.
CREATE FUNCTION docket_count_leases(person bigint) RETURNS integer LANGUAGE plpgsql VOLATILE AS $$
BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended('leases', person));
    RETURN (SELECT count(*) FROM workflows_task
            WHERE owner_id = person AND status = 'ASSIGNED' AND lease_until > clock_timestamp());
END
$$;

-- Who has what open: worth nothing after half a minute.
ALTER TABLE workflows_presence SET UNLOGGED;

-- What is read from indexes alone is so only where the rows have been vacuumed since they changed. Tasks are vacuumed
-- after 2,000 changes, however many there are: a shift of 200 people makes so many in half a minute. A hundredth of the
-- tasks of a million reviews is what a shift changes in ten minutes; until then the counts of each second read the rows
-- of every page on which something changed, not the index alone (decision 46).
ALTER TABLE workflows_task SET (
    autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000,
    autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 2000
);
ALTER TABLE reviews_review SET (
    autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_insert_scale_factor = 0.01
);

-- The link of a task to the one before it is found along its unique key, which begins with the task; the index that the
-- foreign key gets by itself holds the same a second time.
DROP INDEX workflows_task_previous_from_task_id_f7fb4b56;
