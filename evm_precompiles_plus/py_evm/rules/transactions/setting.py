"""What a rule may ask about the VM: plain data, so that rules know no VM class."""

from typing import NamedTuple

from ..blocks.blob_schedule import BlobSchedule


class Setting(NamedTuple):
    """The fork by its canonical name, and its blob parameters where it has blobs."""

    fork: str
    schedule: BlobSchedule | None
