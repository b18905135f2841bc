"""Words in PostgreSQL: a term as typed and as the database reads it, and which texts have its words. Knows no kind."""
