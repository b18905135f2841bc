"""An edit and a decision are typed beside each other: each form has a draft of its own. Old ones stay as they are."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("workflows", "0008_barred_too")]

    operations = [
        # before the old rule goes: at no moment may a form have two drafts
        migrations.AddConstraint(
            "taskdraft", models.UniqueConstraint(fields=("task", "user", "outcome"), name="draft_once_a_form")
        ),
        migrations.RemoveConstraint("taskdraft", "draft_once"),
    ]
