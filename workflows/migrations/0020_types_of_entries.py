"""The type of each entry of history, given by a trigger, and the results of verifications.

The type is no part of the chain: `docket verify` compares it with the entry (decision 52).
"""

from django.db import migrations, models
from django.db.models.functions import Now

CLASSIFY = """
CREATE FUNCTION docket_type_of(entry workflows_taskevent) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER
SET search_path = public, pg_temp AS $$
DECLARE
    process_kind text := (SELECT flow_class FROM workflows_process WHERE id = entry.process_id);
    type integer;
BEGIN
    LOOP
        SELECT id INTO type FROM workflows_eventtype
            WHERE kind = process_kind AND node = entry.node AND action = entry.action AND outcome = entry.outcome
                AND has_text = (entry.text_digest <> '');
        EXIT WHEN type IS NOT NULL OR process_kind IS NULL;
        INSERT INTO workflows_eventtype (kind, node, action, outcome, has_text)
            VALUES (process_kind, entry.node, entry.action, entry.outcome, entry.text_digest <> '')
            ON CONFLICT DO NOTHING;
    END LOOP;
    RETURN type;
END
$$;
CREATE FUNCTION docket_classify_event() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = public, pg_temp AS $$
BEGIN
    NEW.type_id := docket_type_of(NEW);
    RETURN NEW;
END
$$;
CREATE TRIGGER classify BEFORE INSERT ON workflows_taskevent FOR EACH ROW EXECUTE FUNCTION docket_classify_event();
"""
UNDO_CLASSIFY = """
DROP TRIGGER classify ON workflows_taskevent;
DROP FUNCTION docket_classify_event();
DROP FUNCTION docket_type_of(workflows_taskevent);
"""


class Migration(migrations.Migration):
    dependencies = [("workflows", "0018_history_by_the_database")]
    operations = [
        migrations.CreateModel(
            name="EventType",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(max_length=250)),
                ("node", models.CharField(max_length=64)),
                ("action", models.CharField(max_length=32)),
                ("outcome", models.CharField(max_length=32)),
                ("has_text", models.BooleanField()),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("kind", "node", "action", "outcome", "has_text"), name="event_type_unique"
                    )
                ]
            },
        ),
        migrations.CreateModel(
            name="Verification",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "source",
                    models.CharField(
                        choices=[
                            ("person", "A person"),
                            ("night", "The nightly check"),
                            ("command", "The command line"),
                        ],
                        max_length=16,
                    ),
                ),
                ("by_id", models.BigIntegerField(null=True)),
                ("begun_at", models.DateTimeField(db_default=Now())),
                ("ended_at", models.DateTimeField(null=True)),
                ("entries", models.BigIntegerField(default=0)),
                ("last_at", models.DateTimeField(null=True)),
                ("faults", models.IntegerField(null=True)),
                ("fault", models.CharField(blank=True, default="", max_length=16)),
                ("fault_process", models.BigIntegerField(null=True)),
                ("fault_seq", models.IntegerField(null=True)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        "source",
                        name="verification_running_once",
                        condition=models.Q(("ended_at__isnull", True), ("source", "person")),
                    )
                ]
            },
        ),
        migrations.AddField("taskevent", "type_id", models.IntegerField(null=True)),
        migrations.RunSQL(CLASSIFY, UNDO_CLASSIFY),
    ]
