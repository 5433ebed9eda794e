"""The gRPC service over euchre_rules."""
