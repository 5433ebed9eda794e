"""`AnalysisService`: what the choices of a table are worth, beside the rules service and apart from it.

This is a floor of its own, above the wire: it knows the service's states and keys and the bots, and neither
knows of it. The server finds it by the entry point `euchre_service.services` (see `plugin`). The server's
process opens states, builds the views and answers; the bots think in processes of their own (`workers`,
`worker`), which get a view or an open table and never a state or a key.
"""
