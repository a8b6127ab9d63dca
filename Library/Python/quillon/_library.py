"""The C library, its structs, and numbers in its formats. quillon.h describes them."""
from __future__ import annotations

import ctypes
import pathlib
import re
from typing import Any

import numpy as np
import numpy.typing as npt

# A call of a function of CDLL lets other threads of Python run.
library = ctypes.CDLL(str(pathlib.Path(__file__).with_name("libquillon.so")))
library.quillon_version.restype = ctypes.c_uint32
# Generated from quillon.h by `make lists`: do not edit.
MODELS = ("air", "air_board", "ink", "gestures", "accelerometer")
# End of the generated part.
for _name in MODELS:
    getattr(library, f"quillon_model_{_name}").restype = ctypes.c_void_p

FORCE, RATE, FIELD, QUATERNION, BIAS, SCORE, ANGLE = 23, 25, 19, 30, 30, 12, 29
"""The fraction bits of the formats: Q8.23 m/s², Q6.25 rad/s, Q12.19 µT, Q1.30, Q1.30 rad/s, Q19.12, Q2.29 rad."""


class Settings(ctypes.Structure):
    _fields_ = [(name, ctypes.c_int32) for name in (
        "force_full_scale", "rate_full_scale", "gravity_time", "rest_rate", "rest_force", "rest_period", "frame", "declination")]


class Vector(ctypes.Structure):
    _fields_ = [(name, ctypes.c_int32) for name in "xyz"]


class Quaternion(ctypes.Structure):
    _fields_ = [(name, ctypes.c_int32) for name in "wxyz"]


class Sample(ctypes.Structure):
    _fields_ = [("time", ctypes.c_uint32), ("has", ctypes.c_uint32), ("force", Vector), ("rate", Vector), ("attitude", Quaternion)]


class Correction(ctypes.Structure):
    _fields_ = [
        ("axes", ctypes.c_int32 * 3), ("offset", ctypes.c_int32 * 3), ("has_gain", ctypes.c_int32), ("gain", ctypes.c_int32 * 9)]


class RawEvent(ctypes.Structure):
    _fields_ = [(name, ctypes.c_int32) for name in ("kind", "label", "score", "margin", "is_doubtful", "reason", "value")]
    _fields_ += [("time", ctypes.c_uint32)]


class Candidate(ctypes.Structure):
    _fields_ = [("label", ctypes.c_int32), ("score", ctypes.c_int32)]


class Writing(ctypes.Structure):
    _fields_ = [(name, ctypes.c_int32) for name in ("pen", "pen_up_time", "gates", "plane")]


MODEL = -6
ABSENT = -7
ERRORS = {
    -1: "a pointer is null", -2: "the memory is too small", -3: "the memory is misaligned", -4: "the state is not initialized",
    -5: "a value is out of its range", MODEL: "the bytes are no model", ABSENT: "there is nothing to act on"}


def check(result: int) -> int:
    """The result of a call; ValueError for an error."""
    if result < 0:
        raise ValueError(f"quillon: {ERRORS.get(result, result)}; see quillon.h")
    return result


class State:
    """Memory for one state at an address divisible by 8."""

    def __init__(self, size: int) -> None:
        self.words = (ctypes.c_uint64 * (size // 8))()
        self.size = ctypes.sizeof(self.words)
        self.pointer = ctypes.byref(self.words)


def core_version() -> str:
    """The version of the C library, as in "1.0.0"."""
    number = library.quillon_version()
    return f"{number // 10_000}.{number // 100 % 100}.{number % 100}"


def fixed(values: npt.NDArray[np.float64], bits: int) -> npt.NDArray[np.int32]:
    """Numbers in steps of 2^-bits: the nearest, ties away from zero, clamped; not-a-number gives 0. As the core converts them."""
    scaled = values * 2.0**bits
    steps = np.trunc(scaled)
    with np.errstate(invalid="ignore"):
        scaled -= steps
    steps += scaled >= 0.5
    steps -= scaled <= -0.5
    np.copyto(steps, 0.0, where=np.isnan(steps))
    np.clip(steps, -(2.0**31), 2.0**31 - 1, out=steps)
    return np.ascontiguousarray(steps.astype(np.int32))


def address(array: npt.NDArray[Any]) -> ctypes.c_void_p:
    """The address of an array's numbers."""
    return ctypes.c_void_p(array.ctypes.data)


def sample_times(first: int, count: int, rate: float) -> npt.NDArray[np.int64]:
    """The times of samples number `first` and after, µs."""
    return np.rint(np.arange(first, first + count, dtype=np.float64) * (1e6 / rate)).astype(np.int64)


def wrapped(stamps: npt.NDArray[np.int64]) -> npt.NDArray[np.uint32]:
    """Times in µs modulo 2^32, as the core has them."""
    return (stamps & 0xFFFF_FFFF).astype(np.uint32)
