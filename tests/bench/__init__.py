"""How fast it is: ratios measured side by side in one run. `make bench` writes build/bench.json."""
