"""One person's hand."""
from __future__ import annotations

import ctypes

import numpy as np
import numpy.typing as npt

from . import _library as c
from ._recognizer import Event, Recognizer

SIZE = 4_752


class Trainer:
    """Learns one person's hand on top of a recognizer's model. From then on, the recognizer reads by what was learned.

        recognizer = quillon.Recognizer("air_board")
        trainer = quillon.Trainer(recognizer)
        trainer.learn("A", gyr, acc, pen=pen)
        np.save("anna.npy", trainer.weights)

    `Event.best` and its scores stay those of the model. The model needs a hidden layer and at most 2,048 weights in its
    last one: all built-in models but `air` are so. ValueError for others.
    """

    def __init__(self, recognizer: Recognizer) -> None:
        self._recognizer = recognizer
        self._state = c.State(SIZE)
        self._example: tuple[int, int] | None = None
        result = c.library.quillon_trainer_init(self._state.pointer, ctypes.c_uint32(self._state.size), recognizer._state.pointer)
        if result == c.MODEL:
            raise ValueError("this model cannot be taught: give a recognizer of air_board, ink, gestures or accelerometer")
        c.check(result)
        recognizer._trainer = self

    def learn(self, label: str, gyr: npt.ArrayLike | None, acc: npt.ArrayLike, *, margin: float = 2.7, **samples: object) -> list[Event]:
        """Learns examples of a label: samples of one or more strokes, as for `Recognizer.update`, which all mean `label`.

        margin: by how much the label shall lead. Returns what the strokes were read as before each was learned; ValueError if there is
        no stroke that can be read.
        """
        if label not in self._recognizer.labels:
            raise ValueError(f"label is {label!r}; give one of {', '.join(self._recognizer.labels)}")
        if not 0 < margin < 2**18:
            raise ValueError(f"margin is {margin}; give a number above 0, such as 2.7")
        self._example = self._recognizer.labels.index(label), round(margin * 2**c.SCORE)
        try:
            events = self._recognizer.update(gyr, acc, **samples) + self._recognizer.finish()  # type: ignore[arg-type]
        finally:
            self._example = None
        if not any(event.kind == "classification" for event in events):
            reasons = ", ".join(event.reason for event in events) or "no stroke ends in them: check pen"
            raise ValueError(f"these samples teach nothing: {reasons}")
        return events

    def undo(self) -> None:
        """Undoes the last example. ValueError if there is nothing to undo."""
        self._call("undo")

    @property
    def weights(self) -> npt.NDArray[np.int16]:
        """What was learned, to keep it and to set it again, for the same model."""
        weights = np.zeros(self._call("weights", None, ctypes.c_uint32(0)), dtype=np.int16)
        self._call("weights", ctypes.c_void_p(weights.ctypes.data), ctypes.c_uint32(len(weights)))
        return weights

    @weights.setter
    def weights(self, weights: npt.ArrayLike) -> None:
        kept = np.ascontiguousarray(weights, dtype=np.int16)
        if kept.shape != (count := self._call("weights", None, ctypes.c_uint32(0)),):
            raise ValueError(f"weights has the shape {kept.shape}; give the {count} numbers that were kept for the same model")
        self._call("set_weights", ctypes.c_void_p(kept.ctypes.data), ctypes.c_uint32(len(kept)))

    def _follow(self, event: c.RawEvent) -> None:
        """Classifies the stroke of an event by what was learned, and learns it if it is an example."""
        self._call("classify", self._recognizer._state.pointer, ctypes.byref(event))
        if self._example is not None:
            label, margin = self._example
            self._call("learn", self._recognizer._state.pointer, ctypes.c_int32(label), ctypes.c_int32(margin))

    def _call(self, name: str, *arguments: object) -> int:
        return c.check(getattr(c.library, f"quillon_trainer_{name}")(self._state.pointer, *arguments))
