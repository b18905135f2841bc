"""Jobs and events that leave the transaction: outbox, feed, webhooks."""
