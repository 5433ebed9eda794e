"""The web front-end's other half: the host of practice tables, and what `euchre web` starts.

A browser is no place for the keys of other seats. So the page in `clients/web` asks a host for a table
(`euchre.v1.PracticeService`), and the host, a client of the rules service, lets bots act in the other seats.
It keeps nothing between calls: what it must know of a table the page carries for it, sealed.
"""
