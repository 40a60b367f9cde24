"""Settings as people write them, in TOML files and on the command line, read into typed values.

Nothing here knows rules or documents: the configuration and the profiles are read with it, and the
command line, which must be instant.
"""
