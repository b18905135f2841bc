import uuid

import django.contrib.postgres.fields
import django.db.models.deletion
import django.db.models.functions.comparison
import django.db.models.functions.datetime
import django.db.models.functions.text
import django.utils.timezone
from django.db import migrations, models

ILLEGAL, TERMS = "DECISION_GROUND_ILLEGAL_CONTENT", "DECISION_GROUND_INCOMPATIBLE_CONTENT"
TERMS_VIOLATION = "STATEMENT_CATEGORY_OTHER_VIOLATION_TC"
CONSUMERS = "STATEMENT_CATEGORY_CONSUMER_INFORMATION"
SPEECH = "STATEMENT_CATEGORY_ILLEGAL_OR_HARMFUL_SPEECH"

# The first reason codes (product.md, Reviews); a company can add its own. Columns: code, title, ground, the sentence
# that the author reads, the rule, the category. An `illegal` reason has no rule: the form asks for the law.
REASONS = (
    (
        "fake",
        "Fake",
        TERMS,
        "We believe that the review is not based on anybody’s real experience.",
        "Review guidelines: a review tells of a real experience.",
        "STATEMENT_CATEGORY_SCAMS_AND_FRAUD",
    ),
    (
        "conflict",
        "Conflict of interest",
        TERMS,
        "The author has an interest in the business or in a competitor of it.",
        "Review guidelines: nobody reviews their own business or a competitor of it.",
        CONSUMERS,
    ),
    (
        "incentivised",
        "Incentivised, undisclosed",
        TERMS,
        "The review was rewarded, and does not say so.",
        "Review guidelines: a review that was rewarded says so.",
        CONSUMERS,
    ),
    (
        "not-experience",
        "Not an experience",
        TERMS,
        "The review does not tell of an experience with the business.",
        "Review guidelines: a review tells of a real experience.",
        TERMS_VIOLATION,
    ),
    (
        "wrong-business",
        "Wrong business",
        TERMS,
        "The review is about another business.",
        "Review guidelines: a review is about the business that it stands at.",
        TERMS_VIOLATION,
    ),
    (
        "hate",
        "Hate",
        ILLEGAL,
        "The review attacks people for what they are.",
        "Public Order Act 1986, part 3 and part 3A (stirring up hatred).",
        SPEECH,
    ),
    (
        "threat",
        "Threat",
        ILLEGAL,
        "The review threatens somebody.",
        "Online Safety Act 2023, section 181 (threatening communications).",
        "STATEMENT_CATEGORY_VIOLENCE",
    ),
    (
        "sexual",
        "Sexual content",
        TERMS,
        "The review holds sexual content.",
        "Review guidelines: no sexual content.",
        TERMS_VIOLATION,
    ),
    (
        "personal-data",
        "Personal data",
        TERMS,
        "The review names or identifies a private person.",
        "Review guidelines: nothing by which a private person can be identified.",
        "STATEMENT_CATEGORY_DATA_PROTECTION_AND_PRIVACY_VIOLATIONS",
    ),
    (
        "defamation",
        "Defamation",
        ILLEGAL,
        "The review states as a fact something that harms a reputation and is not shown.",
        "Defamation Act 2013, section 1 (serious harm to a reputation).",
        SPEECH,
    ),
    ("illegal", "Illegal content", ILLEGAL, "The review holds content that the law forbids.", "", SPEECH),
    (
        "advertising",
        "Advertising",
        TERMS,
        "The review advertises something.",
        "Review guidelines: a review advertises nothing.",
        CONSUMERS,
    ),
    (
        "duplicate",
        "Duplicate",
        TERMS,
        "The same review has been published already.",
        "Review guidelines: one experience, one review.",
        TERMS_VIOLATION,
    ),
)


def add_reasons(apps, schema_editor):
    reason = apps.get_model("reviews", "Reason")
    reason.objects.using(schema_editor.connection.alias).bulk_create(
        reason(
            code=code,
            title=title,
            ground=ground,
            sentence=sentence,
            rule=rule,
            category=category,
            applies_to=["reject", "restrict"],
            position=position,
        )
        for position, (code, title, ground, sentence, rule, category) in enumerate(REASONS)
    )


