"""Tournaments: bots against each other over the rules service, in duplicate, to be broken off and resumed.

A `Plan` says what is to be played, an `Engine` plays it, a `Store` keeps it, `statistics` reads it.
"""
