"""Tables that bots read."""
