"""What the real clients print of what the real services keep."""
