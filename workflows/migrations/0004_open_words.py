"""The words of what is open, in an index of their own (decision 111).

A row for each text of a running process: made as it begins, deleted as it ends, made anew where its text changes. Lists
of tasks look for words there, however many texts of what has ended have them.
"""

from django.db import migrations

# what the processes of each kind are about; a kind that is not here is added as its first process begins
THINGS = {
    "review_moderation": "review",
    "restriction_request": "review",
    "decision_check": "review",
    "ticket_resolution": "ticket",
    "testimonial_transcription": "testimonial",
}
# by thing, what is searched of a subject: its text as received and as it stands, or all that belongs to it
TEXTS = {
    "review": """
        SELECT process.id, '{thing}', revision.number, docket_words(
            revision.title || ' ' || revision.text || ' ' || revision.constructive || ' ' || revision.author_name
            || ' ' || coalesce(revision.business_name, ''))
        FROM {processes} process ON process.flow_class = kind.kind
        JOIN reviews_review review ON review.id = process.subject_id
        JOIN reviews_revision revision ON revision.review_id = review.id AND revision.number IN (1, review.revision)
        WHERE {is_about}""",
    "ticket": """
        SELECT process.id, '{thing}', 0, docket_words(ticket.subject || ' ' || ticket.client_name)
        FROM {processes} process ON process.flow_class = kind.kind
        JOIN tickets_ticket ticket ON ticket.id = process.subject_id WHERE {is_about}
        UNION ALL SELECT process.id, '{thing}', message.id, docket_words(message.text)
        FROM {processes} process ON process.flow_class = kind.kind
        JOIN tickets_message message ON message.ticket_id = process.subject_id
        WHERE {is_about}""",
    "testimonial": """
        SELECT process.id, '{thing}', 0, docket_words(testimonial.author_name)
        FROM {processes} process ON process.flow_class = kind.kind
        JOIN testimonials_testimonial testimonial ON testimonial.id = process.subject_id
        WHERE {is_about}
        UNION ALL SELECT process.id, '{thing}', version.number,
            docket_words(version.title || ' ' || version.text || ' ' || version.shown_as)
        FROM {processes} process ON process.flow_class = kind.kind
        JOIN testimonials_testimonial testimonial ON testimonial.id = process.subject_id
        JOIN testimonials_transcription version ON version.testimonial_id = testimonial.id
            AND version.number IN (1, testimonial.revision)
        WHERE {is_about}""",
}


def insert(processes: str, further: str = "") -> str:
    """Writes the rows of running processes."""
    parts = [
        text.format(
            thing=thing,
            processes=f"search_kind kind JOIN {processes}",
            is_about=f"kind.thing = '{thing}' AND process.status = 'NEW'{further}",
        )
        for thing, text in TEXTS.items()
    ]
    return f"INSERT INTO search_opentext (process_id, thing, part, words) {' UNION ALL '.join(parts)};"


# A plan is made once for a session, perhaps for ten thousand rows: each text is found by its key, not by reading all.
_BY_KEY = "SET enable_hashjoin = off SET enable_mergejoin = off SET enable_seqscan = off"
_OWNER = "LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp"
_OF_SUBJECT = "process.flow_class = ANY(kinds) AND process.subject_id = subject AND process.status = 'NEW'"
_KINDS = "kinds text[] := ARRAY(SELECT kind FROM search_kind WHERE search_kind.thing = TG_ARGV[0])"
_ROWS = ", ".join(f"('{kind}', '{thing}')" for kind, thing in THINGS.items())

