"""Transformer positional encodings: the map of the package follows as its rooms are built."""
