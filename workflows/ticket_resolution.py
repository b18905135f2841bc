"""The life of a ticket, from the client's first message to its end. Read downwards: it is the order of work."""
