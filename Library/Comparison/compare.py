#!/usr/bin/env python3
"""compare.py FOLDER: the attitude of quillon, vqf, ahrs and imufusion on the same recordings: errors, and time a sample.

The recordings are simulated here, with their truth, and those of BROAD and RepoIMU if FOLDER has them (broad/*.f32, repoimu/*.f32 with
manifest.json). `make compare` runs it. The figures on standard output are those of firmware-docs/COMPARISON.md.
"""
import json
import pathlib
import sys
import time

import ahrs
import imufusion
import numpy as np
import quillon
import vqf

RATE = 100


def conjugate(q):
    return q * [1, -1, -1, -1]


class Recording:
    def __init__(self, name, gyr, acc, mag, truth, counts):
        """truth: body to earth, x east, y north; counts: where errors count."""
        self.name, self.gyr, self.acc, self.mag, self.truth, self.counts = name, gyr, acc, mag, truth, counts


def simulated(seed, pace, push):
    """Two minutes: rest for 5 s, then turns of about `pace` rad/s and accelerations of about `push` m/s², and a cheap sensor's errors."""
    random = np.random.default_rng(seed)
    count, fine = 120 * RATE, 10
    t = np.arange(count * fine) / (RATE * fine)
    moving = np.clip((t - 5) / 2, 0, 1)[:, None]

    def wander(size, low, high):
        """Sums of seven sines of random frequency, Hz, and phase, for each axis."""
        frequencies, phases = random.uniform(low, high, (7, 3)), random.uniform(0, 2 * np.pi, (7, 3))
        return size * moving * sum(np.sin(2 * np.pi * f * t[:, None] + p) for f, p in zip(frequencies, phases)) / np.sqrt(7 / 2)

    rate, acceleration = wander(pace, 0.05, 1.5), wander(push, 0.2, 3)
    quats = np.empty((len(t), 4))
    q = np.array([1.0, 0, 0, 0])
    half = rate / (2 * RATE * fine)
    steps = np.column_stack([np.sqrt(1 - (half**2).sum(1)), half])
    for k, (w, x, y, z) in enumerate(steps):
        q = np.array([
            q[0] * w - q[1] * x - q[2] * y - q[3] * z, q[0] * x + q[1] * w + q[2] * z - q[3] * y,
            q[0] * y - q[1] * z + q[2] * w + q[3] * x, q[0] * z + q[1] * y - q[2] * x + q[3] * w])
        quats[k] = q
    quats /= np.linalg.norm(quats, axis=1)[:, None]
    mean = lambda values: values.reshape(count, fine, -1).mean(axis=1)
    truth = quats[fine - 1 :: fine]
    inverse = conjugate(truth)
    acc = quillon.rotate(inverse, acceleration[fine - 1 :: fine] + [0, 0, 9.80665]) + random.normal(0, 0.03, (count, 3))
    mag = quillon.rotate(inverse, [0, 20.0, -43.0]) + random.normal(0, 0.4, (count, 3))
    gyr = mean(rate) + random.normal(0, np.radians(0.7), 3) + random.normal(0, np.radians(0.05), (count, 3))
    return Recording(f"simulated {seed}", gyr, acc, mag, truth, np.arange(count) > 7 * RATE)


def recorded(folder):
    trials = json.loads((folder / "manifest.json").read_text())["trials"]
    for trial in trials:
        path = folder / trial["file"]
        if not path.exists():
            continue
        rows = np.fromfile(path, dtype="<f4").reshape(-1, 18).astype(float)
        earth, body = (trial.get(f"{frame}_alignment_quat", [1, 0, 0, 0]) for frame in ("earth", "body"))
        truth = quillon.multiply(quillon.multiply(earth, rows[:, 10:14]), body)
        yield Recording(
            path.stem, rows[:, 1:4], rows[:, 4:7], rows[:, 7:10], truth, (rows[:, 17] > 0.5) & ~np.isnan(truth[:, 0]))


# Each filter: body to a frame with z up; for nine axes x east and y north. With the defaults of its package.

def in_microtesla(r):
    """The field; one whose norm is not about that in µT (RepoIMU's has norm 1) is scaled: quillon wants at least 1."""
    return r.mag * (50 / np.median(np.linalg.norm(r.mag, axis=1)))


def quillon6(r):
    return quillon.Fusion(RATE).update(r.gyr, r.acc).quat


def quillon9(r):
    return quillon.in_frame(quillon.Fusion(RATE).update(r.gyr, r.acc, in_microtesla(r)).quat, "ENU")


def smooth6(r):
    return quillon.smooth(r.gyr, r.acc, rate=RATE).quat


