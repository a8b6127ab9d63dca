"""The Python package, as it was installed from the wheel."""
import importlib.resources
import re
import threading
import time
import zipfile

import numpy as np
import pytest
import quillon
from boards import ROOT
from conftest import run


def motion(count, seed=1):
    """Turns and pushes of a hand, and a field. The seed is printed."""
    print("seed", seed)
    random = np.random.default_rng(seed)
    smooth = lambda scale: np.cumsum(random.normal(size=(count, 3)), axis=0) * 0.02 * scale
    return smooth(1) % 3 - 1.5, smooth(3) % 4 + [0, 0, 7.8], smooth(1) % 5 + [0, 20, -40]


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


@pytest.mark.parametrize("axes", [6, 9])
@pytest.mark.parametrize("length", [1, 7, 255, 256, 257, 1_000, 2_999])
def test_chunks_change_nothing(axes, length):
    gyr, acc, mag = motion(3_000)
    data = (gyr, acc, mag)[: axes // 3]
    whole = quillon.Fusion(rate=119).update(*data)
    fusion = quillon.Fusion(rate=119)
    parts = [fusion.update(*(array[at : at + length] for array in data)) for at in range(0, 3_000, length)]
    assert np.array_equal(np.concatenate(parts), whole)
    assert np.allclose(np.linalg.norm(whole, axis=1), 1, atol=1e-6) and whole.dtype == np.float64


@pytest.mark.parametrize("length", [1, 50, 333])
def test_chunks_change_no_letter(length, traces):
    trace = quillon.read_trace(traces[6])
    whole = quillon.Recognizer()
    expected = whole.update(trace.acc, trace.gyr, pen=trace.pen, times=trace.times) + whole.finish()
    parts, found = quillon.Recognizer(), []
    for at in range(0, len(trace.times), length):
        part = slice(at, at + length)
        found += parts.update(trace.acc[part], trace.gyr[part], pen=trace.pen[part], times=trace.times[part])
    assert found + parts.finish() == expected and "".join(event.label for event in expected) == "QUILLON"
    assert all(event.best[0] == (event.label, event.score) and len(event.best) == 5 for event in expected)


def test_conventions():
    """A board at rest that turns by a right angle about its z axis; the quaternion has w first and turns body to reference."""
    gyr, acc = np.zeros((1_000, 3)), np.tile([0, 0, 9.80665], (1_000, 1))
    gyr[800:900, 2] = np.pi / 2
    fusion = quillon.Fusion(rate=100)
    quat = fusion.update(gyr, acc)
    assert np.allclose(quat[-1], [np.sqrt(0.5), 0, 0, np.sqrt(0.5)], atol=2e-3)
    assert np.allclose(fusion.gravity, [0, 0, -9.80665], atol=1e-3) and np.allclose(fusion.linear_acceleration, 0, atol=1e-3)
    assert fusion.status == "ready" and np.allclose(fusion.bias, 0, atol=1e-3)
    tilted = quillon.Fusion().update(np.zeros((9, 3)), np.tile([0, 9.80665, 0], (9, 1)))
    assert np.allclose(np.abs(tilted[-1]), [np.sqrt(0.5), np.sqrt(0.5), 0, 0], atol=1e-3)
    field = np.tile([0, 20.0, -40], (1_000, 1))
    north = quillon.Fusion().update(gyr * 0, acc, field)
    assert np.allclose(north[-1], [np.sqrt(0.5), 0, 0, -np.sqrt(0.5)], atol=1e-3)


def test_numbers_are_rounded_as_in_the_core():
    values = np.array([0.5, -0.5, 1.5, 0.49999999999999994, np.nan, np.inf, -np.inf, 1e30]) * 2.0**-23
    assert quillon._library.fixed(values, 23).tolist() == [1, -1, 2, 0, 0, 2**31 - 1, -(2**31), 2**31 - 1]


@pytest.mark.parametrize(
    "arguments, message",
    [
        (dict(rate=20), "25 to 800"), (dict(rate=float("nan")), "25 to 800"), (dict(frame="north"), "arbitrary, corrected"),
        (dict(gravity_time=100), "0.5 to 60"),
    ])
def test_tells_what_is_wrong_with_settings(arguments, message):
    with pytest.raises(ValueError, match=message):
        quillon.Fusion(**arguments)


def test_tells_what_is_wrong_with_data():
    fusion = quillon.Fusion()
    with pytest.raises(ValueError, match="call update first"):
        fusion.bias
    with pytest.raises(ValueError, match=r"gyr has the shape \(4, 3\); give an array of 5 × 3"):
        fusion.update(np.zeros((4, 3)), np.zeros((5, 3)))
    with pytest.raises(ValueError, match="acc has the shape"):
        fusion.update(np.zeros(3), np.zeros(3))
    fusion.update(np.zeros((5, 3)), np.ones((5, 3)))
    with pytest.raises(ValueError, match="leave out mag"):
        fusion.update(np.zeros((5, 3)), np.ones((5, 3)), np.ones((5, 3)))
    with pytest.raises(ValueError, match="give 5 numbers of at most 9e9, in seconds"):
        fusion.update(np.zeros((5, 3)), np.ones((5, 3)), times=[1, 2, 3])
    with pytest.raises(ValueError, match="at most 9e9"):
        fusion.update(np.zeros((3, 3)), np.ones((3, 3)), times=[0, 1e300, 2e300])
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
    assert fusion.update(np.empty((0, 3)), np.empty((0, 3))).shape == (0, 4)


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
    out = np.empty((len(acc), 4), dtype=np.int32)
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


def test_the_example_page_draws_its_picture(traces, tmp_path):
    picture = tmp_path / "attitude.png"
    output = run(ROOT / ".build/library/venv/bin/python", ROOT / "Examples/python/attitude.py", traces[9], picture)
    assert "letters: QUILLON" in output and picture.read_bytes()[:4] == b"\x89PNG" and picture.stat().st_size > 20_000
