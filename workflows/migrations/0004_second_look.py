"""A second look has one name in code and tables. Its kind in history and the API stays `decision_check`."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("workflows", "0003_facets")]
    operations = [
        migrations.RenameModel("DecisionCheck", "SampledDecision"),
        migrations.RenameModel("CheckProcess", "SecondLookProcess"),
    ]
