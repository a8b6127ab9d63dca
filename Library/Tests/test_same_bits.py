"""The same samples give the same bits through Swift, C, Python, Rust and the module for browsers."""
import shutil
import subprocess

import numpy as np
import pytest
import quillon
from boards import HEADERS, LIBRARY, ROOT
from conftest import run
from module import Module
from quillon import _checks
from quillon import _library as c

SWIFT = LIBRARY / "SwiftReplay"


def words(trace):
    """Rows of 15 words: time, what there is, force, rate, attitude, field."""
    rows = np.zeros((len(trace.times), 15), dtype=np.int32)
    rows[:, 0] = c.wrapped(_checks.microseconds(trace.times, len(rows))).view(np.int32)
    rows[:, 1] = 1 + 8 * trace.pen
    rows[:, 2:5] = c.fixed(trace.acc, c.FORCE)
    rows[:, 5:8] = c.fixed(trace.gyr, c.RATE)
    rows[:, 12:15] = c.fixed(trace.mag, c.FIELD)
    return rows


def answer(program, rows, order="<", columns=13):
    """What replay.c or SwiftReplay, a command, answers to rows. They read integers in the processor's order, and write them lowest first."""
    command = program if isinstance(program, list) else [program]
    result = subprocess.run(command, input=rows.astype(f"{order}i4").tobytes(), capture_output=True, check=True).stdout
    return np.frombuffer(result, dtype="<i4").reshape(-1, columns)


def test_swift_c_python_and_the_module_agree(traces, tmp_path):
    trace = quillon.read_trace(traces[9])
    rows = words(trace)
    run("gcc", "-O1", "-I", HEADERS, ROOT / "Library/Tests/replay.c", LIBRARY / "linux-x86_64/lib/libquillon.a", "-o", tmp_path / "replay")
    in_c, in_swift = answer(tmp_path / "replay", rows), answer(SWIFT, rows)
    assert in_c.shape == in_swift.shape and len(in_c) >= len(rows) > 1_500
    assert np.array_equal(in_c, in_swift)

    for columns, arguments in ((slice(0, 4), ()), (slice(4, 8), (trace.mag,))):
        attitudes = quillon.Fusion().update(trace.gyr, trace.acc, *arguments, times=trace.times).quat
        assert np.array_equal(in_swift[: len(rows), columns] / 2.0**30, attitudes)
        assert len(np.unique(attitudes, axis=0)) > 1_000

    recognizer = quillon.Recognizer("air_board")
    events = recognizer.update(trace.gyr, trace.acc, pen=trace.pen, times=trace.times) + recognizer.finish()
    told = [(0, recognizer.labels.index(e.label), e.score * 4096, e.margin * 4096, int(e.is_doubtful)) for e in events]
    assert told == [tuple(row) for row in in_swift[:, 8:].tolist() if row[0] >= 0]
    assert "".join(e.label for e in events) == "QUILLON"

    module = Module("air_board")
    assert np.array_equal([module.push(row) for row in rows], in_swift[: len(rows), 0:4])
    module.finish()
    assert module.events == told
    # The control: a bit of a sample is seen.
    rows[400, 2] ^= 1 << 8
    assert not np.array_equal(answer(SWIFT, rows), in_swift)


@pytest.mark.skipif(not shutil.which("cargo"), reason="there is no cargo")
def test_rust_agrees_refuses_and_reads(traces, tmp_path):
    crate = ROOT / ".build/crate/quillon"
    cargo = lambda *words: run("cargo", *words, "--offline", "--quiet", "--target-dir", tmp_path, cwd=crate)
    assert "test result: ok" in cargo("test", "--release")
    cargo("build", "--release", "--examples")
    rows = words(quillon.read_trace(traces[9]))
    assert np.array_equal(answer(tmp_path / "release/examples/replay", rows), answer(SWIFT, rows))
    assert run(tmp_path / "release/examples/letters", traces[6]).startswith("QUILLON\n[")
