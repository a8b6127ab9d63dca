"""What the library's tests share. `make test-library` runs them, with everything built."""
import pathlib
import subprocess
import sys

import pytest
from boards import LIBRARY, ROOT

sys.path.insert(0, str(ROOT / "Library/Comparison"))
TOOL = ROOT / ".build/release/quillon"
TARGETS = ["cortex-m0plus", "cortex-m3", "cortex-m4", "cortex-m4f", "cortex-m33", "rv32imc", "linux-x86_64", "linux-aarch64"]
CORES = [target for target in TARGETS if not target.startswith("linux")]


def run(*command, **more):
    """What a command prints; an error if it fails."""
    return subprocess.run(list(map(str, command)), check=True, capture_output=True, text=True, **more).stdout


@pytest.fixture(scope="session")
def traces(tmp_path_factory):
    """Simulated recordings: name to trace file."""
    folder = tmp_path_factory.mktemp("traces")
    for axes in (6, 9):
        run(TOOL, "simulate", "--raw", axes, "--text", "QUILLON", "--trace", folder / f"{axes}.csv")
    return {axes: folder / f"{axes}.csv" for axes in (6, 9)}


@pytest.fixture(scope="session")
def recording(tmp_path_factory):
    """A folder with recording.h: two letters as the counts of a sensor."""
    return record("QU", tmp_path_factory.mktemp("recording"))


@pytest.fixture(scope="session")
def recorded_gestures(tmp_path_factory):
    """The same of two gestures."""
    return record("<circle><swipeRight>", tmp_path_factory.mktemp("gestures"))


def record(text, folder):
    run(TOOL, "simulate", "--raw", 6, "--text", text, "--trace", folder / "raw.csv")
    (folder / "recording.h").write_text(run("python3", ROOT / "Examples/c/make_recording.py", folder / "raw.csv"))
    return folder


def pytest_configure(config):
    config.addinivalue_line("markers", "long: needs a compiler that only test-amalgamation-long installs")


def pytest_report_header(config):
    return f"quillon library {(LIBRARY / 'linux-x86_64/include/quillon.h').exists() and 'built' or 'not built: run make test-library'}"
