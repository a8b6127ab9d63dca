"""Attitude from inertial sensors, and letters written in the air: Quillon's core, over its C library.

    motion = quillon.Fusion(rate=100).update(gyr, acc, mag)     # a filter; `smooth` is more exact for a whole recording
    angles = quillon.euler_zyx(motion.quat)
    events = quillon.Recognizer("air").update(gyr, acc, pen=pen)

Arrays have a row a sample: gyr N×3 rad/s, acc N×3 m/s², mag N×3 µT, quat N×4 with w first. The body frame is right-handed. The reference
frame has z up; with a field x points north and y west.
"""
from ._calibration import Correction, fit_accelerometer, fit_magnetometer
from ._fusion import Fusion, Motion, Status
from ._library import core_version
from ._receiver import Sample, decode
from ._recognizer import Event, Recognizer
from ._resample import resample
from ._rotation import euler_zxy, euler_zyx, heading, in_frame, multiply, rotate
from ._smooth import smooth
from ._trace import Trace, read_trace
from ._trainer import Trainer
from ._version import __version__

__all__ = [
    "Correction", "Event", "Fusion", "Motion", "Recognizer", "Sample", "Status", "Trace", "Trainer", "__version__", "core_version", "decode",
    "euler_zxy", "euler_zyx", "fit_accelerometer", "fit_magnetometer", "heading", "in_frame", "multiply", "read_trace", "resample", "rotate",
    "smooth"]
