"""Hostile inputs by the hundred thousand at a real server: `python -m tests.security.hostile --help`."""
