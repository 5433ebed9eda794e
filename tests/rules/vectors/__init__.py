"""For every value of every option a scenario that shows it having its effect; by subject."""
