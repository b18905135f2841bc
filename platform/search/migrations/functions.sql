-- How texts become words (decision 66): English stems without accents, folded names, the last digits of phone numbers.
-- Indexes use these functions: after a change of one, its indexes must be rebuilt.

CREATE TEXT SEARCH CONFIGURATION docket (COPY = pg_catalog.english);
ALTER TEXT SEARCH CONFIGURATION docket
    ALTER MAPPING FOR hword, hword_part, word, asciihword, asciiword, hword_asciipart WITH unaccent, english_stem;

-- Without this, `good/bad`, `came.Great` and `<b>` would each be one token, or none. The length stays the same, and so
-- all offsets. translate() takes ten times as long as replace().
CREATE FUNCTION docket_separated(given text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT
    replace(replace(replace(replace(replace(replace(replace(replace(replace(given,
        '/', ' '), '.', ' '), '@', ' '), '_', ' '), '<', ' '), '>', ' '), '&', ' '), ':', ' '), '=', ' ')
$$;

-- the limit of characters prevents the error for a vector above 1 MB
CREATE FUNCTION docket_words(given text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
$$ SELECT to_tsvector('public.docket'::regconfig, public.docket_separated(left(given, 100000))) $$;

-- words of letters and digits, each after a space; without the special characters of LIKE
CREATE FUNCTION docket_folded(given text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT ' ' || btrim(regexp_replace(
        lower(public.unaccent('public.unaccent'::regdictionary, translate(given, '''’‘`´', ''))),
        '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u3000-\u303f]+', ' ', 'g'))
$$;

CREATE FUNCTION docket_phone(given text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
$$ SELECT right(regexp_replace(given, '[^0-9]', '', 'g'), 9) $$;

-- the words of a name, for queries such as (a OR b) AND (c OR d)
CREATE FUNCTION docket_name_words(name text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
$$ SELECT array_to_tsvector(array_remove(string_to_array(name, ' '), '')) $$;

-- The stretch of 256 ids that contains the id: by it, the newest texts with common words are found. It is an array,
-- because GIN indexes have operators for arrays.
CREATE FUNCTION docket_stretch(id bigint) RETURNS integer[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
$$ SELECT ARRAY[(id >> 8)::integer] $$;
