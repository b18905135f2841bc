from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("reviews", "0012_words"),
    ]

    operations = [
        migrations.AlterField(
            model_name="reason",
            name="category",
            field=models.CharField(
                choices=[
                    ("STATEMENT_CATEGORY_ANIMAL_WELFARE", "Animal welfare"),
                    ("STATEMENT_CATEGORY_CONSUMER_INFORMATION", "Consumer information"),
                    ("STATEMENT_CATEGORY_CYBER_VIOLENCE", "Cyber violence"),
                    ("STATEMENT_CATEGORY_CYBER_VIOLENCE_AGAINST_WOMEN", "Cyber violence against women"),
                    ("STATEMENT_CATEGORY_DATA_PROTECTION_AND_PRIVACY_VIOLATIONS", "Data protection and privacy"),
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
    ]
