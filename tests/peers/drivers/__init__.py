"""The cases for Magnum, and the ways to ask it."""
