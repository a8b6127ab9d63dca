"""Attitude from six or nine axes."""
from __future__ import annotations

import ctypes
import threading
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _library as c

FRAMES = {"arbitrary": 0, "corrected": 1, "magnetic": 2, "true": 3}
STATES = ("starting", "converging", "ready")
SIZES = {6: 832, 9: 960}


class Fusion:
    """A filter that finds the attitude of a board from its gyroscope, its accelerometer and, if given, its magnetometer.

    rate: samples a second, 25 to 800.
    frame: "arbitrary" (six axes: x points where it did at the start), "magnetic" (x to magnetic north, y west), "true" (x to true
        north), "corrected" (as arbitrary, held by the field). By default the first update decides: magnetic if it has a field.
    declination: for "true": how far magnetic north is east of true north, rad.
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
        if not abs(declination) <= np.pi:
            raise ValueError(f"declination is {declination}; give -pi to pi rad")
        self.rate = c.check_rate(rate)
        self.frame = frame
        self._settings = c.Settings(
            force_full_scale=_steps(force_full_scale, c.FORCE), rate_full_scale=_steps(rate_full_scale, c.RATE),
            gravity_time=_steps(gravity_time, 16), declination=_steps(declination, c.ANGLE))
        self._axes = 0
        self._count = 0
        self._lock = threading.Lock()
        if frame is not None:
            self._begin(6 if frame == "arbitrary" else 9)

    def update(
        self, gyr: npt.ArrayLike, acc: npt.ArrayLike, mag: npt.ArrayLike | None = None, *, times: npt.ArrayLike | None = None
    ) -> npt.NDArray[np.float64]:
        """The attitude after each sample: N×4, w first, body to reference, z up. Before there is one: 1, 0, 0, 0.

        gyr: N×3 rad/s. acc: N×3 m/s², specific force: +9.8 on the axis that points up at rest. mag: N×3 µT; a row of zeros or
        not-a-number is missing. times: N seconds, if samples are not even; every update then needs them.
        """
        acc = c.rows(acc, 3, "acc")
        count = len(acc)
        gyr = c.rows(gyr, 3, "gyr", count)
        forces, rates = c.fixed(acc, c.FORCE), c.fixed(gyr, c.RATE)
        fields = None if mag is None else c.fixed(c.rows(mag, 3, "mag", count), c.FIELD)
        attitudes = np.empty((count, 4), dtype=np.int32)
        with self._lock:
            if not self._axes:
                self._begin(6 if fields is None else 9)
            if (self._axes == 9) != (fields is not None):
                raise ValueError(
                    f"the fusion has {self._axes} axes; " + ("leave out mag" if self._axes == 6 else "give mag in every update"))
            stamps = c.sample_times(self._count, count, self.rate) if times is None else c.given_times(times, count)
            self._count += count
            data = [stamps, forces, rates] + ([fields] if fields is not None else []) + [attitudes]
            self._call("run", ctypes.c_uint32(count), *map(c.address, data))
        return attitudes * 2.0**-c.QUATERNION

    @property
    def status(self) -> str:
        """How far the filter is: "starting", "converging" or "ready"."""
        return STATES[self._status().state]

    @property
    def is_at_rest(self) -> bool:
        """True if the board is at rest."""
        return bool(self._status().is_at_rest)

    @property
    def bias(self) -> npt.NDArray[np.float64]:
        """The gyroscope's reading at rest, rad/s."""
        return self._vector("bias", 30)

    @property
    def gravity(self) -> npt.NDArray[np.float64]:
        """Gravity at the latest sample, m/s², body frame."""
        return self._vector("gravity", c.FORCE)

    @property
    def linear_acceleration(self) -> npt.NDArray[np.float64]:
        """The acceleration without gravity at the latest sample, m/s², body frame."""
        return self._vector("linear_acceleration", c.FORCE)

    def _begin(self, axes: int) -> None:
        self._axes = axes
        self.frame = self.frame or ("arbitrary" if axes == 6 else "magnetic")
        self._settings.frame = FRAMES[self.frame]
        self._state = c.State(SIZES[axes])
        self._call("init", ctypes.c_uint32(self._state.size), ctypes.byref(self._settings))

    def _call(self, name: str, *arguments: Any) -> int:
        if not self._axes:
            raise ValueError("the fusion has no sample yet; call update first")
        return c.check(getattr(c.library, f"quillon_fusion{self._axes}_{name}")(self._state.pointer, *arguments))

    def _status(self) -> c.Status:
        status = c.Status()
        if self._axes:
            self._call("status", ctypes.byref(status))
        return status

    def _vector(self, name: str, bits: int) -> npt.NDArray[np.float64]:
        vector = c.Vector()
        self._call(name, ctypes.byref(vector))
        return np.array([vector.x, vector.y, vector.z]) * 2.0**-bits


def _steps(value: float | None, bits: int) -> int:
    return 0 if value is None else int(c.fixed(np.array([value], dtype=np.float64), bits)[0])
