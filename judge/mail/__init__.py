"""Mail: read the bytes of letters, and write and send the bytes of notices. Only this package knows the formats of mail."""
