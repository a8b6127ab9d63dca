"""Letters and gestures."""
from __future__ import annotations

import ctypes
import dataclasses
import os
import threading
import typing

import numpy as np
import numpy.typing as npt

from . import _checks
from . import _library as c

if typing.TYPE_CHECKING:
    from . import _trainer

KINDS = ("classification", "rejection", "abandonment")
GATES = ("duration", "turning", "rest before", "rest after", "extent", "retracing", "flatness")
ABANDONMENTS = ("gap", "too short", "not converged")
SIZE = 14_272


@dataclasses.dataclass(frozen=True)
class Event:
    """What became of a stroke.

    kind: "classification", "rejection" (a gate found that it is no letter) or "abandonment" (it could not be read).
    time: when the stroke ended, s, modulo 4294.967296.
    label: classification: what the stroke is.
    score: classification: how strongly it looks like its label.
    margin: classification: score minus the strongest rival's.
    is_doubtful: classification: the margin is below the model's threshold; the label is then a guess.
    best: classification: the five best labels and their scores.
    reason: rejection: the gate, "duration", "turning", "rest before", "rest after", "extent", "retracing" or "flatness". Abandonment:
        "gap", "too short" or "not converged".
    value: rejection: what the gate measured, s, m/s per rad, m, or a ratio. quillon.h lists them.
    """

    kind: str
    time: float
    label: str = ""
    score: float = 0.0
    margin: float = 0.0
    is_doubtful: bool = False
    best: tuple[tuple[str, float], ...] = ()
    reason: str = ""
    value: float = 0.0


