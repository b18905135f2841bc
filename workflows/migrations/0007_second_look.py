"""A second look has one name in code and tables. Its kind in history and the API stays `decision_check`."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("workflows", "0006_fill_open_words")]
    operations = [
        migrations.RenameModel("DecisionCheck", "SampledDecision"),
        migrations.RenameModel("CheckProcess", "SecondLookProcess"),
    ]
