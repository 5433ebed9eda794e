"""Coverage-guided fuzzing of everything that reads what others wrote: `python -m tests.fuzz --help`."""
