"""Where mail is fetched: Maildir, mbox, standard input, IMAP. Each puts away what is stored."""
