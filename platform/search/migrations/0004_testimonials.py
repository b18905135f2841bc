"""The indexes of the search of testimonials; their words are those of their versions, which are only ever added."""

from django.db import migrations

INDEXES = {
    "search_version_words": (
        "testimonials_transcription USING gin (docket_words(title || ' ' || text || ' ' || shown_as))"
        " WITH (gin_pending_list_limit = 256)"
    ),
    "search_testimonial_author": (
        "testimonials_testimonial USING gin (docket_words(author_name)) WITH (gin_pending_list_limit = 256)"
    ),
    "search_testimonial_source": "testimonials_testimonial (external_id)",
    "search_testimonial_email": "testimonials_testimonial (lower(author_contact)) WHERE author_contact <> ''",
    "search_testimonial_phone": "testimonials_testimonial (docket_phone(author_contact)) WHERE author_contact <> ''",
}


class Migration(migrations.Migration):
    dependencies = [("search", "0003_indexes"), ("testimonials", "0001_initial")]
    operations = [
        migrations.RunSQL(f"CREATE INDEX {name} ON {definition}", f"DROP INDEX {name}")
        for name, definition in INDEXES.items()
    ]
