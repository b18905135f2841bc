-- The version of the list moves with every change, however it was made. It is a row and not a sequence: it moves back
-- with a transaction that is rolled back.
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
