-- The one way to change a message's words, with the rights of the tables' owner: an erasure takes a name out of what an
-- account wrote (`quotes` false), or of what mail of the same tickets quotes. The old salt goes with the old words.
CREATE FUNCTION docket_take_name_out(account bigint, quotes boolean, name text, pattern text, other text, flags text)
RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
    UPDATE tickets_message SET text = regexp_replace(text, pattern, other, flags), salt = DEFAULT
        WHERE NOT quotes AND author_id = account AND strpos(upper(text), upper(name)) > 0;
    UPDATE tickets_message SET quoted = regexp_replace(quoted, pattern, other, flags), salt = DEFAULT
        WHERE quotes AND strpos(upper(quoted), upper(name)) > 0
            AND ticket_id IN (SELECT ticket_id FROM tickets_message WHERE author_id = account);
$$;
