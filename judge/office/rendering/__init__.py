"""From a queued notice to the words and maps of a mail."""
