-- The audit log takes neither its time nor its user from the application (decision 45), and the log of each subject is
-- a chain of hashes (decision 67). The owner of the tables may give both.

-- serves the history of processes as well
CREATE FUNCTION docket_require_actor(actor bigint) RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
    IF actor IS NOT NULL AND actor::text IS DISTINCT FROM current_setting('docket.actor', true) THEN
        RAISE EXCEPTION 'an entry names account %, and this session acts for account "%"',
            actor, coalesce(current_setting('docket.actor', true), '') USING ERRCODE = 'insufficient_privilege';
    END IF;
END
$$;

-- An entry holds the digests of texts that were written before it in its transaction (decision 96). `docket_seal`
-- collects them in a setting that ends with the transaction or its savepoint; the next entry, of the audit log or of a
-- process, takes them as `seals` into its hash. The application's role has no right to give values for that column.
ALTER TABLE audit_auditentry ADD COLUMN seals jsonb;
CREATE FUNCTION docket_seal(added jsonb) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    IF added IS NOT NULL THEN
        PERFORM set_config('docket.seals',
            (coalesce(nullif(current_setting('docket.seals', true), ''), '{}')::jsonb || added)::text, true);
    END IF;
END
$$;

-- Fields are joined by the unit separator. A remark's text is not part of it: it can be erased. `concat_ws` leaves nulls
-- out, so that older entries, with a sentence and no code, keep their hash; the word before the seals keeps them apart
-- from details.
CREATE FUNCTION docket_audit_hash(entry audit_auditentry) RETURNS bytea LANGUAGE sql STABLE AS $$
    SELECT sha256(entry.previous_hash || convert_to(concat_ws(E'\x1f',
        entry.kind, entry.subject_id, entry.seq, extract(epoch FROM entry.at), coalesce(entry.user_id::text, ''),
        entry.sentence, coalesce(entry.remark_id::text, ''), entry.request_id,
        nullif(entry.code, ''), nullif(entry.details, '{}')::text, 'seals' || entry.seals::text), 'UTF8'))
$$;

-- Runs with its owner's rights: it keeps the head of each log, which the application's role can read and not write. The
-- row lock on the head puts parallel entries of a log in order.
CREATE FUNCTION docket_stamp_audit() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = public, pg_temp AS $$
BEGIN
    IF session_user <> current_user THEN
        NEW.at := NULL;
        PERFORM docket_require_actor(NEW.user_id);
    END IF;

    NEW.seals := coalesce(nullif(current_setting('docket.seals', true), '')::jsonb,
        CASE WHEN session_user = current_user THEN NEW.seals END);
    IF NEW.seals IS NOT NULL THEN
        PERFORM set_config('docket.seals', '', true);
    END IF;
    INSERT INTO audit_audithead AS head (kind, subject_id, length, hash)
        VALUES (NEW.kind, NEW.subject_id, 1, '\x')
        ON CONFLICT (kind, subject_id) DO UPDATE SET length = head.length + 1
        RETURNING head.length, head.hash INTO NEW.seq, NEW.previous_hash;
    NEW.at := coalesce(NEW.at, clock_timestamp());
    NEW.hash := docket_audit_hash(NEW);
    UPDATE audit_audithead SET hash = NEW.hash WHERE kind = NEW.kind AND subject_id = NEW.subject_id;
    RETURN NEW;
END
$$;
CREATE TRIGGER stamp BEFORE INSERT ON audit_auditentry FOR EACH ROW EXECUTE FUNCTION docket_stamp_audit();
