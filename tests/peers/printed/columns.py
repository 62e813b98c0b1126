"""The snapshots in `tests/clients/printed`, whose services stand in for the real ones, beside what is printed here."""

import json
import sys
from pathlib import Path

PRINTED = Path(__file__).parents[2] / "clients" / "printed"
# The client leaves them out of an image that holds no data.
OF_DATA = {"checksum", "size", "virtual_size"}


def columns(text):
    """The keys of an object, or of the first of a list."""
    said = json.loads(text)
    return set(said[0] if isinstance(said, list) else said)


def check(snapshot, text):
    """Ends this unless a snapshot has the columns that the client prints of a real service."""
    kept, found = columns((PRINTED / f"{snapshot}.json").read_text()), columns(text)
    if snapshot == "image-show":
        kept -= OF_DATA
    if kept != found:
        sys.exit(f"tests/clients/printed/{snapshot}.json: found {sorted(kept)}, expected {sorted(found)}")
