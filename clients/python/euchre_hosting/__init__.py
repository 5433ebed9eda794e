"""Servers that other programs start: of the rules in processes of their own, and of our bots."""