class Migration(migrations.Migration):
    initial = True
    replaces = [("reviews", "0014_not_sent")]

    dependencies = [
        ("accounts", "0001_schema"),
        ("companies", "0001_schema"),
    ]

    operations = [
        migrations.CreateModel(
            name="Reason",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("code", models.SlugField(max_length=40, unique=True)),
                ("title", models.CharField(max_length=120)),
                (
                    "ground",
                    models.CharField(
                        choices=[
                            ("DECISION_GROUND_ILLEGAL_CONTENT", "Illegal content"),
                            ("DECISION_GROUND_INCOMPATIBLE_CONTENT", "Incompatible with the terms"),
                        ],
                        max_length=60,
                    ),
                ),
                ("sentence", models.CharField(max_length=500)),
                ("rule", models.CharField(blank=True, default="", max_length=500)),
                (
                    "category",
                    models.CharField(
                        choices=[
                            ("STATEMENT_CATEGORY_ANIMAL_WELFARE", "Animal welfare"),
                            ("STATEMENT_CATEGORY_CONSUMER_INFORMATION", "Consumer information"),
                            ("STATEMENT_CATEGORY_CYBER_VIOLENCE", "Cyber violence"),
                            ("STATEMENT_CATEGORY_CYBER_VIOLENCE_AGAINST_WOMEN", "Cyber violence against women"),
                            (
                                "STATEMENT_CATEGORY_DATA_PROTECTION_AND_PRIVACY_VIOLATIONS",
                                "Data protection and privacy",
                            ),
                            ("STATEMENT_CATEGORY_ILLEGAL_OR_HARMFUL_SPEECH", "Illegal or harmful speech"),
                            ("STATEMENT_CATEGORY_INTELLECTUAL_PROPERTY_INFRINGEMENTS", "Intellectual property"),
                            (
                                "STATEMENT_CATEGORY_NEGATIVE_EFFECTS_ON_CIVIC_DISCOURSE_OR_ELECTIONS",
                                "Civic discourse or elections",
                            ),
                            ("STATEMENT_CATEGORY_NOT_SPECIFIED_NOTICE", "Not specified in the notice"),
                            ("STATEMENT_CATEGORY_OTHER_VIOLATION_TC", "Another breach of the terms"),
                            ("STATEMENT_CATEGORY_PROTECTION_OF_MINORS", "Protection of minors"),
                            ("STATEMENT_CATEGORY_RISK_FOR_PUBLIC_SECURITY", "Risk for public security"),
                            ("STATEMENT_CATEGORY_SCAMS_AND_FRAUD", "Scams and fraud"),
                            ("STATEMENT_CATEGORY_SELF_HARM", "Self-harm"),
                            ("STATEMENT_CATEGORY_UNSAFE_AND_PROHIBITED_PRODUCTS", "Unsafe and prohibited products"),
                            ("STATEMENT_CATEGORY_VIOLENCE", "Violence"),
                        ],
                        default="STATEMENT_CATEGORY_OTHER_VIOLATION_TC",
                        max_length=80,
                    ),
                ),
                (
                    "applies_to",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=20), default=list, size=None
                    ),
                ),
                ("position", models.PositiveSmallIntegerField(default=0)),
                ("active", models.BooleanField(default=True)),
            ],
            options={
                "ordering": ["position", "code"],
            },
        ),
        migrations.CreateModel(
            name="Review",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "source",
                    models.CharField(
                        choices=[("wf", "WF review"), ("google", "Google review"), ("nhs", "NHS review")],
                        default="wf",
                        max_length=16,
                    ),
                ),
                ("external_id", models.CharField(max_length=200)),
                ("rating", models.SmallIntegerField(blank=True, null=True)),
                ("title", models.CharField(blank=True, default="", max_length=500)),
                ("text", models.TextField(blank=True, default="")),
                ("constructive", models.TextField(blank=True, default="")),
                ("author_name", models.CharField(blank=True, default="", max_length=300)),
                ("author_email", models.CharField(blank=True, default="", max_length=254)),
                ("author_mobile", models.CharField(blank=True, default="", max_length=40)),
                ("anonymous", models.BooleanField(default=False)),
                ("business_name", models.CharField(blank=True, max_length=300, null=True)),
                ("job_title", models.CharField(blank=True, max_length=300, null=True)),
                ("verified", models.BooleanField(default=False)),
                ("status", models.CharField(default="received", max_length=32)),
                ("revision", models.PositiveIntegerField(default=1)),
                ("flagged_words", models.JSONField(blank=True, default=list)),
                ("shadow_words", models.JSONField(blank=True, null=True)),
                ("words_version", models.BigIntegerField(blank=True, null=True)),
                ("content_digest", models.BinaryField(default=b"", max_length=32)),
                ("posted_at", models.DateTimeField(blank=True, null=True)),
                ("received_at", models.DateTimeField()),
                (
                    "moved_at",
                    models.DateTimeField(
                        db_default=django.db.models.functions.datetime.Now(), default=django.utils.timezone.now
                    ),
                ),
                ("raw", models.JSONField(blank=True, default=dict)),
                (
                    "company",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="reviews",
                        to="companies.company",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Letter",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("process_id", models.BigIntegerField()),
                (
                    "about",
                    models.CharField(
                        choices=[
                            ("statement", "Statement of reasons"),
                            ("reinstatement", "Being looked at again"),
                            ("receipt", "A request has arrived"),
                            ("answer", "Answer to a request"),
                        ],
                        max_length=20,
                    ),
                ),
                ("to", models.CharField(blank=True, default="", max_length=254)),
                ("subject", models.CharField(max_length=500)),
                ("body", models.TextField()),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("waiting", "Waiting to be sent"),
                            ("sending", "Being sent"),
                            ("sent", "Sent"),
                            ("refused", "Refused by the mail server"),
                            ("uncertain", "It is not known whether it was sent"),
                            ("no_address", "No address is known"),
                            ("cancelled", "Overtaken before it was sent"),
                            ("not_sent", "No mail server is set"),
                        ],
                        default="waiting",
                        max_length=20,
                    ),
                ),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("sent_at", models.DateTimeField(null=True)),
                (
                    "review",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="letters", to="reviews.review"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Revision",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("title", models.CharField(blank=True, default="", max_length=500)),
                ("text", models.TextField(blank=True, default="")),
                ("constructive", models.TextField(blank=True, default="")),
                ("author_name", models.CharField(blank=True, default="", max_length=300)),
                ("anonymous", models.BooleanField(default=False)),
                ("business_name", models.CharField(blank=True, max_length=300, null=True)),
                ("job_title", models.CharField(blank=True, max_length=300, null=True)),
                ("reason", models.CharField(blank=True, default="", max_length=500)),
                ("created_at", models.DateTimeField()),
                (
                    "author",
                    models.ForeignKey(
                        blank=True,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="accounts.user",
                    ),
                ),
                (
                    "review",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="revisions", to="reviews.review"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Statement",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("puid", models.CharField(max_length=100, unique=True)),
                ("process_id", models.BigIntegerField(unique=True)),
                (
                    "kind",
                    models.CharField(choices=[("reject", "Not published"), ("restrict", "Taken down")], max_length=20),
                ),
                ("decided_by", models.BigIntegerField(null=True)),
                (
                    "decision_visibility",
                    django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=60), size=None),
                ),
                ("decision_visibility_other", models.CharField(blank=True, default="", max_length=500)),
                ("decision_facts", models.TextField()),
                (
                    "decision_ground",
                    models.CharField(
                        choices=[
                            ("DECISION_GROUND_ILLEGAL_CONTENT", "Illegal content"),
                            ("DECISION_GROUND_INCOMPATIBLE_CONTENT", "Incompatible with the terms"),
                        ],
                        max_length=60,
                    ),
                ),
                ("decision_ground_reference_url", models.CharField(blank=True, default="", max_length=500)),
                ("rule", models.CharField(max_length=500)),
                ("explanation", models.CharField(max_length=2000)),
                ("category", models.CharField(max_length=80)),
                (
                    "content_type",
                    django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=40), size=None),
                ),
                ("content_date", models.DateField()),
                ("application_date", models.DateField()),
                (
                    "source_type",
                    models.CharField(
                        choices=[("SOURCE_VOLUNTARY", "Own initiative"), ("SOURCE_ARTICLE_16", "A notice")],
                        max_length=40,
                    ),
                ),
                ("automated_detection", models.BooleanField()),
                (
                    "automated_decision",
                    models.CharField(
                        choices=[("AUTOMATED_DECISION_NOT_AUTOMATED", "Not automated")],
                        default="AUTOMATED_DECISION_NOT_AUTOMATED",
                        max_length=60,
                    ),
                ),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "company",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="companies.company"
                    ),
                ),
                (
                    "reason",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="reviews.reason"
                    ),
                ),
                (
                    "review",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="statements", to="reviews.review"
                    ),
                ),
            ],
        ),
        migrations.AddIndex(
            model_name="review",
            index=models.Index(fields=["content_digest"], name="review_content"),
        ),
        migrations.AddIndex(
            model_name="review",
            index=models.Index(
                fields=["company", "received_at", "id"], include=("status", "rating"), name="review_of_company"
            ),
        ),
        migrations.AddIndex(
            model_name="review",
            index=models.Index(fields=["received_at", "id"], name="review_received"),
        ),
        migrations.AddIndex(
            model_name="review",
            index=models.Index(fields=["status", "received_at", "id"], name="review_stands"),
        ),
        migrations.AddIndex(
            model_name="review",
            index=models.Index(
                django.db.models.functions.comparison.Coalesce("posted_at", "received_at"),
                models.F("id"),
                name="review_posted",
            ),
        ),
        migrations.AddIndex(
            model_name="review",
            index=models.Index(
                django.db.models.functions.comparison.Coalesce("rating", 0), models.F("id"), name="review_rated"
            ),
        ),
        migrations.AddIndex(
            model_name="review",
            index=models.Index(fields=["status", "moved_at", "id"], name="review_moved"),
        ),
        migrations.AddIndex(
            model_name="review",
            index=models.Index(
                condition=models.Q(
                    models.Q(("flagged_words", []), _negated=True), ("shadow_words__isnull", False), _connector="OR"
                ),
                fields=["received_at"],
                name="review_with_words",
            ),
        ),
        migrations.AddIndex(
            model_name="review",
            index=models.Index(
                django.db.models.functions.text.Lower("author_email"),
                condition=models.Q(("author_email", ""), _negated=True),
                name="review_author",
            ),
        ),
        migrations.AddConstraint(
            model_name="review",
            constraint=models.UniqueConstraint(fields=("source", "external_id"), name="review_identity"),
        ),
        migrations.AddConstraint(
            model_name="review",
            constraint=models.CheckConstraint(
                condition=models.Q(("rating__range", (1, 5)), ("rating", None), _connector="OR"), name="review_rating"
            ),
        ),
        migrations.AddConstraint(
            model_name="letter",
            constraint=models.UniqueConstraint(fields=("process_id", "about"), name="letter_once"),
        ),
        migrations.AddConstraint(
            model_name="revision",
            constraint=models.UniqueConstraint(fields=("review", "number"), name="revision_number"),
        ),
        migrations.AddConstraint(
            model_name="revision",
            constraint=models.CheckConstraint(
                condition=models.Q(("author", None), models.Q(("reason", ""), _negated=True), _connector="OR"),
                name="revision_by_staff_has_reason",
            ),
        ),
        migrations.AddIndex(
            model_name="statement",
            index=models.Index(fields=["-created_at", "-id"], name="statement_newest"),
        ),
        migrations.RunPython(add_reasons),
    ]
