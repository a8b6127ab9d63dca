"""Recordings of any rate at an even rate."""
from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from . import _checks

# The core treats a longer step as a gap, s.
GAP = 0.1
# How many samples of the lower rate a low-pass reaches to each side.
REACH = 8


def resample(times: npt.ArrayLike, *columns: Any, rate: float = 100) -> tuple[npt.NDArray[Any], ...]:
    """A recording of any rate as one of an even rate: its times, s, and its columns.

        times, gyr, acc, pen = quillon.resample(times, gyr, acc, pen)

    times: N seconds, or datetime64, even or not. columns: arrays of N rows. Numbers are low-passed, so that no faster vibration passes
    for a slow motion, and rows with not-a-number are left out, as of a magnetometer that is slower than the rest. Truths, 0 and 1 too,
    and texts become the nearest sample's. Attitudes are not for this: compute them afterwards. Where no samples came for 0.1 s, none are
    made. rate: samples a second.
    """
    count = len(np.asarray(times))
    seconds = _checks.microseconds(times, count) * 1e-6
    if count < 2:
        raise ValueError(f"times has {count} samples; give 2 or more")
    if not 0 < rate < float("inf"):
        raise ValueError(f"rate is {rate}; give a number above 0")
    step = np.median(np.diff(seconds))
    if step > GAP:
        raise ValueError(f"the median step of times is {step:g} s; give 10 samples a second or more, with times in seconds")
    even = seconds[0] + np.arange(int((seconds[-1] - seconds[0]) * rate + 1e-6) + 1) / rate
    after = np.clip(np.searchsorted(seconds, even), 1, count - 1)
    even = even[seconds[after] - seconds[after - 1] <= GAP]
    return (even, *(_column(np.asarray(column), index, seconds, even, rate) for index, column in enumerate(columns, 1)))


def _column(
    values: npt.NDArray[Any], number: int, seconds: npt.NDArray[np.float64], even: npt.NDArray[np.float64], rate: float
) -> npt.NDArray[Any]:
    if len(values) != len(seconds):
        raise ValueError(f"column {number} has {len(values)} rows; give {len(seconds)}, as many as times")
    if values.dtype.kind not in "fiu" or np.isin(values, (0, 1)).all():
        middles = (seconds[1:] + seconds[:-1]) / 2
        return values[np.searchsorted(middles, even)]
    values = values.astype(np.float64)
    is_there = np.isfinite(values.reshape(len(values), -1)).all(axis=1)
    if is_there.sum() < 2:
        return np.full((len(even), *values.shape[1:]), np.nan)
    seconds, values = seconds[is_there], values[is_there]
    # On an even grid of its own rate, a windowed sinc passes what is below 0.45 of the lower of the two rates.
    own = 1 / np.median(np.diff(seconds))
    grid = np.arange(seconds[0], seconds[-1] + 0.5 / own, 1 / own)
    flat = values.reshape(len(values), -1)
    regular = np.stack([np.interp(grid, seconds, axis) for axis in flat.T], axis=1)
    cut = 0.9 * min(1.0, rate / own)  # in halves of the own rate
    half = int(np.ceil(REACH * max(1.0, own / rate)))
    result = np.empty((len(even), flat.shape[1]))
    for start in range(0, len(even), 4096):
        place = (even[start : start + 4096] - grid[0]) * own
        nearest = np.rint(place).astype(int)
        taps = nearest[:, None] + np.arange(-half, half + 1)
        offsets = taps - place[:, None]
        window = np.cos(np.clip(offsets / (half + 1), -1, 1) * np.pi / 2) ** 2
        weights = np.sinc(cut * offsets) * window * ((taps >= 0) & (taps < len(grid)))
        weights /= weights.sum(axis=1, keepdims=True)
        result[start : start + 4096] = np.einsum("nt,ntc->nc", weights, regular[np.clip(taps, 0, len(grid) - 1)])
    return result.reshape(len(even), *values.shape[1:])
