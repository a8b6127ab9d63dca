"""The Python package, as it was installed from the wheel."""
import dataclasses
import importlib.resources
import pydoc
import re
import subprocess
import sys
import threading
import time
import warnings
import zipfile

import compare
import numpy as np
import pandas
import pytest
import quillon
from boards import ROOT
from conftest import TOOL, run


def motion(count, seed=1):
    """Turns and pushes of a hand, and a field. The seed is printed."""
    print("seed", seed)
    random = np.random.default_rng(seed)
    smooth = lambda scale: np.cumsum(random.normal(size=(count, 3)), axis=0) * 0.02 * scale
    return (smooth(1) % 3 - 1.5) * 0.3, smooth(3) % 4 + [0, 0, 7.8], smooth(1) % 5 + [0, 20, -40]


def test_says_what_it_is():
    header = (ROOT / "Library/Headers/quillon.h").read_text()
    assert quillon.core_version() == quillon.__version__ and f"VERSION_MAJOR {quillon.__version__[0]}" in header
    assert importlib.resources.files("quillon").joinpath("py.typed").is_file()
    (wheel,) = (ROOT / ".build/wheel").glob("quillon-*-py3-none-manylinux2014_x86_64.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert "quillon/libquillon.so" in names and "quillon/py.typed" in names


def test_states_have_the_sizes_of_the_header():
    header = (ROOT / "Library/Headers/quillon.h").read_text()
    # The first of the two lists is for processors of 64 bits.
    sizes = {}
    for name, size in re.findall(r"#define QUILLON_(\w+)_SIZE (\d+)", header):
        sizes.setdefault(name, int(size))
    assert quillon._recognizer.SIZE == sizes["RECOGNIZER"]
    assert quillon._fusion.SIZES == {6: sizes["FUSION6"], 9: sizes["FUSION9"]}
    assert (quillon._calibration.SIZE, quillon._receiver.SIZE) == (sizes["CALIBRATOR"], sizes["RECEIVER"])


@pytest.mark.parametrize("axes", [6, 9])
@pytest.mark.parametrize("length", [1, 7, 255, 256, 257, 1_000, 2_999])
def test_chunks_change_nothing(axes, length):
    gyr, acc, mag = motion(3_000)
    data = (gyr, acc, mag)[: axes // 3]
    whole = quillon.Fusion(rate=119).update(*data)
    fusion = quillon.Fusion(rate=119)
    parts = [fusion.update(*(array[at : at + length] for array in data)) for at in range(0, 3_000, length)]
    for field in dataclasses.fields(quillon.Motion):
        values = getattr(whole, field.name)
        assert np.array_equal(np.concatenate([getattr(part, field.name) for part in parts]), values) and len(values) == len(whole) == 3_000
    assert np.allclose(np.linalg.norm(whole.quat, axis=1), 1, atol=1e-6) and whole.quat.dtype == np.float64


@pytest.mark.parametrize("length", [1, 50, 333])
def test_chunks_change_no_letter(length, traces):
    trace = quillon.read_trace(traces[6])
    whole = quillon.Recognizer()
    expected = whole.update(trace.gyr, trace.acc, pen=trace.pen, times=trace.times) + whole.finish()
    parts, found = quillon.Recognizer(), []
    for at in range(0, len(trace.times), length):
        part = slice(at, at + length)
        found += parts.update(trace.gyr[part], trace.acc[part], pen=trace.pen[part], times=trace.times[part])
    assert found + parts.finish() == expected and "".join(event.label for event in expected) == "QUILLON"
    assert all(event.best[0] == (event.label, event.score) and len(event.best) == 5 for event in expected)


def test_a_trainer_learns_by_examples(traces):
    """What is written and called by another letter is that letter from then on, until it is undone."""
    trace = quillon.read_trace(traces[6])
    samples = {"pen": trace.pen, "times": trace.times}

    def read(weights=None):
        recognizer = quillon.Recognizer("air_board")
        trainer = quillon.Trainer(recognizer)
        if weights is not None:
            trainer.weights = weights
        return "".join(event.label for event in recognizer.update(trace.gyr, trace.acc, **samples) + recognizer.finish())

    recognizer = quillon.Recognizer("air_board")
    trainer = quillon.Trainer(recognizer)
    end = np.flatnonzero(np.diff(trace.pen.astype(int)) == -1)[0] + 100
    before = trainer.weights
    first = trainer.learn("O", trace.gyr[:end], trace.acc[:end], pen=trace.pen[:end], times=trace.times[:end])
    assert [event.label for event in first] == ["Q"] and not np.array_equal(trainer.weights, before)
    assert read() == "QUILLON" and read(trainer.weights) == "OUILLON"
    trainer.undo()
    assert np.array_equal(trainer.weights, before)
    with pytest.raises(ValueError, match="nothing to act on"):
        trainer.undo()
    with pytest.raises(ValueError, match="give one of A, B"):
        trainer.learn("?", trace.gyr, trace.acc)
    with pytest.raises(ValueError, match="above 0"):
        trainer.learn("A", trace.gyr, trace.acc, margin=0)
    with pytest.raises(ValueError, match="same model"):
        trainer.weights = before[1:]
    with pytest.raises(ValueError, match="no stroke ends"):
        quillon.Trainer(quillon.Recognizer("air_board")).learn("A", np.zeros((50, 3)), np.tile([0, 0, 9.8], (50, 1)), pen=np.zeros(50))
    with pytest.raises(ValueError, match="cannot be taught: give a recognizer of air_board"):
        quillon.Trainer(quillon.Recognizer("air"))


def test_conventions():
    """A board at rest that turns by a right angle about its z axis; the quaternion has w first and turns body to reference."""
    gyr, acc = np.zeros((1_000, 3)), np.tile([0, 0, 9.80665], (1_000, 1))
    gyr[800:900, 2] = np.pi / 2
    motion = quillon.Fusion(rate=100).update(gyr, acc)
    assert np.allclose(motion.quat[-1], [np.sqrt(0.5), 0, 0, np.sqrt(0.5)], atol=2e-3)
    assert np.allclose(motion.gravity, [0, 0, -9.80665], atol=1e-3) and np.allclose(motion.linear_acceleration, 0, atol=1e-3)
    assert motion.status[0] == quillon.Status.CONVERGING and motion.status[-1] == quillon.Status.READY
    assert np.allclose(motion.bias, 0, atol=1e-3) and np.allclose(motion.rate[850], [0, 0, np.pi / 2], atol=1e-3)
    assert motion.is_at_rest[790] and not motion.is_at_rest[850] and np.allclose(motion.times[:3], [0, 0.01, 0.02])
    tilted = quillon.Fusion().update(np.zeros((9, 3)), np.tile([0, 9.80665, 0], (9, 1))).quat
    assert np.allclose(np.abs(tilted[-1]), [np.sqrt(0.5), np.sqrt(0.5), 0, 0], atol=1e-3)
    field = np.tile([0, 20.0, -40], (1_000, 1))
    north = quillon.Fusion().update(gyr * 0, acc, field).quat
    assert np.allclose(north[-1], [np.sqrt(0.5), 0, 0, -np.sqrt(0.5)], atol=1e-3)
    # The body's x axis points east, its y axis north, z up.
    assert np.allclose(quillon.in_frame(north[-1], "ENU"), [1, 0, 0, 0], atol=1e-3)
    assert np.allclose(quillon.rotate(quillon.in_frame(north[-1], "NED"), np.eye(3)), [[0, 1, 0], [1, 0, 0], [0, 0, -1]], atol=2e-3)
    assert np.array_equal(quillon.in_frame(north, "NWU"), north)


def test_numbers_are_rounded_as_in_the_core():
    values = np.array([0.5, -0.5, 1.5, 0.49999999999999994, np.nan, np.inf, -np.inf, 1e30]) * 2.0**-23
    assert quillon._library.fixed(values, 23).tolist() == [1, -1, 2, 0, 0, 2**31 - 1, -(2**31), 2**31 - 1]


@pytest.mark.parametrize(
    "arguments, message",
    [
        (dict(rate=20), "25 to 800"), (dict(rate=0), "25 to 800"), (dict(rate=float("nan")), "25 to 800"),
        (dict(frame="north"), "arbitrary, corrected"), (dict(gravity_time=100), "0.5 to 60"),
    ])
def test_tells_what_is_wrong_with_settings(arguments, message):
    with pytest.raises(ValueError, match=message):
        quillon.Fusion(**arguments)
    with pytest.raises(ValueError, match=message):
        quillon.smooth(np.zeros((5, 3)), np.ones((5, 3)), **arguments)


def test_tells_what_is_wrong_with_data():
    fusion = quillon.Fusion()
    with pytest.raises(ValueError, match=r"gyr has the shape \(4, 3\); give an array of 5 × 3"):
        fusion.update(np.zeros((4, 3)), np.zeros((5, 3)))
    with pytest.raises(ValueError, match="acc has the shape"):
        fusion.update(np.zeros(3), np.zeros(3))
    fusion.update(np.zeros((5, 3)), np.ones((5, 3)))
    with pytest.raises(ValueError, match="leave out mag"):
        fusion.update(np.zeros((5, 3)), np.ones((5, 3)), np.ones((5, 3)))
    for setting in ({"force_full_scale": -1}, {"rate_full_scale": 0}, {"declination": np.nan}):
        with pytest.raises(ValueError, match=next(iter(setting))):
            quillon.Fusion(**setting)
    with pytest.raises(ValueError, match="no model"):
        quillon.Recognizer(b"not a model")
    with pytest.raises(ValueError, match="samples or motion"):
        quillon.Recognizer(pen="button")
    with pytest.raises(TypeError, match="not int"):
        quillon.Recognizer(3)
    ink, points, times = quillon.Recognizer("ink"), np.zeros((100, 2), dtype=int), np.arange(100) / 100
    for pens in (10, 1_000):
        with pytest.raises(ValueError, match="give 100 truths"):
            ink.touch(points, np.ones(pens), times=times)
    for size in (2**32 + 5, 1.5, -1):
        with pytest.raises(ValueError, match="minimum_size"):
            ink.touch(points, np.ones(100), times=times, minimum_size=size)
    assert fusion.update(np.empty((0, 3)), np.empty((0, 3))).quat.shape == (0, 4)
    for kind in (quillon.Fusion, quillon.Recognizer):
        with pytest.raises(TypeError, match="rate is '100'; give a number"):
            kind(rate="100")
    assert quillon.Fusion(rate=np.float32(100)).rate == 100
    for source in ("text", ["text"]):
        with pytest.raises(TypeError, match="give .*bytes"):
            list(quillon.decode(source, "csv"))


def test_a_recognizer_needs_its_pen():
    gyr, acc, pen = np.zeros((9, 3)), np.tile([0, 0, 9.8], (9, 1)), np.zeros(9)
    with pytest.raises(ValueError, match=r'pen is missing; give pen=, .* make Recognizer\(pen="motion"\)'):
        quillon.Recognizer().update(gyr, acc)
    with pytest.raises(ValueError, match="pen is given, .* leave out one"):
        quillon.Recognizer(pen="motion").update(gyr, acc, pen=pen)
    assert quillon.Recognizer().update(gyr, acc, pen=pen) == quillon.Recognizer(pen="motion").update(gyr, acc) == []


def test_names_of_models_are_taken_as_people_write_them():
    for name in ("Air", "AIR-BOARD", "air-board", "Ink"):
        assert "A" in quillon.Recognizer(name).labels
    with pytest.raises(FileNotFoundError, match="no file 'air-bord'; give the path of a model, or one of air, air_board, ink"):
        quillon.Recognizer("air-bord")


def test_a_declination_is_for_true_north():
    for frame in (None, "magnetic", "corrected", "arbitrary"):
        with pytest.raises(ValueError, match='declination is for frame="true" only; give that frame'):
            quillon.Fusion(frame=frame, declination=0.2)
    with pytest.warns(UserWarning, match="2 rad, which is 115 degrees: is it in degrees") as told:
        quillon.Fusion(frame="true", declination=2)
    assert told[0].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        quillon.Fusion(frame="true", declination=-0.5)
        quillon.Fusion(declination=0)
    for call, message in (
        (lambda: quillon.in_frame([1, 0, 0, 0], "EUN"), "NWU, ENU, NED"), (lambda: quillon.euler_zyx(np.zeros((4, 3))), "N × 4"),
        (lambda: quillon.decode(b"", "nmea"), "csv, tagged"),
    ):
        with pytest.raises(ValueError, match=message):
            call()


ROWS = 40
SECONDS = np.arange(ROWS) / 100


@pytest.mark.parametrize(
    "times, message",
    [
        (SECONDS[:3], "give 40 numbers, in seconds"), (SECONDS * 1e300, "give seconds, or datetime64"), (SECONDS * np.nan, "give seconds"),
        (SECONDS[::-1], r"times\[1\] is 0.38, not later than 0.39 before it; sort"),
        (np.repeat(SECONDS[::2], 2), r"times\[1\] is 0.0, not later .* leave out rows of an equal time"),
        (SECONDS * 1e3, "median step of times is 10 s; if they are in ms, give times / 1000"), (SECONDS * 1e6, "in µs, give times / 1e"),
        (SECONDS / 10, "rate of times is 1000 samples a second; .* quillon.resample"),
        (np.where(SECONDS > 0.2, np.datetime64("NaT"), np.datetime64("2026-01-01")), r"times\[21\] is missing"),
    ])
def test_tells_what_is_wrong_with_times(times, message):
    gyr, acc = np.zeros((ROWS, 3)), np.tile([0, 0, 9.8], (ROWS, 1))
    for update in (quillon.Fusion().update, quillon.Recognizer(pen="motion").update, quillon.smooth):
        with pytest.raises(ValueError, match=message):
            update(gyr, acc, times=times)


def test_times_go_on_from_update_to_update():
    gyr, acc = np.zeros((ROWS, 3)), np.tile([0, 0, 9.8], (ROWS, 1))
    for update in (quillon.Fusion().update, quillon.Recognizer(pen="motion").update):
        update(gyr, acc, times=SECONDS)
        with pytest.raises(ValueError, match="times.0. is 0.390000 s, not later than 0.390000 s"):
            update(gyr, acc, times=SECONDS + 0.39)
        update(gyr, acc, times=SECONDS + 0.4)
        with pytest.raises(ValueError, match="had times; give times in every update"):
            update(gyr, acc)
        update(gyr[:0], acc[:0])
        update(gyr, acc, times=SECONDS + 0.8)
    for update in (quillon.Fusion().update, quillon.Recognizer(pen="motion").update):
        update(gyr, acc)
        with pytest.raises(ValueError, match="had no times; give times in every update, or in none"):
            update(gyr, acc, times=SECONDS + 9)
        update(gyr, acc)


def test_times_as_dates():
    gyr, acc, _ = motion(ROWS)
    expected = quillon.Fusion().update(gyr, acc, times=SECONDS).quat
    start = np.datetime64("2026-03-01T12:00")
    dates = start + np.arange(ROWS) * np.timedelta64(10, "ms")
    zoned = pandas.DatetimeIndex(dates).tz_localize("Europe/Berlin")
    for times in (dates, dates - start, pandas.Series(dates), zoned, [date.to_pydatetime() for date in zoned]):
        assert np.array_equal(quillon.Fusion().update(gyr, acc, times=times).quat, expected)


@pytest.mark.parametrize("rate", [50, 200, 800])
def test_letters_of_other_rates_are_refused_and_can_be_resampled(rate, traces):
    trace = quillon.read_trace(traces[6])
    times, gyr, acc, pen = quillon.resample(trace.times, trace.gyr, trace.acc, trace.pen, rate=rate)
    assert abs(np.median(np.diff(times)) * rate - 1) < 1e-3 and pen.dtype == bool
    with pytest.raises(ValueError, match=f"{rate} samples a second; 80 to 125 are taken. quillon.resample"):
        quillon.Recognizer().update(gyr, acc, pen=pen, times=times)
    with pytest.raises(ValueError, match="80 to 125"):
        quillon.Recognizer(rate=rate)
    times, gyr, acc, pen = quillon.resample(times, gyr, acc, pen.astype(int))
    recognizer = quillon.Recognizer()
    events = recognizer.update(gyr, acc, pen=pen, times=times) + recognizer.finish()
    assert "".join(event.label for event in events) == "QUILLON"


def test_resampling_passes_slow_motion_and_stops_vibration():
    seconds = np.arange(0, 5, 1 / 800)
    tones = {rate: np.sin(2 * np.pi * rate * seconds) for rate in (2, 10, 30, 60, 95, 300)}
    even, *passed = quillon.resample(seconds, *tones.values())
    middle = slice(20, -20)
    for (rate, tone), values in zip(tones.items(), passed):
        expected = np.sin(2 * np.pi * rate * even) if rate < 45 else 0 * even
        assert np.abs(values - expected)[middle].max() < 0.01, rate
    # The control: in every eighth sample 95 Hz looks like 5 Hz.
    assert np.abs(tones[95][::8]).max() > 0.9


def test_resampling_of_gaps_and_slower_columns():
    seconds = np.delete(np.arange(1_000) / 200, slice(400, 600))
    mag = np.full((800, 3), np.nan)
    mag[::10] = np.stack([seconds[::10], np.ones(80), np.zeros(80)], axis=1)
    even, field, names = quillon.resample(seconds, mag, ["A" if second < 2.5 else "" for second in seconds])
    assert np.array_equal(names == "A", even < 2.5)
    assert set(quillon.resample(seconds, (seconds < 2.5) * 1.0)[1]) == {0, 1}
    assert len(even) == pytest.approx(400, abs=2) and not ((even > 2.0) & (even < 2.99)).any()
    inside = (even > 0.5) & (even < 1.5)
    assert np.allclose(field[inside], np.stack([even, even * 0 + 1, even * 0], axis=1)[inside], atol=5e-3)
    with pytest.raises(ValueError, match="column 1 has 3 rows; give 800"):
        quillon.resample(seconds, np.zeros(3))
    with pytest.raises(ValueError, match="10 samples a second or more"):
        quillon.resample(seconds * 1000, mag)


@pytest.mark.parametrize(
    "acc, gyr, mag, message",
    [
        (1 / 9.80665, 1, 1, "multiply acc by 9.80665"), (1000 / 9.80665, 1, 1, "multiply acc by 0.00980665"), (0.2, 1, 1, "without gravity"),
        (1, 180 / np.pi, 1, "give np.radians"), (1, 1, 0.01, "multiply mag by 100"), (1, 1, 1000, "divide mag by 1000"),
        (1, 1, 0.001, "another unit"),
    ])
def test_warns_of_other_units(acc, gyr, mag, message):
    data = [values * scale for values, scale in zip(motion(300), (gyr, acc, mag))]
    for update in (quillon.Fusion().update, quillon.smooth):
        with pytest.warns(UserWarning, match=message) as told:
            update(*data)
        assert len(told) == 1 and told[0].filename == __file__
    if mag == 1:
        with pytest.warns(UserWarning, match=message):
            quillon.Recognizer(pen="motion").update(*data[:2])


@pytest.mark.parametrize("pace", [0.1, 0.5, 2.0])
def test_knows_degrees_by_the_turn_of_gravity(pace):
    """Slow turns stay below the 64 that no gyroscope reaches in rad/s."""
    recording = compare.simulated(5, pace, pace)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        quillon.Fusion().update(recording.gyr, recording.acc)
        quillon.Fusion(rate=800).update(recording.gyr * 8, recording.acc)
        quillon.Fusion(rate=800).update(recording.gyr[:60], recording.acc[:60])
    for rate in (100, 800):
        with pytest.warns(UserWarning, match="degrees/s"):
            quillon.Fusion(rate=rate).update(np.degrees(recording.gyr) * rate / 100, recording.acc)


def test_warns_of_swapped_arguments():
    gyr, acc, mag = motion(300)
    swapped = [((acc, gyr * scale), "gyr") for scale in (1, 0.1, 57.3)] + [((gyr, mag, acc), "mag"), ((acc, mag, gyr), "gyr")]
    for data, name in swapped:
        for update in (quillon.Fusion().update, quillon.smooth):
            with pytest.warns(UserWarning, match=f"{name} has a norm of about 9.8.* give gyr, acc, mag in this order") as told:
                update(*data)
            assert len(told) == 1 and told[0].filename == __file__


def test_warns_of_a_rate_that_was_forgotten():
    recording = compare.simulated(5, 1.0, 1.0)
    data = recording.gyr * 8, recording.acc
    with pytest.warns(UserWarning, match="degrees/s; .* Or rate is wrong, which is 100"):
        quillon.Fusion().update(*data)
    with pytest.warns(UserWarning, match="degrees/s; .* Or times are wrong"):
        quillon.Fusion().update(*data, times=np.arange(len(recording.gyr)) / 100)


@pytest.mark.parametrize("axes", [6, 9])
@pytest.mark.parametrize("gap", [(0, 0, 0), (np.nan, np.nan, np.nan), (0.1, np.nan, 9.8)])
def test_where_acc_is_missing_there_is_no_linear_acceleration(gap, axes):
    gyr, acc, mag = motion(400)
    data = (mag,) if axes == 9 else ()
    zeros, acc[200:210] = acc.copy(), gap
    zeros[200:210] = 0
    for update in (quillon.Fusion().update, quillon.smooth):
        moved = update(gyr, acc, *data)
        missing = np.isnan(moved.linear_acceleration)
        assert np.flatnonzero(missing.any(axis=1)).tolist() == np.flatnonzero(missing.all(axis=1)).tolist() == list(range(200, 210))
        assert np.isfinite(moved.quat).all() and np.isfinite(moved.gravity).all()
    assert np.array_equal(quillon.Fusion().update(gyr, zeros, *data).quat, quillon.Fusion().update(gyr, acc, *data).quat)
    mag[5], empty = (30, np.nan, -40), mag.copy()
    empty[5] = 0
    assert np.array_equal(quillon.Fusion().update(gyr, acc, mag).quat, quillon.Fusion().update(gyr, acc, empty).quat)


def test_refuses_rates_that_are_missing():
    gyr, acc, _ = motion(300)
    gyr[250, 1] = np.nan
    for update in (quillon.Fusion().update, quillon.smooth, quillon.Recognizer(pen="motion").update):
        with pytest.raises(ValueError, match=r"gyr\[250\] is not a number; leave out such rows of all arrays, and give times"):
            update(gyr, acc)
    with pytest.raises(ValueError, match="gyr is None; give an array of 300 × 3"):
        quillon.Fusion().update(None, acc)


def test_clipped_readings_are_told():
    gyr, acc, _ = motion(30)
    gyr[5, 1], acc[7, 2] = -35, 160
    motions = quillon.Fusion(rate_full_scale=34.9, force_full_scale=156.9).update(gyr, acc)
    assert np.flatnonzero(motions.is_clipped).tolist() == [5, 7]
    assert not quillon.Fusion().update(gyr, acc).is_clipped.any()


def test_angles_and_rotations():
    random = np.random.default_rng(3)
    quat = random.normal(size=(500, 4))
    quat /= np.linalg.norm(quat, axis=1)[:, None]

    def about(axis, angles):
        return np.stack([np.cos(angles / 2), *(np.sin(angles / 2) * (axis == other) for other in "xyz")], axis=1)

    for function, order in ((quillon.euler_zyx, "zyx"), (quillon.euler_zxy, "zxy")):
        angles = function(quat)
        first, second, third = (about(axis, column) for axis, column in zip(order, angles.T))
        again = quillon.multiply(quillon.multiply(first, second), third)
        assert np.allclose(np.abs((again * quat).sum(axis=1)), 1, atol=1e-12)
        assert np.abs(angles[:, 1]).max() <= np.pi / 2 and np.allclose(function(quat[7]), angles[7])
        locked = quillon.multiply(about("z", np.array([0.3])), about(order[1], np.array([np.pi / 2])))
        assert np.allclose(function(locked), [[0.3, np.pi / 2, 0]], atol=1e-4)
    # The first column of the matrix, and the core's own gravity.
    w, x, y, z = quat.T
    assert np.allclose(quillon.rotate(quat, [1, 0, 0])[:, 1], 2 * (x * y + w * z))
    moved = quillon.Fusion().update(*motion(900)[:2])
    assert np.allclose(quillon.rotate(moved.quat, moved.gravity), [0, 0, -9.80665], atol=2e-4)


def test_a_smoothed_recording_is_closer_to_the_truth():
    """The recording begins and ends in motion."""
    whole = compare.simulated(4, 2.0, 2.0)
    part = slice(3_000, 9_000)
    recording = compare.Recording("part", whole.gyr[part], whole.acc[part], whole.mag[part], whole.truth[part], np.ones(6_000, dtype=bool))
    for data, axes in (((recording.gyr, recording.acc), 6), ((recording.gyr, recording.acc, recording.mag), 9)):
        filtered, smoothed = quillon.Fusion().update(*data), quillon.smooth(*data)
        before, after = (compare.errors(recording, quillon.in_frame(each.quat, "ENU")) for each in (filtered, smoothed))
        assert after[0] < 0.7 * before[0] and (axes == 6 or after[1] < 0.7 * before[1]), (before, after)
        assert np.allclose(quillon.rotate(smoothed.quat, smoothed.gravity), [0, 0, -9.80665])
        assert np.allclose(smoothed.rate + smoothed.bias, recording.gyr) and len(smoothed) == 6_000
        assert np.allclose(smoothed.linear_acceleration - smoothed.gravity, recording.acc)
        assert np.abs(smoothed.bias - filtered.bias[-1]).max() < np.radians(0.2)
    # Clipped readings and a gap do little harm.
    acc = recording.acc.copy()
    acc[1_000:1_010] = 200
    cut = np.delete(np.arange(6_000), slice(2_000, 2_100))
    smoothed = quillon.smooth(recording.gyr[cut], acc[cut], recording.mag[cut], times=cut / 100, force_full_scale=190).quat
    harmed = compare.Recording("harmed", None, None, None, recording.truth[cut], np.abs(cut - 2_050) > 500)
    assert compare.errors(harmed, quillon.in_frame(smoothed, "ENU"))[0] < before[0]
    # Six axes keep the heading of the filter's start.
    start, smoothed = (each.quat[0] for each in (quillon.Fusion().update(*data[:2]), quillon.smooth(*data[:2])))
    assert abs(quillon.multiply(smoothed, compare.conjugate(start))[3]) < 1e-6
    times = np.arange(6_000) / 100
    assert np.allclose(quillon.smooth(*data, times=times).quat, quillon.smooth(*data).quat, atol=1e-5)
    for count in (0, 1, 2, 3):
        assert np.isfinite(quillon.smooth(*(array[:count] for array in data)).quat).all()


def test_tables_of_pandas():
    gyr, acc, mag = motion(60)
    motions = quillon.Fusion().update(pandas.DataFrame(gyr), pandas.DataFrame(acc), pandas.DataFrame(mag))
    table = motions.to_pandas()
    assert list(table.columns[:8]) == ["t", "qw", "qx", "qy", "qz", "gravity_x", "gravity_y", "gravity_z"] and len(table) == 60
    assert np.array_equal(table[["bias_x", "bias_y", "bias_z"]], motions.bias) and table.is_clipped.dtype == bool


def test_traces_as_tables(traces):
    trace = quillon.read_trace(traces[9])
    table = trace.to_pandas()
    assert list(table.columns) == ["t", "gx", "gy", "gz", "ax", "ay", "az", "mx", "my", "mz", "pen", "label"]
    assert np.array_equal(table[["mx", "my", "mz"]], trace.mag) and set(table.label) == set(trace.labels)
    again = quillon.Fusion().update(table[["gx", "gy", "gz"]], table[["ax", "ay", "az"]], times=table.t)
    assert np.array_equal(again.quat, quillon.Fusion().update(trace.gyr, trace.acc, times=trace.times).quat)


TRACE = "t,gx,gy,gz,ax,ay,az\n" + "".join(f"{t},0,0,{row},0,0,9.8\n" for row, t in enumerate((0, 0.01, 0.01, 0.02)))


def test_of_rows_with_equal_times_the_first_is_kept(tmp_path):
    (tmp_path / "trace.csv").write_text(TRACE)
    trace = quillon.read_trace(tmp_path / "trace.csv")
    assert trace.times.tolist() == [0, 0.01, 0.02] and trace.gyr[:, 2].tolist() == [0, 1, 3] and len(trace.acc) == len(trace.labels) == 3
    quillon.Fusion().update(trace.gyr, trace.acc, times=trace.times)
    (tmp_path / "empty.csv").write_text("t,ax,ay,az\n")
    assert quillon.read_trace(tmp_path / "empty.csv").acc.shape == (0, 3)
    assert trace == trace and trace != quillon.read_trace(tmp_path / "trace.csv")


@pytest.mark.parametrize("header, named", [
    ("t,gx [deg/s],gy [deg/s],gz [deg/s],ax [g],ay [g],az [g]", "'gx [deg/s]'"), ("t,gx,gy,gz,ax [g],ay [g],az [g]", "'ax [g]'"),
    ("t,gx,gy,gz,ax,ay,Az", "'ax', 'ay', 'Az'"), ("t,wx,wy,wz,fx,fy,fz", "'wx', 'wy', 'wz', 'fx', 'fy', 'fz'")])
def test_tells_which_columns_of_a_trace_it_cannot_read(header, named, tmp_path):
    (tmp_path / "trace.csv").write_text(TRACE.replace("t,gx,gy,gz,ax,ay,az", header))
    with pytest.raises(ValueError, match=f"columns that are not read: .*{re.escape(named)}.*; .* pandas, or `quillon fuse`"):
        quillon.read_trace(tmp_path / "trace.csv")


def test_a_trace_may_have_other_columns_and_is_warned_of_degrees(tmp_path):
    (tmp_path / "trace.csv").write_text(TRACE.replace("az", "az,temperature").replace(",9.8", ",9.8,20"))
    assert quillon.read_trace(tmp_path / "trace.csv").acc[0].tolist() == [0, 0, 9.8]
    (tmp_path / "trace.csv").write_text(TRACE.replace("0,0,3", "0,0,300"))
    with pytest.warns(UserWarning, match="degrees/s; give np.radians") as told:
        quillon.read_trace(tmp_path / "trace.csv")
    assert told[0].filename == __file__


def test_headings():
    """Of the y axis, clockwise from north, in the frame with x north and y west."""
    angles = np.radians([0, 30, 90, 179, 270, -90, 359.9])
    quat = np.stack([np.cos(angles / 2), 0 * angles, 0 * angles, np.sin(angles / 2)], axis=1)
    assert np.allclose(np.degrees(quillon.heading(quat)), [270, 240, 180, 91, 0, 0, 270.1])
    assert np.isclose(quillon.heading(quat[1]), np.radians(240)) and quillon.heading(-quat).max() < 2 * np.pi
    # A board whose y axis points to magnetic north.
    acc, field = np.tile([0, 0, 9.80665], (1_000, 1)), np.tile([0, 20.0, -40], (1_000, 1))
    north = quillon.heading(quillon.Fusion().update(0 * acc, acc, field).quat[-1])
    assert min(north, 2 * np.pi - north) < 2e-3


def test_corrections_in_other_units_are_not_found_silently():
    random = np.random.default_rng(5)
    directions = random.normal(size=(400, 3))
    directions /= np.linalg.norm(directions, axis=1)[:, None]
    with pytest.warns(UserWarning, match="multiply acc by 9.80665"), pytest.raises(ValueError, match="limit of 2; acc is probably in g: multiply"):
        quillon.fit_accelerometer(np.repeat(directions[:60], 20, axis=0))
    with pytest.warns(UserWarning, match="gauss; multiply mag by 100"), pytest.raises(ValueError, match="does not determine"):
        quillon.fit_magnetometer(directions / 2)


def test_corrections_are_found_and_applied():
    random = np.random.default_rng(5)
    directions = random.normal(size=(400, 3))
    directions /= np.linalg.norm(directions, axis=1)[:, None]
    skew, offset = np.array([[1.1, 0.02, 0], [0.01, 0.95, 0], [0, 0.03, 1]]), np.array([0.3, -0.2, 0.1])
    mag = 50 * directions @ skew.T + 100 * offset
    found = quillon.fit_magnetometer(mag)
    strengths = np.linalg.norm(found.apply(mag), axis=1)
    assert found.accuracy == "high" and np.allclose(found.offset, 100 * offset, atol=0.1) and strengths.std() < 0.1
    acc = np.repeat(9.80665 * directions[:60], 20, axis=0) @ skew.T + offset
    for gyr in (None, np.zeros((1_200, 3))):
        found = quillon.fit_accelerometer(acc, gyr)
        assert np.allclose(np.linalg.norm(found.apply(acc), axis=1), 9.80665, atol=0.02) and np.allclose(found.offset, offset, atol=0.01)
    # What is missing is left out.
    for values in (np.nan, (40, np.nan, 40)):
        gaps, more = mag.copy(), acc.copy()
        gaps[::20] = more[::20] = values
        assert np.array_equal(quillon.fit_magnetometer(gaps).offset, quillon.fit_magnetometer(np.delete(mag, slice(None, None, 20), 0)).offset)
        assert np.allclose(quillon.fit_accelerometer(more, 0 * more).offset, offset, atol=0.01)
    with pytest.raises(ValueError, match="turn the board in all directions"):
        quillon.fit_magnetometer(mag[:5])
    with pytest.raises(ValueError, match="six sides"):
        quillon.fit_accelerometer(np.tile([0, 0, 9.8], (500, 1)))


@pytest.mark.parametrize("format", quillon._receiver.FORMATS)
def test_serial_formats(format, traces, tmp_path):
    trace = quillon.read_trace(traces[9])
    sent = subprocess.run([TOOL, "replay", traces[9], "--protocol", format], capture_output=True, check=True).stdout
    samples = list(quillon.decode(sent, format))
    assert len(samples) > 1_000 and np.all(np.diff([sample.time for sample in samples]) > 0)
    (tmp_path / "log").write_bytes(sent)
    with open(tmp_path / "log", "rb") as file:
        assert [sample.time for sample in quillon.decode(file, format)] == [sample.time for sample in samples]
    assert len(list(quillon.decode((sent[at : at + 99] for at in range(0, len(sent), 99)), format))) == len(samples)
    if format == "csv":
        assert np.allclose(samples[-1].acc, trace.acc[-1], atol=0.02) and np.allclose(samples[-1].gyr, trace.gyr[-1], atol=0.01)


def test_the_serial_formats_are_those_of_the_header():
    header = (ROOT / "Library/Headers/quillon.h").read_text()
    named = re.findall(r"quillon_receiver_init_(\w+)\(", header)
    assert [name.replace("-", "_") for name in quillon._receiver.FORMATS] == named and len(named) > 10


def test_help_tells_what_the_fields_are():
    for kind in (quillon.Event, quillon.Motion, quillon.Trace, quillon.Sample, quillon.Correction):
        told = pydoc.render_doc(kind)
        for field in dataclasses.fields(kind):
            assert re.search(rf"\b{field.name}(, \w+)?: \S", told), (kind, field.name)
    for name in quillon.__all__:
        assert name.startswith("__") or (getattr(quillon, name).__doc__ or "").strip(), name
    for name in ("gyr N×3 rad/s", "z up", "Fusion(rate=100)"):
        assert name in quillon.__doc__


def test_needs_no_pandas():
    run(sys.executable, "-c", "import sys, quillon; assert 'pandas' not in sys.modules")


def test_other_models_and_touch():
    assert len(quillon.Recognizer("gestures").labels) >= 3 and len(quillon.Recognizer("accelerometer").labels) >= 3
    ink = quillon.Recognizer("ink")
    points = [(0, 100 * i) for i in range(30)] + [(100 * i, 3_000) for i in range(31)]
    events = ink.touch(points, [1] * 60 + [0], times=np.arange(61) / 100, minimum_size=100) + ink.finish()
    assert [event.label for event in events] == ["L"]


def test_two_threads_run_at_once():
    """While one thread is in the library, another one goes on in Python."""
    gyr, acc, _ = motion(1_000_000)
    fusion = quillon.Fusion()
    fusion.update(gyr[:9], acc[:9])
    forces = quillon._library.fixed(acc, 23)
    rates = quillon._library.fixed(gyr, 25)
    stamps = quillon._library.sample_times(9, len(acc), 100)
    stamps = quillon._library.wrapped(stamps)
    out = np.empty((len(acc), 19), dtype=np.int32)
    ticks, done = [], threading.Event()

    def work():
        import ctypes
        fusion._call("run", ctypes.c_uint32(len(acc)), *map(quillon._library.address, (stamps, forces, rates, out)))
        done.set()

    thread = threading.Thread(target=work)
    thread.start()
    while not done.is_set():
        ticks.append(1)
    thread.join()
    assert len(ticks) > 100


def test_speed():
    """How many samples a second of one core's time. The bound is far below what was measured, because machines are busy."""
    for axes, data in ((6, motion(400_000)[:2]), (9, motion(400_000))):
        best = 0.0
        for _ in range(3):
            start = time.process_time()
            quillon.Fusion().update(*data)
            best = max(best, len(data[0]) / (time.process_time() - start))
        print(f"{axes} axes: {best / 1e6:.2f} million samples a second")
        assert best > 0.5e6


@pytest.mark.parametrize("page", ["firmware-docs/LIBRARY.md", "Library/Python/README.md"])
def test_the_examples_of_the_documents_run(page, traces):
    trace = quillon.read_trace(traces[9])
    end = np.flatnonzero(np.diff(trace.pen.astype(int)) == -1)[0] + 100
    names = {name: getattr(trace, name)[:end] for name in ("gyr", "acc", "mag", "pen")}
    (example,) = re.findall(r"```python\n(.*?)```", (ROOT / page).read_text(), re.S)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        exec(example, names)
    assert len(names["motion"]) == end


def test_the_example_page_draws_its_picture(traces, tmp_path):
    picture = tmp_path / "attitude.png"
    output = run(ROOT / ".build/library/venv/bin/python", ROOT / "Examples/python/attitude.py", traces[9], picture)
    assert "letters: QUILLON" in output and "at rest for 2" in output and picture.read_bytes()[:4] == b"\x89PNG" and picture.stat().st_size > 20_000
