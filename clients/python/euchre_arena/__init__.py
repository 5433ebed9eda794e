"""Tables, matches and the command line that play bots against each other."""
