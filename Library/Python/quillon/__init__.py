"""Attitude from inertial sensors, and letters written in the air: Quillon's core, over its C library."""
from ._fusion import Fusion
from ._library import core_version
from ._recognizer import Event, Recognizer
from ._trace import Trace, read_trace
from ._version import __version__

__all__ = ["Event", "Fusion", "Recognizer", "Trace", "__version__", "core_version", "read_trace"]
