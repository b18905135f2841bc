"""The categories of a fresh product, so that a company can be created before any list is imported."""

from django.db import migrations

NAMES = (
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
    category.objects.using(schema_editor.connection.alias).bulk_create(category(name=name) for name in NAMES)


class Migration(migrations.Migration):
    dependencies = [("companies", "0002_what_people_know")]
    operations = [migrations.RunPython(add_categories, migrations.RunPython.noop)]
