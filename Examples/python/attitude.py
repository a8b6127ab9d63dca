#!/usr/bin/env python3
"""attitude.py TRACE PICTURE: a page for a notebook: attitude, acceleration and letters of a recording, drawn with matplotlib.

    quillon simulate --raw 9 --text QUILLON --trace raw.csv
    python attitude.py raw.csv attitude.png

Each cell begins with `# %%`, which Jupyter, VS Code and Spyder know.
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

# Arrays of your own in other units: acc * 9.80665 for g, np.radians(gyr) for degrees/s. For a rate other than 80 to 125 a second:
times, gyr, acc, mag, pen = quillon.resample(trace.times, trace.gyr, trace.acc, trace.mag, trace.pen)

# %% Attitude: a filter of six and of nine axes, and a smoother, which knows the later samples too
motions = {
    "six axes": quillon.Fusion().update(gyr, acc, times=times),
    "nine axes": quillon.Fusion().update(gyr, acc, mag, times=times),
    "nine axes, smoothed": quillon.smooth(gyr, acc, mag, times=times),
}
best = motions["nine axes, smoothed"]
print("gyroscope bias, degrees/s:", np.round(np.degrees(best.bias[-1]), 2))
print(f"at rest for {best.is_at_rest.mean():.0%} of the time, {best.is_clipped.sum()} clipped samples")

# %% Angles, in a frame with x east, y north, z up
angles = {name: np.degrees(quillon.euler_zyx(quillon.in_frame(motion.quat, "ENU"))) for name, motion in motions.items()}

# %% The acceleration without gravity, in the reference frame
acceleration = quillon.rotate(quillon.in_frame(best.quat, "ENU"), best.linear_acceleration)

# %% Letters
recognizer = quillon.Recognizer("air")
events = recognizer.update(gyr, acc, pen=pen, times=times) + recognizer.finish()
print("letters:", "".join(event.label for event in events))

# %% The picture
figure, (heading, tilt, moved, bias) = pyplot.subplots(4, 1, sharex=True, figsize=(9, 10))
for name, (yaw, pitch, _) in ((name, columns.T) for name, columns in angles.items()):
    yaw = np.unwrap(yaw, period=360)
    heading.plot(times, yaw - yaw[-1], label=name)  # six axes know no north
    tilt.plot(times, pitch, label=name)
heading.set_ylabel("yaw, to its end, °")
heading.legend()
tilt.set_ylabel("pitch, °")
moved.plot(times, acceleration, label=["east", "north", "up"])
moved.set_ylabel("acceleration, m/s²")
moved.legend()
for event in events:
    moved.annotate(event.label, (event.time, moved.get_ylim()[1]), ha="center", va="top")
bias.plot(times, np.degrees(motions["nine axes"].bias), label=["x", "y", "z"])
bias.fill_between(times, *bias.get_ylim(), where=best.is_at_rest, alpha=0.2, label="at rest")
bias.set_ylabel("gyroscope bias, °/s")
bias.set_xlabel("time, s")
bias.legend()
figure.tight_layout()
figure.savefig(sys.argv[2], dpi=100)

# %% A table, if pandas is installed: best.to_pandas()