TABLES = f"""
    CREATE TABLE search_kind (kind text PRIMARY KEY, thing text NOT NULL);
    INSERT INTO search_kind (kind, thing) VALUES {_ROWS};
    CREATE TABLE search_opentext (
        process_id bigint NOT NULL, thing text NOT NULL, part bigint NOT NULL, words tsvector NOT NULL
    );
    CREATE INDEX search_opentext_process ON search_opentext (process_id);
    CREATE INDEX search_opentext_words ON search_opentext USING gin (words) WITH (gin_pending_list_limit = 1024);
    -- each decision deletes a row, and dead ones are read until they are vacuumed
    ALTER TABLE search_opentext SET (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 2000);
"""
FUNCTIONS = f"""
    CREATE FUNCTION docket_open_texts(wanted bigint[]) RETURNS void {_OWNER} {_BY_KEY} AS $$
    BEGIN
        {insert("workflows_process", " AND process.id = ANY(wanted)")}
    END $$;

    CREATE FUNCTION docket_texts_begin() RETURNS trigger {_OWNER} {_BY_KEY} AS $$
    BEGIN
        {insert("begun")}
        RETURN NULL;
    END $$;

    CREATE FUNCTION docket_texts_move() RETURNS trigger {_OWNER} AS $$
    BEGIN
        DELETE FROM search_opentext WHERE process_id = NEW.id;
        IF NEW.status = 'NEW' THEN
            PERFORM docket_open_texts(ARRAY[NEW.id]);
        END IF;
        RETURN NULL;
    END $$;

    -- the texts of a subject anew; of which thing, and the column of its id
    CREATE FUNCTION docket_texts_change() RETURNS trigger {_OWNER} AS $$
    DECLARE
        {_KINDS};
        subject bigint := to_jsonb(NEW) -> TG_ARGV[1];
        open bigint[] := ARRAY(SELECT process.id FROM workflows_process process WHERE {_OF_SUBJECT});
    BEGIN
        IF open <> '{{}}' THEN
            DELETE FROM search_opentext WHERE process_id = ANY(open);
            PERFORM docket_open_texts(open);
        END IF;
        RETURN NULL;
    END $$;

    -- a message alone: conversations are long
    CREATE FUNCTION docket_texts_message() RETURNS trigger {_OWNER} AS $$
    DECLARE
        {_KINDS};
        subject bigint;
    BEGIN
        IF TG_OP = 'UPDATE' THEN
            subject := OLD.ticket_id;
            DELETE FROM search_opentext one USING workflows_process process
                WHERE one.process_id = process.id AND one.part = OLD.id AND {_OF_SUBJECT};
        END IF;
        subject := NEW.ticket_id;
        INSERT INTO search_opentext (process_id, thing, part, words)
            SELECT process.id, 'ticket', NEW.id, docket_words(NEW.text) FROM workflows_process process
            WHERE {_OF_SUBJECT};
        RETURN NULL;
    END $$;
"""
TRIGGERS = """
    CREATE TRIGGER texts_begin AFTER INSERT ON workflows_process REFERENCING NEW TABLE AS begun
        FOR EACH STATEMENT EXECUTE FUNCTION docket_texts_begin();
    CREATE TRIGGER texts_move AFTER UPDATE OF status ON workflows_process FOR EACH ROW
        WHEN ((OLD.status = 'NEW') <> (NEW.status = 'NEW')) EXECUTE FUNCTION docket_texts_move();
    CREATE TRIGGER texts_revision AFTER INSERT ON reviews_revision FOR EACH ROW
        WHEN (NEW.number > 1) EXECUTE FUNCTION docket_texts_change('review', 'review_id');
    CREATE TRIGGER texts_ticket AFTER UPDATE OF subject, client_name ON tickets_ticket FOR EACH ROW
        WHEN ((OLD.subject, OLD.client_name) IS DISTINCT FROM (NEW.subject, NEW.client_name))
        EXECUTE FUNCTION docket_texts_change('ticket', 'id');
    CREATE TRIGGER texts_message_new AFTER INSERT ON tickets_message
        FOR EACH ROW EXECUTE FUNCTION docket_texts_message('ticket');
    CREATE TRIGGER texts_message AFTER UPDATE OF text, ticket_id ON tickets_message FOR EACH ROW
        WHEN ((OLD.text, OLD.ticket_id) IS DISTINCT FROM (NEW.text, NEW.ticket_id))
        EXECUTE FUNCTION docket_texts_message('ticket');
    CREATE TRIGGER texts_testimonial AFTER UPDATE OF author_name ON testimonials_testimonial FOR EACH ROW
        WHEN (OLD.author_name <> NEW.author_name)
        EXECUTE FUNCTION docket_texts_change('testimonial', 'id');
    CREATE TRIGGER texts_version AFTER INSERT OR UPDATE ON testimonials_transcription
        FOR EACH ROW EXECUTE FUNCTION docket_texts_change('testimonial', 'testimonial_id');
"""


class Migration(migrations.Migration):
    dependencies = [
        ("reviews", "0001_schema"),
        ("search", "0002_schema"),
        ("testimonials", "0001_schema"),
        ("tickets", "0001_schema"),
        ("workflows", "0003_facets"),
    ]
    operations = [migrations.RunSQL(TABLES + FUNCTIONS + TRIGGERS)]
