import django.db.models.deletion
import django.db.models.functions.datetime
import django.utils.timezone
from django.db import migrations, models

import testimonials.models


class Migration(migrations.Migration):
    initial = True
    replaces = [("testimonials", "0004_examination")]

    dependencies = [
        ("accounts", "0001_schema"),
        ("companies", "0001_schema"),
    ]

    operations = [
        migrations.CreateModel(
            name="Testimonial",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("source", models.CharField(max_length=32)),
                ("external_id", models.CharField(max_length=200)),
                ("description", models.CharField(blank=True, db_default="", default="", max_length=64)),
                (
                    "medium",
                    models.CharField(
                        choices=[("card", "Card"), ("photo", "Photo"), ("audio", "Audio"), ("video", "Video")],
                        max_length=8,
                    ),
                ),
                ("author_name", models.CharField(blank=True, default="", max_length=300)),
                ("author_contact", models.CharField(blank=True, default="", max_length=254)),
                (
                    "consent",
                    models.CharField(
                        choices=[
                            ("none", "Not asked"),
                            ("asked", "Asked"),
                            ("given", "Given"),
                            ("withdrawn", "Withdrawn"),
                        ],
                        default="none",
                        max_length=12,
                    ),
                ),
                ("consent_on", models.DateField(null=True)),
                ("title", models.CharField(blank=True, default="", max_length=500)),
                ("text", models.TextField(blank=True, default="")),
                ("shown_as", models.CharField(blank=True, default="", max_length=300)),
                ("stars", models.SmallIntegerField(null=True)),
                ("flagged_words", models.JSONField(blank=True, default=list)),
                ("words_version", models.BigIntegerField(blank=True, null=True)),
                ("revision", models.PositiveIntegerField(default=1)),
                ("status", models.CharField(default="received", max_length=32)),
                ("received_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "moved_at",
                    models.DateTimeField(
                        db_default=django.db.models.functions.datetime.Now(), default=django.utils.timezone.now
                    ),
                ),
                (
                    "company",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="companies.company",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Original",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=200)),
                ("type", models.CharField(max_length=100)),
                ("size", models.PositiveBigIntegerField()),
                ("sha256", models.CharField(max_length=64)),
                ("file", models.FileField(max_length=120, upload_to=testimonials.models.original_path)),
                ("duration", models.PositiveIntegerField(null=True)),
                ("waveform", models.JSONField(default=list)),
                ("examination", models.CharField(db_default="good", default="good", max_length=16)),
                (
                    "testimonial",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="original",
                        to="testimonials.testimonial",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Transcription",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("reason", models.TextField(blank=True, default="")),
                ("title", models.CharField(blank=True, default="", max_length=500)),
                ("text", models.TextField(blank=True, default="")),
                ("shown_as", models.CharField(blank=True, default="", max_length=300)),
                ("stars", models.SmallIntegerField(null=True)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "author",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="accounts.user",
                    ),
                ),
                (
                    "testimonial",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="transcriptions",
                        to="testimonials.testimonial",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Page",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField()),
                ("image", models.FileField(max_length=120, upload_to=testimonials.models.page_path)),
                ("width", models.PositiveIntegerField()),
                ("height", models.PositiveIntegerField()),
                (
                    "original",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="pages",
                        to="testimonials.original",
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("original", "number"), name="page_number")],
            },
        ),
        migrations.AddIndex(
            model_name="testimonial",
            index=models.Index(fields=["-received_at", "-id"], name="testimonial_received"),
        ),
        migrations.AddIndex(
            model_name="testimonial",
            index=models.Index(fields=["status", "-received_at", "-id"], name="testimonial_status"),
        ),
        migrations.AddIndex(
            model_name="testimonial",
            index=models.Index(fields=["company", "-received_at", "-id"], name="testimonial_company"),
        ),
        migrations.AddConstraint(
            model_name="testimonial",
            constraint=models.UniqueConstraint(fields=("source", "external_id"), name="testimonial_identity"),
        ),
        migrations.AddConstraint(
            model_name="testimonial",
            constraint=models.CheckConstraint(
                condition=models.Q(("stars__range", (1, 5)), ("stars", None), _connector="OR"), name="testimonial_stars"
            ),
        ),
        migrations.AddConstraint(
            model_name="testimonial",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("consent", "given"), _negated=True), ("consent_on__isnull", False), _connector="OR"
                ),
                name="testimonial_consent_on",
            ),
        ),
        migrations.AddConstraint(
            model_name="transcription",
            constraint=models.UniqueConstraint(fields=("testimonial", "number"), name="transcription_number"),
        ),
    ]
