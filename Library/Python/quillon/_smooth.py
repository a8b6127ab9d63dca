"""Attitude of a whole recording: each sample's from all samples, those before it and those after it."""
from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _checks
from . import _library as c
from ._fusion import Fusion, Motion
from ._rotation import multiply, rotate

GRAVITY = 9.80665


def smooth(
    gyr: npt.ArrayLike, acc: npt.ArrayLike, mag: npt.ArrayLike | None = None, *, times: npt.ArrayLike | None = None, rate: float = 100,
    gravity_time: float = 4.0, **settings: Any,
) -> Motion:
    """The motion of a recording, more exact than that of a `Fusion`, which knows no later samples.

    The filter runs over the recording, back, and over it again. It begins the last two runs with all that it has learned, and lags
    behind in opposite directions. The attitude is their mean. firmware-docs/COMPARISON.md has its errors.

    gyr, acc, mag, times: as in `Fusion.update`. rate, gravity_time, settings: as in `Fusion`.
    """
    acc = _checks.rows(acc, 3, "acc")
    count = len(acc)
    gyr = _checks.rows(gyr, 3, "gyr", count)
    mag = None if mag is None else _checks.rows(mag, 3, "mag", count)
    if times is not None:
        stamps = _checks.microseconds(times, count)
        _checks.check_steps(stamps, _checks.FUSION_RATES)
    else:
        stamps = c.sample_times(0, count, rate)
    _checks.warn_of_units(acc, gyr, mag)

    def run(gyr: npt.NDArray[np.float64], order: npt.NDArray[np.intp] | slice, stamps: npt.NDArray[np.int64]) -> Motion:
        return Fusion(rate, gravity_time=gravity_time, **settings)._run(gyr, acc[order], None if mag is None else mag[order], stamps)

    first = run(gyr, slice(None), stamps)
    if count < 2:
        return first
    # Backward in time the rates are negative, but a bias is not. So the bias is removed before. Clipped readings stay as they are.
    bias = first.bias[-1]
    level = np.where(first.is_clipped[:, None], gyr, gyr - bias)
    # A rate is that of the step to its sample: backward, the step from its sample.
    indices = np.arange(count)
    order = np.concatenate([indices, indices[-2::-1], indices[1:]])
    steps = np.diff(stamps)
    all_steps = np.concatenate([stamps[:1], steps, steps[::-1], steps])
    whole = run(np.concatenate([level, -level[:0:-1], level[1:]]), order, np.cumsum(all_steps))
    back, forth = slice(2 * count - 2, count - 2, -1), slice(2 * count - 2, 3 * count - 2)
    quat = _mean(whole.quat[forth], whole.quat[back], has_north=mag is not None)
    if mag is None:
        quat = multiply(_turn(first.quat[:1], quat[:1]), quat)
    gravity = rotate(quat * [1, -1, -1, -1], [0, 0, -GRAVITY])
    bias = bias + (whole.bias[forth] - whole.bias[back]) / 2
    return dataclasses.replace(
        first, quat=quat, gravity=gravity, linear_acceleration=acc + gravity, rate=gyr - bias, bias=bias, status=whole.status[forth],
        is_at_rest=whole.is_at_rest[forth], is_field_disturbed=whole.is_field_disturbed[forth])


def _mean(a: npt.NDArray[np.float64], b: npt.NDArray[np.float64], has_north: bool) -> npt.NDArray[np.float64]:
    """The rotations halfway between `a` and `b`; without a north, with the heading of `a`."""
    if not has_north:
        b = multiply(_turn(a, b), b)
    total = a + b * np.where((a * b).sum(axis=1, keepdims=True) < 0, -1, 1)
    return total / np.linalg.norm(total, axis=1, keepdims=True)


def _turn(a: npt.NDArray[np.float64], b: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """The rotations about the vertical that bring the heading of `b` to that of `a`."""
    turn = multiply(a, b * [1, -1, -1, -1]) * [1, 0, 0, 1]
    length = np.linalg.norm(turn, axis=1, keepdims=True)
    return np.where(length > 1e-6, turn / np.maximum(length, 1e-6), [1, 0, 0, 0])
