-- History takes neither its time nor its actor from the application (decision 45), and each process's is a chain of
-- hashes. The owner of the tables may give both: the demo has entries of other days, by other people.

-- digests of texts (decision 96), which the trigger takes from `docket_seal`; no model has the column
ALTER TABLE workflows_taskevent ADD COLUMN seals jsonb;

-- Fields are joined by the unit separator, which JSON and our names never hold; the digest of the text stands for it.
-- Entries without seals have the hash that they had before there were any.
CREATE FUNCTION docket_event_hash(entry workflows_taskevent) RETURNS bytea LANGUAGE sql STABLE AS $$
    SELECT sha256(entry.previous_hash || convert_to(concat_ws(E'\x1f',
        entry.process_id, entry.seq, extract(epoch FROM entry.at), coalesce(entry.task_id::text, ''), entry.action,
        entry.node, entry.outcome, entry.to_node, coalesce(entry.actor_id::text, ''), entry.request_id,
        entry.data::text, encode(entry.text_digest, 'hex'), 'seals' || entry.seals::text), 'UTF8'))
$$;

-- The type is no part of the chain: `docket verify` compares it with the entry (decision 52). The first entry of a type
-- writes it; whoever writes another first entry of it at the same time waits for that.
CREATE FUNCTION docket_event_type(entry workflows_taskevent) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
    found_id integer;
BEGIN
    LOOP
        SELECT type.id INTO found_id
            FROM workflows_process process JOIN workflows_eventtype type
                ON type.kind = process.flow_class AND type.node = entry.node AND type.action = entry.action
                AND type.outcome = entry.outcome AND type.has_text = (entry.text_digest <> '')
            WHERE process.id = entry.process_id;
        EXIT WHEN FOUND;
        INSERT INTO workflows_eventtype (kind, node, action, outcome, has_text)
            SELECT flow_class, entry.node, entry.action, entry.outcome, entry.text_digest <> ''
            FROM workflows_process WHERE id = entry.process_id
            ON CONFLICT DO NOTHING;
        -- without a process the foreign key refuses the entry
        EXIT WHEN NOT EXISTS (SELECT FROM workflows_process WHERE id = entry.process_id);
    END LOOP;
    RETURN found_id;
END
$$;

-- Links an entry and gives its type, with its owner's rights: it keeps the head of each process's history, which the
-- application's role can read and not write. A session of the owner's is known by `session_user` therefore. Temporary
-- tables are searched last: a session could else have its own `workflows_historyhead`.
CREATE FUNCTION docket_chain_event() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = public, pg_temp AS $$
BEGIN
    IF session_user <> current_user THEN
        NEW.at := NULL;
        IF NEW.actor_id IS NOT NULL THEN
            PERFORM docket_require_actor(NEW.actor_id);
        END IF;
    END IF;

    NEW.seals := coalesce(nullif(current_setting('docket.seals', true), '')::jsonb,
        CASE WHEN session_user = current_user THEN NEW.seals END);
    IF NEW.seals IS NOT NULL THEN
        PERFORM set_config('docket.seals', '', true);
    END IF;
    LOOP
        -- the lock orders the entries of a process; the time is taken under it
        SELECT head.length + 1, head.hash, type.id INTO NEW.seq, NEW.previous_hash, NEW.type_id
            FROM workflows_historyhead AS head JOIN workflows_process AS process ON process.id = head.process_id
            LEFT JOIN workflows_eventtype AS type
                ON type.kind = process.flow_class AND type.node = NEW.node AND type.action = NEW.action
                AND type.outcome = NEW.outcome AND type.has_text = (NEW.text_digest <> '')
            WHERE head.process_id = NEW.process_id FOR NO KEY UPDATE OF head;
        EXIT WHEN FOUND;
        NEW.seq := 1;
        NEW.previous_hash := '\x';
        NEW.at := coalesce(NEW.at, clock_timestamp());
        NEW.hash := docket_event_hash(NEW);
        INSERT INTO workflows_historyhead (process_id, length, hash) VALUES (NEW.process_id, 1, NEW.hash)
            ON CONFLICT (process_id) DO NOTHING;
        IF FOUND THEN
            NEW.type_id := docket_event_type(NEW);
            RETURN NEW;
        END IF;
        -- another transaction has written the first entry meanwhile: this one is the next
        IF session_user <> current_user THEN
            NEW.at := NULL;
        END IF;
    END LOOP;
    IF NEW.type_id IS NULL THEN
        NEW.type_id := docket_event_type(NEW);
    END IF;
    NEW.at := coalesce(NEW.at, clock_timestamp());
    NEW.hash := docket_event_hash(NEW);
    UPDATE workflows_historyhead SET length = NEW.seq, hash = NEW.hash WHERE process_id = NEW.process_id;
    RETURN NEW;
END
$$;
CREATE TRIGGER chain BEFORE INSERT ON workflows_taskevent FOR EACH ROW EXECUTE FUNCTION docket_chain_event();

-- The words of history's texts stand in a column, which follows the text: a page of words need not take texts apart.
ALTER TABLE workflows_eventtext
    ADD COLUMN words tsvector GENERATED ALWAYS AS (docket_words(coalesce(body, ''))) STORED;
CREATE INDEX event_text_words ON workflows_eventtext USING gin (words);
