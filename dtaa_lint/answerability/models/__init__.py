"""The only way to a language model: a client protocol, providers, cache, ledger and batches."""
