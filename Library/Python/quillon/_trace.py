"""Recordings in Quillon's trace format."""
from __future__ import annotations

import csv
import dataclasses
import os
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from . import _checks, _tables

if TYPE_CHECKING:
    import pandas

Array = npt.NDArray[np.float64]

GROUPS = {name: [name[0] + axis for axis in name[1:]] for name in ("gxyz", "axyz", "mxyz", "qwxyz", "uxyz")}


@dataclasses.dataclass(frozen=True, eq=False)
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
    """The trace file at `path`, as `quillon record` and `quillon simulate` write it. Of rows with equal times the first is kept.

    Its units are those of `Trace`, and its columns t, gx to gz, ax to az, mx to mz, qw to qz, pen and label. For a table with other names
    or units use pandas, or the command `quillon fuse`.
    """
    with open(path, newline="", encoding="utf-8") as file:
        reader = csv.DictReader(line for line in file if not line.startswith("#"))
        rows, names = list(reader), reader.fieldnames or []
    if "t" not in names:
        raise ValueError(f"{path} has no column t; give a trace of `quillon record` or `quillon simulate`")

    unread = _unread(names)
    if unread:
        raise ValueError(
            f"{path} has columns that are not read: {', '.join(map(repr, unread))}; a trace has gx, gy, gz in rad/s and ax, ay, az in m/s². "
            "Read other tables with pandas, or `quillon fuse` finds the attitude in them")

    def columns(*wanted: str) -> Array | None:
        if any(name not in names for name in wanted):
            return None
        return np.array([[float(row[name] or "nan") for name in wanted] for row in rows], dtype=np.float64).reshape(-1, len(wanted))

    times = columns("t")
    assert times is not None
    is_first = np.append(True, np.diff(times[:, 0]) != 0)[: len(rows)]
    rows, times = [row for row, is_kept in zip(rows, is_first) if is_kept], times[is_first]
    pen = columns("pen")
    gyr = columns("gx", "gy", "gz")
    if gyr is not None:
        _checks.warn_of_degrees(gyr)
    return Trace(
        times=times[:, 0], acc=columns("ax", "ay", "az"), gyr=gyr, mag=columns("mx", "my", "mz"),
        quat=columns("qw", "qx", "qy", "qz"), pen=None if pen is None else pen[:, 0] > 0,
        labels=[row.get("label") or "" for row in rows])


def _unread(names: Sequence[str]) -> list[str]:
    """The columns of a header that look like a sensor's and are not read; all but the time if no sensor is read."""
    whole = [name for group in GROUPS.values() if set(group) <= set(names) for name in group]
    others = [name for name in names if name not in (*whole, "t", "pen", "label", "stroke")]
    return [name for name in others if not whole or re.match(r" *([gamu][xyz]|q[wxyz])(?![a-z0-9])", name, re.I)]
