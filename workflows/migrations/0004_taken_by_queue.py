"""Who has what is counted for each queue, beside its other figures; the old snapshot lacks it, and is made anew."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("workflows", "0003_domainevent_mention_taskdraft_taskskip_and_more")]
    operations = [
        migrations.RunSQL("DELETE FROM workflows_countssnapshot", migrations.RunSQL.noop),
        migrations.RemoveField("countssnapshot", "taken"),
    ]
