"""Checks of the open-hand solver."""