class Recognizer:
    """Reads strokes of a hand, with a model.

        recognizer = quillon.Recognizer("air")
        for event in recognizer.update(gyr, acc, pen=pen) + recognizer.finish():
            print(event.label, event.margin)

    model: "air" (capital letters in the air), "air_board" (the same model in small, as firmware has it), "ink" (of a pen on a surface),
        "gestures", "accelerometer" (gestures by an accelerometer alone), or the bytes or the path of a model file.
    rate: samples a second, where no times are given, 80 to 125. `quillon.resample` makes 100 of other rates.
    pen: "samples" (a button: every update needs pen) or "motion" (no button, and no pen in updates).
    """

    def __init__(self, model: str | bytes | os.PathLike[str] = "air", rate: float = 100, *, pen: str = "samples") -> None:
        if pen not in ("samples", "motion"):
            raise ValueError(f"pen is {pen!r}; give samples or motion")
        self.rate = _checks.check_rate(rate, _checks.RECOGNIZER_RATES)
        name = model.lower().replace("-", "_") if isinstance(model, str) else ""
        if name in c.MODELS:
            size = ctypes.c_uint32()
            bytes_at = getattr(c.library, f"quillon_model_{name}")(ctypes.byref(size))
            data = ctypes.string_at(bytes_at, size.value)
        elif isinstance(model, bytes):
            data = model
        else:
            # A number would be treated as an open file, and closed.
            path = os.fspath(model)
            if not os.path.exists(path):
                raise FileNotFoundError(f"there is no file {path!r}; give the path of a model, or one of {', '.join(c.MODELS)}")
            with open(path, "rb") as file:
                data = file.read()
        self._pen = pen
        self._model = ctypes.create_string_buffer(data, len(data))
        self._state = c.State(SIZE)
        self._clock = _checks.Clock()
        self._lock = threading.Lock()
        self._trainer: _trainer.Trainer | None = None
        self._call("init", ctypes.c_uint32(self._state.size), self._model, ctypes.c_uint32(len(data)))
        self.labels = [self._label(number) for number in range(c.check(c.library.quillon_model_labels(self._model, len(data))))]
        if pen == "motion":
            self._call("set_writing", ctypes.byref(c.Writing(1, 800, 31, 0)))

    def update(
        self, gyr: npt.ArrayLike | None, acc: npt.ArrayLike, *, pen: npt.ArrayLike | None = None,
        quat: npt.ArrayLike | None = None, is_linear: bool = False, times: npt.ArrayLike | None = None,
    ) -> list[Event]:
        """Processes N samples, and returns the events that are due. Others come with later samples, or with `finish`.

        gyr: N×3 rad/s; None for a board without a gyroscope. acc: N×3 m/s²: specific force, or with is_linear the acceleration
        without gravity. pen: N truths: the pen is down; not with `Recognizer(pen="motion")`. quat: N×4, w first, the attitude that the
        board computed, body to reference; without it, it is computed from gyr. times: N seconds, or datetime64, if samples are not even;
        every update then needs them. Not-a-number is taken as in `Fusion.update`.
        """
        acc = _checks.readings(acc, "acc")
        count = len(acc)
        if pen is None and self._pen == "samples":
            raise ValueError('pen is missing; give pen=, N truths, or for a board without a button make Recognizer(pen="motion")')
        if pen is not None and self._pen == "motion":
            raise ValueError('pen is given, but Recognizer(pen="motion") reads none; leave out one of the two')
        has = (1 if gyr is not None else 0) | (2 if quat is not None else 0) | (4 if is_linear else 0)
        samples = np.zeros(count, dtype=np.dtype(c.Sample))
        gyr = None if gyr is None else _checks.rates(gyr, count)
        quat = None if quat is None else _checks.rows(quat, 4, "quat", count)
        stamps = None if times is None else _checks.microseconds(times, count)
        if stamps is not None:
            _checks.check_steps(stamps, _checks.RECOGNIZER_RATES)
        _checks.warn_of_units(None if is_linear else acc, gyr, None, self.rate, stamps)
        for name, values, bits in (("force", acc, c.FORCE), ("rate", gyr, c.RATE), ("attitude", quat, c.QUATERNION)):
            if values is not None:
                axes = "wxyz" if name == "attitude" else "xyz"
                steps = c.fixed(values, bits)
                for column, axis in enumerate(axes):
                    samples[name][axis] = steps[:, column]
        samples["has"] = has
        if pen is not None:
            samples["has"] |= np.where(_checks.truths(pen, count, "pen"), 8, 0).astype(np.uint32)
        with self._lock:
            samples["time"] = c.wrapped(self._clock.follow(stamps, count, self.rate))
            return self._push(samples)

    def finish(self) -> list[Event]:
        """No more samples come: the events of the strokes that wait."""
        event, events = c.RawEvent(), []
        with self._lock:
            while self._call("finish", ctypes.byref(event)) == 1:
                events.append(self._event(event))
        return events

    def touch(self, points: npt.ArrayLike, pen: npt.ArrayLike, *, times: npt.ArrayLike, minimum_size: int = 0) -> list[Event]:
        """Processes N points of a touch surface: N×2 whole numbers, x to the right, y down; pen: N truths; times: N seconds."""
        places = np.asarray(points)
        if places.ndim != 2 or places.shape[1] != 2 or np.abs(places).max(initial=0) > 2**30:
            raise ValueError(f"points has the shape {places.shape}; give N × 2 numbers of at most 2^30")
        downs = _checks.truths(pen, len(places), "pen")
        if not isinstance(minimum_size, (int, np.integer)) or not 0 <= minimum_size < 2**32:
            raise ValueError(f"minimum_size is {minimum_size}; give a whole number from 0 to 2^32 - 1")
        event, events = c.RawEvent(), []
        stamps = _checks.microseconds(times, len(places))
        with self._lock:
            self._clock.follow(stamps, len(places), self.rate)
            for (x, y), is_down, time in zip(places, downs, c.wrapped(stamps)):
                arguments = (
                    ctypes.c_uint32(int(time)), int(x), int(y), int(bool(is_down)), ctypes.c_uint32(int(minimum_size)), ctypes.byref(event))
                if self._call("push_touch", *arguments) == 1:
                    events.append(self._event(event))
        return events

    def _push(self, samples: npt.NDArray[np.void]) -> list[Event]:
        event, events = c.RawEvent(), []
        push, state, pointer = c.library.quillon_recognizer_push, self._state.pointer, ctypes.byref(event)
        address, step = samples.ctypes.data, samples.itemsize
        for index in range(len(samples)):
            if c.check(push(state, ctypes.c_void_p(address + index * step), pointer)) == 1:
                events.append(self._event(event))
        return events

    def _event(self, event: c.RawEvent) -> Event:
        kind, time = KINDS[event.kind], event.time * 1e-6
        if kind == "rejection":
            return Event(kind, time, reason=GATES[event.reason], value=event.value / 4096)
        if kind == "abandonment":
            return Event(kind, time, reason=ABANDONMENTS[event.reason])
        if self._trainer is not None:
            self._trainer._follow(event)
        best = (c.Candidate * 5)()
        found = self._call("best", best, 5)
        ranking = tuple((self.labels[entry.label], entry.score / 4096) for entry in best[:found])
        return Event(
            kind, time, self.labels[event.label], event.score / 4096, event.margin / 4096, bool(event.is_doubtful), ranking)

    def _label(self, number: int) -> str:
        text = ctypes.create_string_buffer(256)
        c.check(c.library.quillon_model_label(self._model, len(self._model), number, text, 256))
        return text.value.decode(errors="replace")

    def _call(self, name: str, *arguments: object) -> int:
        return c.check(getattr(c.library, f"quillon_recognizer_{name}")(self._state.pointer, *arguments))
