from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True
    replaces = [("api", "0001_initial")]

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="IdempotentAnswer",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("scope", models.BinaryField(max_length=32, unique=True)),
                ("content", models.BinaryField(max_length=32)),
                ("answer", models.BinaryField(null=True)),
                ("kept_at", models.DateTimeField(db_index=True)),
            ],
        ),
    ]
