"""How texts become words (decision 66): English stems without accents, folded names, the last digits of phones.

Indexes use these functions: whoever changes one builds its indexes anew.
"""

from django.contrib.postgres.operations import TrigramExtension, UnaccentExtension
from django.db import migrations

CONFIGURATION = """
CREATE TEXT SEARCH CONFIGURATION docket (COPY = pg_catalog.english);
ALTER TEXT SEARCH CONFIGURATION docket
    ALTER MAPPING FOR hword, hword_part, word, asciihword, asciiword, hword_asciipart WITH unaccent, english_stem
"""
# `good/bad`, `came.Great` and `<b>` would each be a single token, or none; the length stays, and with it every offset
SEPARATED = """
CREATE FUNCTION docket_separated(given text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
$$ SELECT translate(given, '/.@_<>&:=', '         ') $$
"""
# a vector of more than 1 MB would be an error
WORDS = """
CREATE FUNCTION docket_words(given text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
$$ SELECT to_tsvector('public.docket'::regconfig, public.docket_separated(left(given, 100000))) $$
"""
# words of letters and digits, each after a space; without the characters that LIKE treats specially
FOLDED = r"""
CREATE FUNCTION docket_folded(given text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT ' ' || btrim(regexp_replace(
        lower(public.unaccent('public.unaccent'::regdictionary, translate(given, '''’‘`´', ''))),
        '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u3000-\u303f]+', ' ', 'g'))
$$
"""
PHONE = """
CREATE FUNCTION docket_phone(given text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
$$ SELECT right(regexp_replace(given, '[^0-9]', '', 'g'), 9) $$
"""


class Migration(migrations.Migration):
    dependencies = [("accounts", "0006_heads_manage_accounts")]
    operations = [
        TrigramExtension(),
        UnaccentExtension(),
        migrations.RunSQL(CONFIGURATION, "DROP TEXT SEARCH CONFIGURATION docket"),
        migrations.RunSQL(SEPARATED, "DROP FUNCTION docket_separated(text)"),
        migrations.RunSQL(WORDS, "DROP FUNCTION docket_words(text)"),
        migrations.RunSQL(FOLDED, "DROP FUNCTION docket_folded(text)"),
        migrations.RunSQL(PHONE, "DROP FUNCTION docket_phone(text)"),
    ]
