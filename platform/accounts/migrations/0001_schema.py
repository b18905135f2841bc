import django.contrib.postgres.fields
import django.contrib.postgres.indexes
import django.db.models.deletion
import django.db.models.functions.datetime
import django.db.models.functions.text
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True
    replaces = [("accounts", "0013_knows_outcomes")]

    dependencies = [
        ("search", "0001_functions"),
    ]

    operations = [
        migrations.CreateModel(
            name="KeyFingerprint",
            fields=[
                ("name", models.CharField(max_length=32, primary_key=True, serialize=False)),
                ("fingerprint", models.CharField(max_length=64)),
                ("accepted_at", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="User",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("password", models.CharField(max_length=128, verbose_name="password")),
                ("last_login", models.DateTimeField(blank=True, null=True, verbose_name="last login")),
                ("email", models.EmailField(max_length=254)),
                ("first_name", models.CharField(max_length=100)),
                ("last_name", models.CharField(blank=True, default="", max_length=100)),
                ("avatar_filename", models.CharField(blank=True, default="", max_length=200)),
                (
                    "access_level",
                    models.CharField(
                        choices=[
                            ("NO_DASHBOARD", "No Dashboard Access"),
                            ("USER", "Standard User"),
                            ("SUPER", "Super User"),
                            ("RECEPTIONIST", "Receptionist"),
                            ("ANALYST", "Analyst"),
                            ("DEVELOPER", "Web Developer Role"),
                            ("HEAD_MODERATOR", "Head Moderator"),
                            ("MODERATOR", "Moderator"),
                            ("ADMIN", "Docket Staff"),
                        ],
                        default="NO_DASHBOARD",
                        max_length=20,
                    ),
                ),
                (
                    "cms_access",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=40), blank=True, default=list, size=None
                    ),
                ),
                ("on_duty", models.BooleanField(default=True)),
                ("is_active", models.BooleanField(default=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("job_title", models.CharField(blank=True, default="", max_length=100)),
                ("mobile_phone", models.CharField(blank=True, default="", max_length=40)),
                ("landline_phone", models.CharField(blank=True, default="", max_length=40)),
                ("country", models.SmallIntegerField(blank=True, null=True)),
                (
                    "notifications",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=20), blank=True, db_default=[], default=list, size=None
                    ),
                ),
                ("knows_outcomes", models.BooleanField(db_default=False, default=False)),
                ("erased_at", models.DateTimeField(blank=True, null=True)),
                (
                    "name_order",
                    models.GeneratedField(
                        db_persist=True,
                        expression=django.db.models.functions.text.Lower(
                            django.db.models.functions.text.Concat("first_name", models.Value(" "), "last_name")
                        ),
                        output_field=models.TextField(),
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["name_order", "id"], name="user_name"),
                    django.contrib.postgres.indexes.GinIndex(
                        fields=["name_order", "email"],
                        gin_pending_list_limit=256,
                        name="user_words",
                        opclasses=["gin_trgm_ops", "gin_trgm_ops"],
                    ),
                    models.Index(fields=["access_level", "name_order", "id"], name="user_level"),
                ],
                "constraints": [
                    models.UniqueConstraint(django.db.models.functions.text.Lower("email"), name="user_email_unique")
                ],
            },
        ),
        migrations.CreateModel(
            name="AccessToken",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("digest", models.BinaryField(max_length=32, unique=True)),
                ("created_at", models.DateTimeField()),
                ("used_at", models.DateTimeField()),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="access_tokens", to="accounts.user"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="ApiKey",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("follows_owner", models.BooleanField(db_default=False, default=False)),
                ("name", models.CharField(max_length=200)),
                ("prefix", models.CharField(max_length=12)),
                ("digest", models.BinaryField(max_length=32, unique=True)),
                (
                    "scopes",
                    django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=20), size=None),
                ),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("used_at", models.DateTimeField(null=True)),
                ("revoked_at", models.DateTimeField(null=True)),
                (
                    "owner",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="api_keys",
                        to="accounts.user",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="OneTimeLink",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("digest", models.BinaryField(max_length=32, unique=True)),
                ("created_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                (
                    "given_by",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="accounts.user",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="one_time_links", to="accounts.user"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Promotion",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "cms_access",
                    django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=40), size=None),
                ),
                (
                    "companies",
                    django.contrib.postgres.fields.ArrayField(base_field=models.BigIntegerField(), size=None),
                ),
                ("at", models.DateTimeField()),
                ("expires_at", models.DateTimeField()),
                (
                    "account",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="accounts.user"
                    ),
                ),
                (
                    "by",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="accounts.user",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="SignInAttempt",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("account_digest", models.BinaryField(max_length=32)),
                ("address_digest", models.BinaryField(max_length=32)),
                ("at", models.DateTimeField()),
            ],
            options={
                "indexes": [
                    models.Index(fields=["account_digest", "at"], name="attempt_account"),
                    models.Index(fields=["address_digest", "at"], name="attempt_address"),
                ],
            },
        ),
        migrations.CreateModel(
            name="AccountVisit",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField()),
                (
                    "account",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="accounts.user"
                    ),
                ),
                (
                    "visitor",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="accounts.user",
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("visitor", "account"), name="account_visit_unique")],
            },
        ),
        migrations.CreateModel(
            name="KeyCall",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField()),
                (
                    "key",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="accounts.apikey",
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["key", "at"], name="key_call")],
            },
        ),
        migrations.CreateModel(
            name="KnownAddress",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("address_digest", models.BinaryField(max_length=32)),
                ("seen_at", models.DateTimeField()),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="known_addresses", to="accounts.user"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("user", "address_digest"), name="known_address_unique")
                ],
            },
        ),
    ]
