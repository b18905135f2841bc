-- Reviews are indexed by their revisions, and testimonials by their versions. Rows are only added to both, so a
-- decision does not write to these indexes. Each search also reads the pending list of an index: at 1 MB this costs 1
-- to 2 ms, and makes writes faster.
--
-- Reviews and tickets are found by their external id with their unique keys, which need no further index.

CREATE INDEX search_words_of_revisions ON reviews_revision USING gin (
    docket_words(
        title || ' ' || text || ' ' || constructive || ' ' || author_name || ' ' || coalesce(business_name, '')
    ),
    docket_stretch(review_id)
) WITH (gin_pending_list_limit = 1024);
CREATE INDEX search_words_of_messages ON tickets_message
    USING gin (docket_words(text), docket_stretch(ticket_id)) WITH (gin_pending_list_limit = 1024);
CREATE INDEX search_words_of_tickets ON tickets_ticket
    USING gin (docket_words(subject || ' ' || client_name), docket_stretch(id)) WITH (gin_pending_list_limit = 1024);
CREATE INDEX search_words_of_versions ON testimonials_transcription
    USING gin (docket_words(title || ' ' || text || ' ' || shown_as), docket_stretch(testimonial_id))
    WITH (gin_pending_list_limit = 1024);
CREATE INDEX search_words_of_authors ON testimonials_testimonial
    USING gin (docket_words(author_name), docket_stretch(id)) WITH (gin_pending_list_limit = 1024);

CREATE INDEX search_review_phone ON reviews_review (docket_phone(author_mobile)) WHERE author_mobile <> '';
CREATE INDEX search_testimonial_source ON testimonials_testimonial (external_id);
CREATE INDEX search_testimonial_email ON testimonials_testimonial (lower(author_contact)) WHERE author_contact <> '';
CREATE INDEX search_testimonial_phone ON testimonials_testimonial (docket_phone(author_contact))
    WHERE author_contact <> '';

CREATE INDEX search_company_names ON companies_company USING gin (search_name gin_trgm_ops);
CREATE INDEX search_company_words ON companies_company
    USING gin (docket_name_words(search_name)) WITH (gin_pending_list_limit = 256);
CREATE INDEX search_company_order ON companies_company (search_name COLLATE "C", id);
CREATE INDEX search_company_phone ON companies_company (docket_phone(phone)) WHERE phone <> '';
CREATE INDEX search_company_hsone ON companies_company (lower(hsone_id) COLLATE "C", id) WHERE hsone_id IS NOT NULL;

CREATE INDEX search_account_names ON accounts_user USING gin (search_name gin_trgm_ops);
CREATE INDEX search_account_order ON accounts_user (search_name COLLATE "C", id);
CREATE INDEX search_account_phone ON accounts_user (docket_phone(mobile_phone)) WHERE mobile_phone <> '';
CREATE INDEX search_account_landline ON accounts_user (docket_phone(landline_phone)) WHERE landline_phone <> '';
