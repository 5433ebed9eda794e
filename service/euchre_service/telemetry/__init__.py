"""What a server tells its operators beside its log: numbers and traces.

- `recorder` counts what calls do; it needs no library and is all that a call pays for.
- `families` names the numbers; `endpoint` shows them to Prometheus, `push` sends them by OTLP.
- `gather` brings the numbers of several workers together.
- `spans` makes a span of each call.
- `setup` puts together what a configuration asks for.

Nothing in here sees a request, an answer, a card or a key: only what `calllog` remembers of a call.
"""
