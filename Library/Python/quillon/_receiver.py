"""Samples from the bytes that a sensor sends on a serial line."""
from __future__ import annotations

import ctypes
import dataclasses
from collections.abc import Iterable, Iterator
from typing import BinaryIO

import numpy as np
import numpy.typing as npt

from . import _library as c

# Generated from SerialFormat.swift by `make lists`: do not edit.
FORMATS = (
    "csv", "tagged", "witmotion-11", "witmotion-ble", "bno08x-rvc", "x-imu3", "mavlink", "razor-text", "razor-binary-sensors",
    "vectornav-ascii", "vectornav-binary", "xsens-xbus", "mip",
)
# End of the generated part.
SIZE = 2112


@dataclasses.dataclass(frozen=True, eq=False)
class Sample:
    """A sample of a sensor on a serial line. What it does not have is None.

    time: s, modulo 4294.967296.
    gyr: 3 rad/s.
    acc: 3 m/s², specific force, or the acceleration without gravity if is_linear.
    quat: w, x, y, z: the attitude that the sensor computed, body to reference.
    is_linear: acc is without gravity.
    is_pen_down: a button is pressed.
    """

    time: float
    gyr: npt.NDArray[np.float64] | None
    acc: npt.NDArray[np.float64]
    quat: npt.NDArray[np.float64] | None
    is_linear: bool
    is_pen_down: bool


def decode(source: bytes | BinaryIO | Iterable[bytes], format: str) -> Iterator[Sample]:
    """The samples in the bytes of a serial line, 100 a second.

        with open("log.bin", "rb") as file:
            acc = numpy.array([sample.acc for sample in quillon.decode(file, "witmotion-11")])

    The first 50 samples show what the board sends, and are not returned.

    source: bytes, a binary file or serial port, or an iterable of bytes. format: one of FORMATS, which `quillon protocols`
    describes.
    """
    if format not in FORMATS:
        raise ValueError(f"format is {format!r}; give one of {', '.join(FORMATS)}")
    if isinstance(source, str):
        raise TypeError("source is a text; give its bytes, such as text.encode(), or a file that was opened with \"rb\"")
    state = c.State(SIZE)
    c.check(getattr(c.library, f"quillon_receiver_init_{format.replace('-', '_')}")(state.pointer, ctypes.c_uint32(state.size)))
    return _samples(state, source)


def _samples(state: c.State, source: bytes | BinaryIO | Iterable[bytes]) -> Iterator[Sample]:
    if isinstance(source, (bytes, bytearray)):
        chunks: Iterable[bytes] = [bytes(source)]
    elif hasattr(source, "read"):
        chunks = iter(lambda: source.read(256), b"")
    else:
        chunks = source
    raw = c.Sample()
    push, pointer = c.library.quillon_receiver_push, ctypes.byref(raw)
    for chunk in chunks:
        if isinstance(chunk, str):
            raise TypeError("source gives texts; give bytes: open a file with \"rb\"")
        for byte in chunk:
            if c.check(push(state.pointer, byte, pointer)) == 1:
                yield Sample(
                    raw.time * 1e-6, _vector(raw.rate, c.RATE) if raw.has & 1 else None, _vector(raw.force, c.FORCE),
                    _vector(raw.attitude, c.QUATERNION) if raw.has & 2 else None, bool(raw.has & 4), bool(raw.has & 8))


def _vector(steps: ctypes.Structure, bits: int) -> npt.NDArray[np.float64]:
    return np.frombuffer(bytes(steps), dtype=np.int32) * 2.0**-bits
