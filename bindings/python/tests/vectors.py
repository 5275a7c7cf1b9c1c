"""Test vectors from other programs: the same files as in the Rust tests."""

from pathlib import Path

TESTDATA = Path(__file__).parents[3] / "testdata"


def rows(name):
    """The rows of a file, split at tabs, without comments."""
    text = (TESTDATA / name).read_text(encoding="utf-8")
    found = [line.split("\t") for line in text.splitlines() if line and not line.startswith("#")]
    assert len(found) > 5, f"{name} is nearly empty"
    return found
