"""The cases for Placement, Nova and Ironic."""
