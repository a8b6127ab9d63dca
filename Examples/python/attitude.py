#!/usr/bin/env python3
"""attitude.py TRACE PICTURE: attitude, acceleration and letters of a recording, drawn with matplotlib.

    quillon simulate --raw 9 --text QUILLON --trace raw.csv
    python attitude.py raw.csv attitude.png
"""
# %% The recording
import sys

import matplotlib
import numpy as np
import quillon

matplotlib.use("Agg")
from matplotlib import pyplot

trace = quillon.read_trace(sys.argv[1])
print(f"{len(trace.times)} samples, {trace.times[-1]:.1f} s")

# %% Attitude from six axes, and from nine
six, nine = quillon.Fusion(), quillon.Fusion()
attitudes = {
    "six axes": six.update(trace.gyr, trace.acc, times=trace.times),
    "nine axes": nine.update(trace.gyr, trace.acc, trace.mag, times=trace.times),
}
print("gyroscope bias, degrees/s:", np.round(np.degrees(six.bias), 2))


def tilt(quat):
    """The angle between the body's z axis and the vertical, degrees."""
    return np.degrees(np.arccos(np.clip(1 - 2 * (quat[:, 1] ** 2 + quat[:, 2] ** 2), -1, 1)))


def heading(quat):
    """The angle of the body's y axis about the vertical, degrees."""
    w, x, y, z = quat.T
    return np.degrees(np.unwrap(np.arctan2(-2 * (x * y - w * z), 1 - 2 * (x * x + z * z))))


# %% Letters
recognizer = quillon.Recognizer("air")
events = recognizer.update(trace.acc, trace.gyr, pen=trace.pen, times=trace.times) + recognizer.finish()
print("letters:", "".join(event.label for event in events))

# %% The picture
figure, (above, below) = pyplot.subplots(2, 1, sharex=True, figsize=(9, 6))
for name, quat in attitudes.items():
    above.plot(trace.times, tilt(quat), label=name)
    below.plot(trace.times, heading(quat) - heading(quat)[-1], label=name)
for event in events:
    above.annotate(event.label, (event.time, above.get_ylim()[1]), ha="center", va="top")
above.set_ylabel("tilt, °")
below.set_ylabel("heading, to its end, °")
below.set_xlabel("time, s")
above.legend()
figure.tight_layout()
figure.savefig(sys.argv[2], dpi=100)
