"""Attitude from six or nine axes."""
from __future__ import annotations

import ctypes
import dataclasses
import enum
import threading
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from . import _checks, _tables
from . import _library as c

if TYPE_CHECKING:
    import pandas

FRAMES = {"arbitrary": 0, "corrected": 1, "magnetic": 2, "true": 3}
SIZES = {6: 832, 9: 960}
# Of the first 16 of the 19 words of a motion: attitude, gravity, linear acceleration, rate, bias.
STEPS = 2.0 ** -np.repeat([c.QUATERNION, c.FORCE, c.RATE, c.BIAS], [4, 6, 3, 3])

Array = npt.NDArray[np.float64]


class Status(enum.IntEnum):
    """How far a filter is.

    STARTING: no attitude yet. CONVERGING: an attitude that may still change at rest. READY: all estimates have converged.
    """

    STARTING = 0
    CONVERGING = 1
    READY = 2


@dataclasses.dataclass(frozen=True, eq=False)
class Motion:
    """What is known at each of N samples. The body frame is that of the readings; the reference frame has z up.

    times: N seconds, as they were given, or from the rate.
    quat: N×4, w first, the attitude: body to reference. 1, 0, 0, 0 before there is one.
    gravity: N×3 m/s², body frame: it points down.
    linear_acceleration: N×3 m/s², body frame, without gravity. `quillon.rotate(quat, linear_acceleration)` is in the reference frame.
        Not-a-number where acc is missing.
    rate: N×3 rad/s, body frame, without the gyroscope's bias.
    bias: N×3 rad/s, the gyroscope's reading at rest.
    status: N numbers of `quillon.Status`.
    is_at_rest: N truths: the board is at rest.
    is_clipped: N truths: a reading has reached the full scale of its sensor. The filter leaves it out.
    is_field_disturbed: N truths: the field does not look like the earth's, or the board has not turned in it yet. True with six axes.
    """

    times: Array
    quat: Array
    gravity: Array
    linear_acceleration: Array
    rate: Array
    bias: Array
    status: npt.NDArray[np.int8]
    is_at_rest: npt.NDArray[np.bool_]
    is_clipped: npt.NDArray[np.bool_]
    is_field_disturbed: npt.NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.times)

    def to_pandas(self) -> pandas.DataFrame:
        """A DataFrame with a row a sample: t, qw to qz, gravity_x and so on."""
        return _tables.frame(
            t=self.times, q=self.quat, gravity_=self.gravity, linear_acceleration_=self.linear_acceleration, rate_=self.rate,
            bias_=self.bias, status=self.status, is_at_rest=self.is_at_rest, is_clipped=self.is_clipped,
            is_field_disturbed=self.is_field_disturbed)


