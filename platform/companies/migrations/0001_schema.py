import django.contrib.postgres.indexes
import django.db.models.deletion
import django.db.models.functions.text
from django.db import migrations, models

# the first categories, so that companies can be created before any categories are imported
CATEGORIES = (
    "Dental practice",
    "Orthodontist",
    "Doctor’s surgery",
    "Hospital",
    "Optician",
    "Pharmacy",
    "Hearing centre",
    "Physiotherapist",
    "Osteopath or chiropractor",
    "Care home",
    "Veterinary practice",
    "Beauty salon",
    "Hairdresser",
    "Gym or sports club",
    "Restaurant or café",
    "Hotel or guest house",
    "Shop",
    "Online shop",
    "Software",
    "Solicitor",
    "Accountant",
    "Estate agent",
    "Insurance",
    "Bank or building society",
    "Builder",
    "Plumber or electrician",
    "Garage or car dealer",
    "Transport",
    "School or training",
    "Charity",
    "Other",
)


def add_categories(apps, schema_editor):
    category = apps.get_model("companies", "Category")
    category.objects.using(schema_editor.connection.alias).bulk_create(category(name=name) for name in CATEGORIES)


class Migration(migrations.Migration):
    initial = True
    replaces = [("companies", "0006_names_in_any_case")]

    dependencies = [
        ("accounts", "0001_schema"),
    ]

    operations = [
        migrations.CreateModel(
            name="Category",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=300)),
            ],
            options={
                "verbose_name_plural": "categories",
            },
        ),
        migrations.CreateModel(
            name="Company",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=300)),
                (
                    "status",
                    models.CharField(
                        choices=[("open", "Open"), ("closed", "Closed")],
                        db_default="open",
                        default="open",
                        max_length=8,
                    ),
                ),
                ("slug", models.CharField(blank=True, db_default="", default="", max_length=300)),
                ("address", models.CharField(blank=True, db_default="", default="", max_length=500)),
                ("postcode", models.CharField(blank=True, db_default="", default="", max_length=16)),
                ("phone", models.CharField(blank=True, db_default="", default="", max_length=40)),
                ("website", models.CharField(blank=True, db_default="", default="", max_length=500)),
                (
                    "country",
                    models.SmallIntegerField(
                        choices=[(1, "United Kingdom"), (2, "Ireland"), (3, "New Zealand"), (4, "Australia")], default=1
                    ),
                ),
                ("hsone_id", models.CharField(blank=True, max_length=64, null=True, unique=True)),
                ("checks_testimonials", models.BooleanField(db_default=False, default=False)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "category",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="companies.category",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "companies",
                "indexes": [
                    models.Index(fields=["name", "id"], name="company_name"),
                    models.Index(django.db.models.functions.text.Lower("name"), models.F("id"), name="company_order"),
                    models.Index(
                        django.contrib.postgres.indexes.OpClass(
                            django.db.models.functions.text.Replace(
                                django.db.models.functions.text.Upper("postcode"), models.Value(" ")
                            ),
                            "text_pattern_ops",
                        ),
                        name="company_bare_postcode",
                    ),
                    django.contrib.postgres.indexes.GinIndex(
                        django.contrib.postgres.indexes.OpClass(
                            django.db.models.functions.text.Upper("name"), "gin_trgm_ops"
                        ),
                        gin_pending_list_limit=256,
                        name="company_words",
                    ),
                    models.Index(
                        models.F("country"),
                        django.db.models.functions.text.Lower("name"),
                        models.F("id"),
                        name="company_country_order",
                    ),
                    models.Index(
                        django.db.models.functions.text.Lower("name"),
                        models.F("id"),
                        condition=models.Q(("status", "closed")),
                        name="company_closed_order",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="FavouriteCategory",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "category",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="companies.category"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="accounts.user"
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("user", "category"), name="favourite_category_unique")],
            },
        ),
        migrations.RunPython(add_categories),
    ]
