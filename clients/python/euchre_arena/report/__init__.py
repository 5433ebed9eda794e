"""The report of a tournament: figures read from its store, shown as one HTML file and as PNG plots."""
