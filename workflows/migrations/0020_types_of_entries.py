"""The type of each entry of history, given by a trigger, and the results of verifications.

The type is no part of the chain: `docket verify` compares it with the entry (decision 52).
"""

from django.db import migrations, models
from django.db.models.functions import Now

# The first entry of a type writes it; whoever writes another first entry of it at the same time waits for that.
CLASSIFY = """
CREATE FUNCTION docket_classify_event() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = public, pg_temp AS $$
BEGIN
    LOOP
        SELECT type.id INTO NEW.type_id
            FROM workflows_process process JOIN workflows_eventtype type
                ON type.kind = process.flow_class AND type.node = NEW.node AND type.action = NEW.action
                AND type.outcome = NEW.outcome AND type.has_text = (NEW.text_digest <> '')
            WHERE process.id = NEW.process_id;
        EXIT WHEN FOUND;
        INSERT INTO workflows_eventtype (kind, node, action, outcome, has_text)
            SELECT flow_class, NEW.node, NEW.action, NEW.outcome, NEW.text_digest <> ''
            FROM workflows_process WHERE id = NEW.process_id
            ON CONFLICT DO NOTHING;
        -- without a process the foreign key refuses the entry
        EXIT WHEN NOT EXISTS (SELECT FROM workflows_process WHERE id = NEW.process_id);
    END LOOP;
    RETURN NEW;
END
$$;
CREATE TRIGGER classify BEFORE INSERT ON workflows_taskevent FOR EACH ROW EXECUTE FUNCTION docket_classify_event();
"""
UNDO_CLASSIFY = "DROP TRIGGER classify ON workflows_taskevent; DROP FUNCTION docket_classify_event()"


class Migration(migrations.Migration):
    dependencies = [("workflows", "0019_bulk_moderation")]
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