def smooth9(r):
    return quillon.in_frame(quillon.smooth(r.gyr, r.acc, in_microtesla(r), rate=RATE).quat, "ENU")


def vqf6(r):
    return vqf.VQF(1 / RATE).updateBatch(np.ascontiguousarray(r.gyr), np.ascontiguousarray(r.acc))["quat6D"]


def vqf9(r):
    data = map(np.ascontiguousarray, (r.gyr, r.acc, r.mag))
    return vqf.VQF(1 / RATE).updateBatch(*data)["quat9D"]


def offline6(r):
    return vqf.offlineVQF(np.ascontiguousarray(r.gyr), np.ascontiguousarray(r.acc), None, 1 / RATE)["quat6D"]


def offline9(r):
    return vqf.offlineVQF(*map(np.ascontiguousarray, (r.gyr, r.acc, r.mag)), 1 / RATE)["quat9D"]


def madgwick6(r):
    return ahrs.filters.Madgwick(gyr=r.gyr, acc=r.acc, frequency=RATE).Q


def mahony6(r):
    return ahrs.filters.Mahony(gyr=r.gyr, acc=r.acc, frequency=RATE).Q


def fusion(r, axes):
    """With the settings of its advanced example: rejections of 10 degrees, 5 s, and its estimator of the bias."""
    filter, bias, settings = imufusion.Ahrs(), imufusion.Bias(), imufusion.AhrsSettings()
    settings.convention, settings.gyroscope_range, settings.sample_rate = imufusion.CONVENTION_ENU, 2000, RATE
    settings.acceleration_rejection, settings.magnetic_rejection, settings.rejection_timeout = 10, 10, 5 * RATE
    filter.set_settings(settings)
    gyr, acc = np.degrees(r.gyr), r.acc / 9.80665
    quats = np.empty((len(gyr), 4))
    for k in range(len(gyr)):
        rate = bias.update(gyr[k])
        if axes == 6:
            filter.update_no_magnetometer(rate, acc[k])
        else:
            filter.update(rate, acc[k], r.mag[k])
        quats[k] = filter.get_quaternion()
    return quats


FILTERS = {
    ("quillon", 6): quillon6, ("vqf", 6): vqf6, ("imufusion", 6): lambda r: fusion(r, 6), ("ahrs Madgwick", 6): madgwick6,
    ("ahrs Mahony", 6): mahony6, ("quillon", 9): quillon9, ("vqf", 9): vqf9, ("imufusion", 9): lambda r: fusion(r, 9),
    ("quillon smooth", 6): smooth6, ("vqf offline", 6): offline6, ("quillon smooth", 9): smooth9, ("vqf offline", 9): offline9}


def degrees(cosines):
    return 2 * np.degrees(np.arccos(np.clip(cosines, 0, 1)))


def errors(r, quats):
    """RMS of inclination and, for nine axes, of the whole attitude, degrees."""
    error = quillon.multiply(quats[r.counts], conjugate(r.truth[r.counts]))
    rms = lambda angles: float(np.sqrt(np.mean(angles**2)))
    return rms(degrees(np.hypot(error[:, 0], error[:, 3]))), rms(degrees(np.abs(error[:, 0])))


def measure(title, recordings):
    samples = sum(len(r.gyr) for r in recordings)
    print(f"\n**{title}**: {len(recordings)} recordings, {samples / RATE / 60:.0f} min\n", flush=True)
    print("| filter | axes | inclination, RMS, ° | attitude, RMS, ° | µs a sample |\n| --- | --- | --- | --- | --- |")
    for (name, axes), filter in FILTERS.items():
        found, spent = [], 0.0
        for r in recordings:
            start = time.process_time()
            quats = filter(r)
            spent += time.process_time() - start
            found.append(errors(r, quats))
        inclination, total = np.mean(found, axis=0)
        whole = f"{total:.2f}" if axes == 9 else "–"
        print(f"| {name} | {axes} | {inclination:.2f} | {whole} | {spent / samples * 1e6:.2f} |", flush=True)


def main():
    folder = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path()
    seeds = [1, 2, 3]
    print("seeds", seeds, file=sys.stderr)
    measure("Simulated, slow turns", [simulated(seed, 1.0, 1.0) for seed in seeds])
    measure("Simulated, quick turns and pushes", [simulated(seed, 3.0, 4.0) for seed in seeds])
    for name, title in (("broad", "BROAD"), ("repoimu", "RepoIMU")):
        if (folder / name / "manifest.json").exists():
            measure(title, list(recorded(folder / name)))
        else:
            print(f"no recordings of {title} in {folder}: left out; say RECORDINGS=FOLDER", file=sys.stderr)


if __name__ == "__main__":
    main()
