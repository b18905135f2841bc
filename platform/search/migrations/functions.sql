-- How texts become words (decision 66): English stems without accents, folded names, the last digits of phones.
-- Indexes use these functions: whoever changes one builds its indexes anew.

CREATE TEXT SEARCH CONFIGURATION docket (COPY = pg_catalog.english);
ALTER TEXT SEARCH CONFIGURATION docket
    ALTER MAPPING FOR hword, hword_part, word, asciihword, asciiword, hword_asciipart WITH unaccent, english_stem;

-- `good/bad`, `came.Great` and `<b>` would each be a single token, or none; the length stays, and with it every offset.
-- translate() takes ten times as long.
CREATE FUNCTION docket_separated(given text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT
    replace(replace(replace(replace(replace(replace(replace(replace(replace(given,
        '/', ' '), '.', ' '), '@', ' '), '_', ' '), '<', ' '), '>', ' '), '&', ' '), ':', ' '), '=', ' ')
$$;

-- a vector of more than 1 MB would be an error
CREATE FUNCTION docket_words(given text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
$$ SELECT to_tsvector('public.docket'::regconfig, public.docket_separated(left(given, 100000))) $$;

-- words of letters and digits, each after a space; without the characters that LIKE treats specially
CREATE FUNCTION docket_folded(given text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT ' ' || btrim(regexp_replace(
        lower(public.unaccent('public.unaccent'::regdictionary, translate(given, '''’‘`´', ''))),
        '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u3000-\u303f]+', ' ', 'g'))
$$;

CREATE FUNCTION docket_phone(given text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
$$ SELECT right(regexp_replace(given, '[^0-9]', '', 'g'), 9) $$;

-- each name's words, for what has one of some words and one of others
CREATE FUNCTION docket_name_words(name text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
$$ SELECT array_to_tsvector(array_remove(string_to_array(name, ' '), '')) $$;

-- In which stretch of 256 ids a text stands: the newest with common words are found there. An array, because indexes of
-- words have operators for arrays.
CREATE FUNCTION docket_stretch(id bigint) RETURNS integer[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
$$ SELECT ARRAY[(id >> 8)::integer] $$;
