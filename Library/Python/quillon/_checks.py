"""Checks of arrays before the core gets them: shapes, times, rates and units."""
from __future__ import annotations

import sys
import warnings
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _library as c

FUSION_RATES = (25.0, 800.0)
RECOGNIZER_RATES = (80.0, 125.0)


def rows(values: Any, columns: int, name: str, count: int | None = None) -> npt.NDArray[np.float64]:
    """`values` as an array of that many columns, and `count` rows unless it is None."""
    wanted = f"give an array of {'N' if count is None else count} × {columns} numbers"
    if values is None:
        raise ValueError(f"{name} is None; {wanted}")
    array = np.asarray(values, dtype=np.float64)
    if array.ndim != 2 or array.shape[1] != columns or (count is not None and len(array) != count):
        raise ValueError(f"{name} has the shape {array.shape}; {wanted}")
    return array


def rates(values: Any, count: int) -> npt.NDArray[np.float64]:
    """`values` as that many angular rates, all of them numbers: a missing one is no rate of 0."""
    gyr = rows(values, 3, "gyr", count)
    missing = np.isnan(gyr).any(axis=1)
    if missing.any():
        raise ValueError(f"gyr[{int(missing.argmax())}] is not a number; leave out such rows of all arrays, and give times")
    return gyr


def readings(values: Any, name: str, count: int | None = None) -> npt.NDArray[np.float64]:
    """`values` as N×3 readings. A row with one that is not a number is missing as a whole."""
    array = rows(values, 3, name, count)
    missing = np.isnan(array).any(axis=1)
    return np.where(missing[:, None], np.nan, array) if missing.any() else array


def truths(values: Any, count: int, name: str) -> npt.NDArray[np.bool_]:
    """`values` as that many truths."""
    array = np.asarray(values)
    if array.shape != (count,):
        raise ValueError(f"{name} has the shape {array.shape}; give {count} truths")
    return array != 0


def check_rate(rate: float, limits: tuple[float, float]) -> float:
    """The samples a second, if they are within limits."""
    if not isinstance(rate, (int, float, np.integer, np.floating)):
        raise TypeError(f"rate is {rate!r}; give a number of samples a second")
    if not limits[0] <= rate <= limits[1]:
        raise ValueError(
            f"rate is {rate}; give {limits[0]:g} to {limits[1]:g} samples a second. quillon.resample makes 100 a second of other recordings")
    return float(rate)


def microseconds(times: Any, count: int) -> npt.NDArray[np.int64]:
    """Times as µs: of seconds, truncated as in Quillon's traces, of datetime64, timedelta64 or datetimes. Each is later than the one before."""
    array = np.asarray(times)
    if array.shape != (count,):
        raise ValueError(f"times has the shape {array.shape}; give {count} numbers, in seconds")
    if array.dtype == object and count and hasattr(array[0], "timestamp"):
        array = np.array([time.timestamp() for time in array])
    if array.dtype.kind in "Mm":
        if np.isnat(array).any():
            raise ValueError(f"times[{int(np.isnat(array).argmax())}] is missing; leave out rows without a time")
        stamps = array.astype(f"{array.dtype.kind}8[us]").astype(np.int64)
    else:
        seconds = array.astype(np.float64)
        # A float64 holds each microsecond up to 2^53 µs.
        if not np.all(np.abs(seconds) <= 9e9):
            raise ValueError("times has numbers that are not within ±9e9 s; give seconds, or datetime64")
        stamps = np.trunc(seconds * 1e6).astype(np.int64)
    steps = np.diff(stamps)
    if np.any(steps <= 0):
        index = int((steps <= 0).argmax()) + 1
        advice = "leave out rows of an equal time, or give the rate instead of times if the samples are even"
        raise ValueError(
            f"times[{index}] is {array[index]}, not later than {array[index - 1]} before it; "
            + (advice if steps[index - 1] == 0 else "sort the recording by time"))
    return stamps


def check_steps(stamps: npt.NDArray[np.int64], limits: tuple[float, float]) -> None:
    """ValueError if the median rate of times, µs, is not within limits. A few samples are not checked."""
    if len(stamps) < 10:
        return
    step = float(np.median(np.diff(stamps))) * 1e-6
    if limits[0] * 0.9 <= 1 / step <= limits[1] * 1.1:
        return
    for unit, scale in (("ms", 1e3), ("µs", 1e6), ("ns", 1e9)):
        if FUSION_RATES[0] <= scale / step <= FUSION_RATES[1]:
            raise ValueError(f"the median step of times is {step:g} s; if they are in {unit}, give times / {scale:g}")
    raise ValueError(
        f"the median rate of times is {1 / step:.4g} samples a second; {limits[0]:g} to {limits[1]:g} are taken. "
        "quillon.resample makes 100 a second of a recording")


class Clock:
    """The times of one update after another."""

    def __init__(self) -> None:
        self._count = 0
        self._last = -(2**62)
        self._is_given = False

    def follow(self, stamps: npt.NDArray[np.int64] | None, count: int, rate: float) -> npt.NDArray[np.int64]:
        """The times of an update, µs: those given, or from the rate. ValueError if they do not go on from the update before."""
        if self._count and count and (stamps is not None) != self._is_given:
            raise ValueError("the updates before had times; give times in every update" if self._is_given else
                             "the updates before had no times; give times in every update, or in none")
        given, stamps = stamps is not None, c.sample_times(self._count, count, rate) if stamps is None else stamps
        if count:
            if stamps[0] <= self._last:
                raise ValueError(
                    f"times[0] is {stamps[0] * 1e-6:.6f} s, not later than {self._last * 1e-6:.6f} s, the last of the update before; "
                    "give each sample once, in order")
            self._count, self._last, self._is_given = self._count + count, int(stamps[-1]), given
        return stamps


