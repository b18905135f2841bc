"""Rows name their flow by its kind and no longer by its module, so that they survive the move of files (0029)."""

from django.db import migrations

from workflows.models.references import KindField, StepField

# where the flows stood when rows named their modules
KINDS = {
    "workflows/review_moderation.ReviewModeration": "review_moderation",
    "workflows/restriction_request.RestrictionRequest": "restriction_request",
    "workflows/decision_check.DecisionCheck": "decision_check",
}


def rewritten(names: dict[str, str]) -> list[str]:
    """One statement for each table; what names none of these flows stays as it is."""
    pairs = ", ".join(f"('{old}', '{new}')" for old, new in names.items())
    values = f"(VALUES {pairs}) AS renamed (old, new)"
    return [
        f"UPDATE workflows_process SET flow_class = renamed.new FROM {values} WHERE flow_class = renamed.old",
        # a step's name holds no dot
        f"UPDATE workflows_task SET flow_task = renamed.new || substring(flow_task FROM '[.][^.]+$') FROM {values}"
        " WHERE regexp_replace(flow_task, '[.][^.]+$', '') = renamed.old",
    ]


class Migration(migrations.Migration):
    dependencies = [("workflows", "0012_vacuumed_soon")]
    operations = [
        migrations.AlterField("process", "flow_class", KindField("Flow", max_length=250)),
        migrations.AlterField("task", "flow_task", StepField("Task", max_length=255)),
        migrations.RunSQL(rewritten(KINDS), rewritten({kind: module for module, kind in KINDS.items()})),
    ]
