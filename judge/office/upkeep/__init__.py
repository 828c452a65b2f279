"""Retention, personal data, and alerts to the operator."""