def check_declination(declination: float, frame: str | None) -> None:
    """ValueError for a declination that is no angle or has no use; warns of one that is likely in degrees."""
    if not abs(declination) <= np.pi:
        raise ValueError(f"declination is {declination}; give -pi to pi rad: np.radians of degrees")
    if declination and frame != "true":
        raise ValueError('declination is for frame="true" only; give that frame, too, or leave declination out')
    if abs(declination) > 0.6:
        _warn(f"declination is {declination:g} rad, which is {np.degrees(declination):.0f} degrees: is it in degrees? Give np.radians(declination)")


def warn_of_units(
    acc: npt.NDArray[np.float64] | None, gyr: npt.NDArray[np.float64] | None = None, mag: npt.NDArray[np.float64] | None = None,
    rate: float = 100, stamps: npt.NDArray[np.int64] | None = None,
) -> None:
    """Warns of numbers that are most likely in another unit, or of another sensor. A few samples show nothing.

    rate, stamps: samples a second, or times in µs.
    """
    if acc is not None and not _reads_gravity(acc):
        for name, values in (("gyr", gyr), ("mag", mag)):
            if values is not None and _reads_gravity(values):
                _warn(f"{name} has a norm of about 9.8, as acc should have, and acc has not: give gyr, acc, mag in this order")
                return
    strength = _median_norm(acc)
    if strength is not None and not 4 <= strength <= 100:
        guesses = {"g; multiply acc by 9.80665": 1, "thousandths of g; multiply acc by 0.00980665": 1000}
        other = "another unit, without gravity, or in the place of gyr"
        guess = next((text for text, one in guesses.items() if 0.5 * one < strength < 2 * one), other)
        _warn(f"acc has a median norm of {strength:.3g}, but a board at rest reads 9.8 m/s²: it seems to be in {guess}")
    if gyr is not None and not warn_of_degrees(gyr) and acc is not None and len(acc) >= 50:
        step = 1 / rate if stamps is None else float(np.median(np.diff(stamps))) * 1e-6
        if _turns_too_far(acc[:20_000], gyr[:20_000], step):
            other = f"rate is wrong, which is {rate:g}" if stamps is None else "times are wrong"
            _warn(f"gyr turns much farther than the readings of acc: it seems to be in degrees/s; give np.radians(gyr). Or {other}")
    strength = _median_norm(mag)
    if strength is not None and not 5 <= strength <= 1000:
        guesses = {"gauss; multiply mag by 100": 0.5, "nT; divide mag by 1000": 50_000.0}
        guess = next((text for text, one in guesses.items() if 0.4 * one < strength < 1.5 * one), "another unit")
        _warn(f"mag has a median norm of {strength:.3g}, but the earth's field has 22 to 67 µT: it seems to be in {guess}")


def warn_of_degrees(gyr: npt.NDArray[np.float64]) -> bool:
    """Warns of rates that no gyroscope has in rad/s, and returns whether it did."""
    is_beyond = bool(max(np.nanmax(gyr, initial=0), -np.nanmin(gyr, initial=0)) > 64)
    if is_beyond:
        _warn("gyr goes beyond 64 rad/s, where it is clipped: it seems to be in degrees/s; give np.radians(gyr)")
    return is_beyond


def _reads_gravity(values: npt.NDArray[np.float64]) -> bool:
    """Whether half of the norms or more are near that of gravity."""
    if len(values) < 10:
        return False
    norms = _norms(values)
    return len(norms) > 0 and bool(((norms > 8) & (norms < 12)).mean() >= 0.5)


def _turns_too_far(acc: npt.NDArray[np.float64], gyr: npt.NDArray[np.float64], step: float) -> bool:
    """Whether gravity would turn more than thrice as far, from one mean over 0.1 s to the next, as the means of acc do."""
    width = max(1, round(0.1 / step))
    count = len(acc) // width
    means, rates = (array[: count * width].reshape(count, width, 3).mean(axis=1) for array in (acc, gyr))
    turned = np.cross(means[1:] + means[:-1], rates[1:] + rates[:-1]) * (width * step / 4)
    moved, norm = np.diff(means, axis=0), np.linalg.norm(means, axis=1)
    return bool((turned**2).sum() > max(9 * (moved**2).sum(), 1e-3 * (norm**2).sum()))


def _median_norm(values: npt.NDArray[np.float64] | None) -> float | None:
    if values is None or len(values) < 10:
        return None
    norms = _norms(values)
    return float(np.median(norms)) if len(norms) else None


def _norms(values: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """The norms of the rows that are there. Some thousand of a long recording are enough."""
    norms = np.linalg.norm(values[:: 1 + len(values) // 5000], axis=1)
    return norms[norms > 0]


def _warn(text: str) -> None:
    # The line of the user's program: the first one that is not of this package.
    frame, level = sys._getframe(1), 2
    while frame.f_back is not None and frame.f_globals.get("__package__") == __package__:
        frame, level = frame.f_back, level + 1
    warnings.warn(text, UserWarning, stacklevel=level)
