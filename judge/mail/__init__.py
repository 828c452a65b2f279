"""Mail (shell): bytes in, what they say; notices in, bytes out. The only room that knows what mail looks like."""
