"""The commands of `euchre`, a module each."""
