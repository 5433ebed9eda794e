"""`docs/languages.md`, executed: other languages against a real server. Run by `make polyglot`."""
