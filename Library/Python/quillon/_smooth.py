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
# The core treats a longer step as a gap, µs.
GAP = 100_000


def smooth(
    gyr: npt.ArrayLike, acc: npt.ArrayLike, mag: npt.ArrayLike | None = None, *, times: npt.ArrayLike | None = None, rate: float = 100,
    gravity_time: float = 3.0, **settings: Any,
) -> Motion:
    """The motion of a recording, more exact than that of a `Fusion`, which knows no later samples.

    The filter runs over the recording, back, and over it again. It begins the last two runs with all that it has learned. A heading
    by the field and the bias are their means. The vertical is the mean of the readings before and after, in a frame that does not turn.
    firmware-docs/COMPARISON.md has its errors.

    gyr, acc, mag, times: as in `Fusion.update`. rate, gravity_time, settings: as in `Fusion`.
    """
    rate = _checks.check_rate(rate, _checks.FUSION_RATES)
    acc = _checks.readings(acc, "acc")
    count = len(acc)
    gyr = _checks.rates(gyr, count)
    mag = None if mag is None else _checks.readings(mag, "mag", count)
    if times is not None:
        stamps = _checks.microseconds(times, count)
        _checks.check_steps(stamps, _checks.FUSION_RATES)
    else:
        stamps = c.sample_times(0, count, rate)
    _checks.warn_of_units(acc, gyr, mag, rate, stamps)

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
    quat = whole.quat[forth]
    if mag is not None:
        other = whole.quat[back]
        quat = quat + np.where((quat * other).sum(axis=1, keepdims=True) < 0, -other, other)
    quat = quat / np.linalg.norm(quat, axis=1, keepdims=True)
    bias = bias + (whole.bias[forth] - whole.bias[back]) / 2
    for part in np.split(indices, np.flatnonzero(steps > GAP) + 1):
        vertical = _vertical(gyr[part] - bias[part], acc[part], first.is_clipped[part], stamps[part], gravity_time)
        quat[part] = multiply(_upright(rotate(quat[part], vertical)), quat[part])
    if mag is None:
        quat = multiply(_turn(first.quat[0], quat[0]), quat)
    gravity = rotate(quat * [1, -1, -1, -1], [0, 0, -GRAVITY])
    linear = np.where(acc.any(axis=1)[:, None], acc + gravity, np.nan)  # a row of zeros is missing
    return dataclasses.replace(
        first, quat=quat, gravity=gravity, linear_acceleration=linear, rate=gyr - bias, bias=bias, status=whole.status[forth],
        is_at_rest=whole.is_at_rest[forth], is_field_disturbed=whole.is_field_disturbed[forth])


def _turn(a: npt.NDArray[np.float64], b: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """The rotation about the vertical that brings the heading of `b` to that of `a`; none if `b` is upside down to `a`."""
    turn = multiply(a, b * [1, -1, -1, -1]) * [1, 0, 0, 1]
    length = np.linalg.norm(turn)
    return turn / length if length > 1e-6 else np.array([1.0, 0, 0, 0])


def _vertical(
    rate: npt.NDArray[np.float64], acc: npt.NDArray[np.float64], is_clipped: npt.NDArray[np.bool_], stamps: npt.NDArray[np.int64],
    gravity_time: float,
) -> npt.NDArray[np.float64]:
    """Where up is in the body frame, N×3 of any length: what an accelerometer reads, low-passed in a frame that does not turn."""
    steps = np.diff(stamps, prepend=stamps[:1]) * 1e-6
    half = rate * (steps / 2)[:, None]
    angle = np.linalg.norm(half, axis=1, keepdims=True)
    turned = np.concatenate([np.cos(angle), half * np.sinc(angle / np.pi)], axis=1)
    # All products of the first turns, by as many passes as their number has binary digits.
    reach = 1
    while reach < len(turned):
        turned[reach:] = multiply(turned[:-reach], turned[reach:])
        reach *= 2
    is_used = ~is_clipped & np.isfinite(acc).all(axis=1) & acc.any(axis=1)
    readings = np.where(is_used[:, None], rotate(turned, np.nan_to_num(acc)), 0)
    # A Butterworth low-pass of second order, forward and backward.
    size = 1 << (2 * len(acc) - 1).bit_length()
    distance = np.minimum(np.arange(size), size - np.arange(size)) * np.mean(steps[1:]) / gravity_time if len(acc) > 1 else np.zeros(size)
    response = np.fft.rfft(np.exp(-distance) * (np.cos(distance) + np.sin(distance)))
    low = np.fft.irfft(np.fft.rfft(readings, size, axis=0) * response[:, None], size, axis=0)[: len(acc)]
    return rotate(turned * [1, -1, -1, -1], low)


def _upright(up: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """The shortest rotations of vectors of the reference frame to the vertical; none for 0."""
    x, y, z = up.T
    length = np.linalg.norm(up, axis=1)
    quat = np.stack([length + z, y, -x, 0 * z], axis=1)
    quat[length < 1e-9] = [1, 0, 0, 0]
    return quat / np.linalg.norm(quat, axis=1, keepdims=True)
