-- Folded names of companies and accounts, in a column of each row that triggers set. The models do not have the column,
-- because it belongs to this room, like its indexes.

ALTER TABLE companies_company ADD COLUMN search_name text NOT NULL DEFAULT '';
CREATE FUNCTION docket_name_companies_company() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.search_name := public.docket_folded(NEW.name);
    RETURN NEW;
END
$$;
CREATE TRIGGER search_name BEFORE INSERT OR UPDATE ON companies_company
    FOR EACH ROW EXECUTE FUNCTION docket_name_companies_company();

ALTER TABLE accounts_user ADD COLUMN search_name text NOT NULL DEFAULT '';
CREATE FUNCTION docket_name_accounts_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.search_name := public.docket_folded(NEW.first_name || ' ' || NEW.last_name || ' ' || NEW.email);
    RETURN NEW;
END
$$;
CREATE TRIGGER search_name BEFORE INSERT OR UPDATE ON accounts_user
    FOR EACH ROW EXECUTE FUNCTION docket_name_accounts_user();

-- The distinct words of companies' names. Triggers add them in the transaction of each change. A misspelt word is
-- compared with them, and the similar words lead to names. Words are only added, so that no transaction waits for
-- another: two may add the same word, and a word that is in no name any more finds nothing.

CREATE TABLE search_companyword (word text COLLATE "C" NOT NULL);
CREATE INDEX search_companyword_word ON search_companyword (word);
CREATE INDEX search_companyword_alike ON search_companyword USING gin (word gin_trgm_ops) WITH (fastupdate = off);

CREATE FUNCTION docket_words_of_new_names() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = public, pg_temp AS $$
BEGIN
    INSERT INTO search_companyword (word)
    SELECT DISTINCT one.word FROM written named, unnest(string_to_array(named.search_name, ' ')) one (word)
    WHERE one.word <> '' AND NOT EXISTS (SELECT FROM search_companyword known WHERE known.word = one.word);
    RETURN NULL;
END
$$;
CREATE TRIGGER search_words_inserted AFTER INSERT ON companies_company REFERENCING NEW TABLE AS written
    FOR EACH STATEMENT EXECUTE FUNCTION docket_words_of_new_names();

-- nearly all updates of companies leave the name unchanged
CREATE FUNCTION docket_words_of_changed_names() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = public, pg_temp AS $$
BEGIN
    INSERT INTO search_companyword (word)
    SELECT DISTINCT one.word FROM written named, unnest(string_to_array(named.search_name, ' ')) one (word)
    WHERE one.word <> '' AND named.search_name NOT IN (SELECT search_name FROM before)
        AND NOT EXISTS (SELECT FROM search_companyword known WHERE known.word = one.word);
    RETURN NULL;
END
$$;
CREATE TRIGGER search_words_updated AFTER UPDATE ON companies_company
    REFERENCING OLD TABLE AS before NEW TABLE AS written
    FOR EACH STATEMENT EXECUTE FUNCTION docket_words_of_changed_names();
