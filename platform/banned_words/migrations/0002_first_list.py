"""A first list, so that screening shows what it does from the first day; a house makes it its own."""

from django.db import migrations

# term, mode, action, severity
FIRST_LIST = (
    ("scam", "prefix", "flag", 1),
    ("crook", "prefix", "flag", 1),
    ("fraud", "prefix", "flag", 2),
    ("thief", "word", "flag", 2),
    ("thieves", "word", "flag", 2),
    ("liar", "prefix", "flag", 1),
    ("idiot", "prefix", "flag", 1),
    ("moron", "prefix", "flag", 1),
    ("con artist", "phrase", "flag", 2),
    ("rip off", "phrase", "flag", 1),
    ("bastard", "prefix", "flag", 2),
    ("bullshit", "word", "flag", 2),
    ("shit", "prefix", "flag", 2),
    ("fuck", "prefix", "flag", 2),
    ("wanker", "prefix", "flag", 2),
    ("pervert", "prefix", "hold", 2),
    ("paedophile", "prefix", "hold", 3),
    ("rapist", "word", "hold", 3),
    ("kill you", "phrase", "hold", 3),
    ("kill them", "phrase", "hold", 3),
    ("burn it down", "phrase", "hold", 3),
    ("know where you live", "phrase", "hold", 3),
    ("discount code", "phrase", "flag", 1),
    ("promo code", "phrase", "flag", 1),
    ("crypto investment", "phrase", "reject", 1),
)


def add_words(apps, schema_editor):
    word = apps.get_model("banned_words", "BannedWord")
    word.objects.using(schema_editor.connection.alias).bulk_create(
        word(term=term, mode=mode, action=action, severity=severity) for term, mode, action, severity in FIRST_LIST
    )


class Migration(migrations.Migration):
    dependencies = [("banned_words", "0001_initial")]
    operations = [migrations.RunPython(add_words, migrations.RunPython.noop)]
