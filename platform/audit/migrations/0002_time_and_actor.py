"""The audit log takes neither its time nor its user from the application (decision 45).

`docket_require_actor` serves the history of processes as well. The owner of the tables may give both.
"""

from django.db import migrations

REQUIRE_ACTOR = """
CREATE FUNCTION docket_require_actor(actor bigint) RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
    IF actor IS NOT NULL AND actor::text IS DISTINCT FROM current_setting('docket.actor', true) THEN
        RAISE EXCEPTION 'an entry names account %, and this session acts for account "%"',
            actor, coalesce(current_setting('docket.actor', true), '') USING ERRCODE = 'insufficient_privilege';
    END IF;
END
$$
"""
STAMP = """
CREATE FUNCTION docket_stamp_audit() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = public, pg_temp AS $$
BEGIN
    IF session_user <> current_user THEN
        NEW.at := NULL;
        PERFORM docket_require_actor(NEW.user_id);
    END IF;
    NEW.at := coalesce(NEW.at, clock_timestamp());
    RETURN NEW;
END
$$;
CREATE TRIGGER stamp BEFORE INSERT ON audit_auditentry FOR EACH ROW EXECUTE FUNCTION docket_stamp_audit()
"""


class Migration(migrations.Migration):
    dependencies = [("audit", "0001_initial")]
    operations = [
        migrations.RunSQL(REQUIRE_ACTOR, "DROP FUNCTION docket_require_actor(bigint)"),
        migrations.RunSQL(STAMP, "DROP TRIGGER stamp ON audit_auditentry; DROP FUNCTION docket_stamp_audit()"),
    ]
