-- A trigger increases the version of the list with every change, also with one made outside of the application. The
-- version is a row and not a sequence, because it must be rolled back with its transaction.
INSERT INTO banned_words_listversion (number, stamp, changed_at) VALUES (1, gen_random_uuid(), now());
CREATE FUNCTION docket_word_list_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE banned_words_listversion
        SET number = number + 1, stamp = gen_random_uuid(), changed_at = clock_timestamp();
    RETURN NULL;
END
$$;
CREATE TRIGGER banned_words_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON banned_words_bannedword
    FOR EACH STATEMENT EXECUTE FUNCTION docket_word_list_changed();
