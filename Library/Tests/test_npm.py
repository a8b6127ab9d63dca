"""The package for npm, installed in an empty folder: it reads and refuses as it should, and has the bits of Swift."""
import os
import shutil

import pytest
import quillon
from boards import ROOT
from conftest import run
from test_same_bits import SWIFT, answer, words

TESTS = ROOT / "Library/JavaScript/tests"
pytestmark = pytest.mark.skipif(not shutil.which("npm"), reason="there is no npm")


@pytest.fixture
def installed(tmp_path):
    """A folder where the package is installed, with the tests of it."""
    (package,) = (ROOT / ".build/npm").glob("quillon-*.tgz")
    (tmp_path / "package.json").write_text("{}")
    run("npm", "install", "--offline", "--no-audit", "--no-fund", package, cwd=tmp_path)
    for test in TESTS.iterdir():
        shutil.copy(test, tmp_path)
    return tmp_path


def test_it_reads_and_refuses(installed, traces):
    version = run(ROOT / "Scripts/version").strip()
    done = run("node", "--test", "--test-reporter=tap", cwd=installed, env={**os.environ, "RECORDING": str(traces[6]), "VERSION": version})
    assert "# pass 7\n# fail 0\n" in done, done


def test_it_has_the_same_bits(installed, traces):
    """The attitude of each sample, and the events in their order: the module reports them at other samples than Swift."""
    rows = words(quillon.read_trace(traces[9]))
    told = lambda answers: (answers[: len(rows), :4].tolist(), [row for row in answers[:, -5:].tolist() if row[0] >= 0])
    in_swift = told(answer(SWIFT, rows))
    assert told(answer(["node", installed / "replay.mjs"], rows, columns=9)) == in_swift
    assert len(in_swift[0]) > 1_500 and len(in_swift[1]) == 7
    # The control: a bit of a sample is seen.
    rows[400, 2] ^= 1 << 8
    assert told(answer(["node", installed / "replay.mjs"], rows, columns=9)) != in_swift
