"""Recordings in Quillon's trace format."""
from __future__ import annotations

import csv
import dataclasses
import os
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from . import _tables

if TYPE_CHECKING:
    import pandas

Array = npt.NDArray[np.float64]


@dataclasses.dataclass(frozen=True)
class Trace:
    """A recording. What it does not have is None.

    times: N seconds.
    gyr: N×3 rad/s.
    acc: N×3 m/s², specific force.
    mag: N×3 µT.
    quat: N×4, w first, body to reference: the attitude that the board computed.
    pen: N truths: the pen is down.
    labels: N labels; empty where nothing is written.
    """

    times: Array
    gyr: Array | None
    acc: Array | None
    mag: Array | None
    quat: Array | None
    pen: npt.NDArray[np.bool_] | None
    labels: list[str]

    def to_pandas(self) -> pandas.DataFrame:
        """A DataFrame with the columns of a trace file: t, gx to gz, ax to az, mx to mz, qw to qz, pen, label."""
        return _tables.frame(t=self.times, g=self.gyr, a=self.acc, m=self.mag, q=self.quat, pen=self.pen, label=self.labels)


def read_trace(path: str | os.PathLike[str]) -> Trace:
    """The trace file at `path`, as `quillon record` and `quillon simulate` write it."""
    with open(path, newline="", encoding="utf-8") as file:
        reader = csv.DictReader(line for line in file if not line.startswith("#"))
        rows, names = list(reader), reader.fieldnames or []
    if "t" not in names:
        raise ValueError(f"{path} has no column t; give a trace of `quillon record` or `quillon simulate`")

    def columns(*wanted: str) -> Array | None:
        if any(name not in names for name in wanted):
            return None
        return np.array([[float(row[name] or "nan") for name in wanted] for row in rows], dtype=np.float64).reshape(-1, len(wanted))

    times, pen = columns("t"), columns("pen")
    assert times is not None
    return Trace(
        times=times[:, 0], acc=columns("ax", "ay", "az"), gyr=columns("gx", "gy", "gz"), mag=columns("mx", "my", "mz"),
        quat=columns("qw", "qx", "qy", "qz"), pen=None if pen is None else pen[:, 0] > 0,
        labels=[row.get("label") or "" for row in rows])
