"""A naive second implementation of the rules, kept as a yardstick for the fast one."""
