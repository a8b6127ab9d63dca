"""The errors of accelerometers and magnetometers, found from recordings."""
from __future__ import annotations

import ctypes
import dataclasses
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _checks
from . import _library as c

ACCURACIES = ("low", "medium", "high")
SIZE = 832
# The largest gain that the library can give, in its steps.
LIMIT = 2**30 - 1


@dataclasses.dataclass(frozen=True, eq=False)
class Correction:
    """What corrects a sensor: gain · (reading − offset).

    offset: 3 numbers in the sensor's unit: the reading where the true value is 0.
    gain: 3×3 numbers: scale, cross-talk and soft iron.
    accuracy: "high", "medium" or "low": corrected directions are wrong by at most about 1, 2 or 6 degrees.
    """

    offset: npt.NDArray[np.float64]
    gain: npt.NDArray[np.float64]
    accuracy: str

    def apply(self, readings: npt.ArrayLike) -> npt.NDArray[np.float64]:
        """N×3 readings, corrected."""
        return (_checks.rows(readings, 3, "readings") - self.offset) @ self.gain.T


def fit_accelerometer(acc: npt.ArrayLike, gyr: npt.ArrayLike | None = None) -> Correction:
    """The correction of an accelerometer, from a recording of a board that rests on each of its six sides, or that is turned slowly.

    acc: N×3 m/s². gyr: N×3 rad/s, which shows better when the board is still. About 100 samples a second. Rows with
    not-a-number are left out.
    """
    acc = _checks.rows(acc, 3, "acc")
    gyr = None if gyr is None else _checks.rows(gyr, 3, "gyr", len(acc))
    is_there = np.isfinite(acc if gyr is None else np.hstack([acc, gyr])).all(axis=1)
    acc = acc[is_there]
    _checks.warn_of_units(acc)
    rates = None if gyr is None else c.fixed(gyr[is_there], c.RATE)
    advice = "let the board rest for a second on each of its six sides, or turn it slowly in all directions"
    return _fit("accelerometer", c.FORCE, c.fixed(acc, c.FORCE), rates, None, advice)


def fit_magnetometer(mag: npt.ArrayLike) -> Correction:
    """The correction of a magnetometer, hard and soft iron, from a recording of a board that is turned in all directions.

    mag: N×3 µT. The corrected field keeps the mean strength of the readings. Rows with not-a-number are left out.
    """
    mag = _checks.rows(mag, 3, "mag")
    mag = mag[np.isfinite(mag).all(axis=1)]
    _checks.warn_of_units(None, None, mag)
    return _fit("magnetometer", c.FIELD, None, None, c.fixed(mag, c.FIELD), "turn the board in all directions, away from iron")


def _fit(
    sensor: str, bits: int, forces: npt.NDArray[np.int32] | None, rates: npt.NDArray[np.int32] | None,
    fields: npt.NDArray[np.int32] | None, advice: str,
) -> Correction:
    state, found = c.State(SIZE), c.Correction()

    def call(name: str, *arguments: Any) -> int:
        return getattr(c.library, f"quillon_calibrator_{name}")(state.pointer, *arguments)

    c.check(call("init", ctypes.c_uint32(state.size)))
    columns = [[None] if array is None else array for array in (forces, rates, fields)]
    for index in range(max(map(len, columns))):
        addresses = (None if array is None else c.address(array[index]) for array in (forces, rates, fields))
        c.check(call("push", *addresses))
    accuracy = call(sensor, ctypes.byref(found))
    if accuracy == c.ABSENT:
        raise ValueError(f"the recording does not determine the {sensor}'s errors; {advice}")
    c.check(accuracy)
    if found.has_gain and sensor == "accelerometer" and np.abs(found.gain).max() >= LIMIT:
        raise ValueError("the gain reaches its limit of 2; acc is probably in g: multiply acc by 9.80665")
    gain = np.array(found.gain).reshape(3, 3) * 2.0**-c.ANGLE if found.has_gain else np.eye(3)
    return Correction(np.array(found.offset) * 2.0**-bits, gain, ACCURACIES[accuracy - 1])