class Fusion:
    """A filter that finds the attitude of a board from its gyroscope, its accelerometer and, if given, its magnetometer.

        motion = quillon.Fusion(rate=100).update(gyr, acc)
        motion.quat, motion.linear_acceleration

    rate: samples a second, 25 to 800.
    frame: "arbitrary" (six axes: x points where it did at the start), "magnetic" (x to magnetic north, y west), "true" (x to true
        north), "corrected" (as arbitrary, held by the field). By default the first update decides: magnetic if it has a field.
        z is up. `quillon.in_frame` turns attitudes into another frame, east, north, up for example.
    declination: with frame="true" only: how far magnetic north is east of true north, rad.
    force_full_scale, rate_full_scale: m/s² and rad/s from which on a reading is clipped; None: unknown.
    gravity_time: the time constant of the average of gravity, 0.5 to 60 s.
    """

    def __init__(
        self, rate: float = 100, *, frame: str | None = None, declination: float = 0.0, force_full_scale: float | None = None,
        rate_full_scale: float | None = None, gravity_time: float = 3.0,
    ) -> None:
        if frame is not None and frame not in FRAMES:
            raise ValueError(f"frame is {frame!r}; give one of {', '.join(FRAMES)}")
        if not 0.5 <= gravity_time <= 60:
            raise ValueError(f"gravity_time is {gravity_time}; give 0.5 to 60 s")
        for name, scale in (("force_full_scale", force_full_scale), ("rate_full_scale", rate_full_scale)):
            if scale is not None and not 0 < scale < float("inf"):
                raise ValueError(f"{name} is {scale}; give a number above 0, or None if it is not known")
        _checks.check_declination(declination, frame)
        self.rate = _checks.check_rate(rate, _checks.FUSION_RATES)
        self.frame = frame
        self._settings = c.Settings(
            force_full_scale=_steps(force_full_scale, c.FORCE), rate_full_scale=_steps(rate_full_scale, c.RATE),
            gravity_time=_steps(gravity_time, 16), declination=_steps(declination, c.ANGLE))
        self._axes = 0
        self._clock = _checks.Clock()
        self._lock = threading.Lock()
        if frame is not None:
            self._begin(6 if frame == "arbitrary" else 9)

    def update(
        self, gyr: npt.ArrayLike, acc: npt.ArrayLike, mag: npt.ArrayLike | None = None, *, times: npt.ArrayLike | None = None
    ) -> Motion:
        """Processes N samples, and returns the motion at each. A recording may come in one call or in many: the result is the same.

        gyr: N×3 rad/s, without not-a-number: leave out such rows of all arrays, and give times. acc: N×3 m/s², specific force: +9.8 on
        the axis that points up at rest. mag: N×3 µT. A row of acc or mag that is zeros or has not-a-number is missing. times: N seconds,
        or datetime64, if samples are not even; every update then needs them.
        """
        acc = _checks.readings(acc, "acc")
        count = len(acc)
        gyr = _checks.rates(gyr, count)
        mag = None if mag is None else _checks.readings(mag, "mag", count)
        stamps = None if times is None else _checks.microseconds(times, count)
        if stamps is not None:
            _checks.check_steps(stamps, _checks.FUSION_RATES)
        _checks.warn_of_units(acc, gyr, mag, self.rate, stamps)
        return self._run(gyr, acc, mag, stamps)

    def _run(self, gyr: Array, acc: Array, mag: Array | None, stamps: npt.NDArray[np.int64] | None) -> Motion:
        count = len(acc)
        forces, rates = c.fixed(acc, c.FORCE), c.fixed(gyr, c.RATE)
        fields = None if mag is None else c.fixed(mag, c.FIELD)
        words = np.empty((count, 19), dtype=np.int32)
        with self._lock:
            if not self._axes:
                self._begin(6 if fields is None else 9)
            if (self._axes == 9) != (fields is not None):
                raise ValueError(
                    f"the fusion has {self._axes} axes; " + ("leave out mag" if self._axes == 6 else "give mag in every update"))
            stamps = self._clock.follow(stamps, count, self.rate)
            data = [c.wrapped(stamps), forces, rates] + ([fields] if fields is not None else []) + [words]
            self._call("run", ctypes.c_uint32(count), *map(c.address, data))
        return self._motion(stamps, words, forces, rates)

    def _motion(
        self, stamps: npt.NDArray[np.int64], words: npt.NDArray[np.int32], forces: npt.NDArray[np.int32], rates: npt.NDArray[np.int32]
    ) -> Motion:
        clipped = np.zeros(len(words), dtype=bool)
        for readings, scale in ((forces, self._settings.force_full_scale), (rates, self._settings.rate_full_scale)):
            scale = scale or 2**31 - 1
            if readings.max(initial=0) >= scale or readings.min(initial=0) <= -scale:
                clipped |= ((readings >= scale) | (readings <= -scale)).any(axis=1)
        values = words[:, :16] * STEPS
        is_missing = ~forces.any(axis=1)
        if is_missing.any():
            values[is_missing, 7:10] = np.nan
        return Motion(
            times=stamps * 1e-6, quat=values[:, 0:4], gravity=values[:, 4:7], linear_acceleration=values[:, 7:10],
            rate=values[:, 10:13], bias=values[:, 13:16], status=words[:, 16].astype(np.int8), is_at_rest=words[:, 17] != 0,
            is_clipped=clipped, is_field_disturbed=words[:, 18] != 0)

    def _begin(self, axes: int) -> None:
        self._axes = axes
        self.frame = self.frame or ("arbitrary" if axes == 6 else "magnetic")
        self._settings.frame = FRAMES[self.frame]
        self._state = c.State(SIZES[axes])
        self._call("init", ctypes.c_uint32(self._state.size), ctypes.byref(self._settings))

    def _call(self, name: str, *arguments: Any) -> int:
        return c.check(getattr(c.library, f"quillon_fusion{self._axes}_{name}")(self._state.pointer, *arguments))


def _steps(value: float | None, bits: int) -> int:
    return 0 if value is None else int(c.fixed(np.array([value], dtype=np.float64), bits)[0])
