"""The examples in C, on this machine and on emulated boards: they print the same on all boards. On Linux the model `air` is another."""
import pytest
from boards import BOARDS, HEADERS, LIBRARY, ROOT
from conftest import run

EXAMPLES = ROOT / "Examples/c"


@pytest.mark.parametrize("board", ["linux", "microbit", "mps2-an385", "mps2-an386", "mps2-an386-hard", "virt"])
@pytest.mark.parametrize("example", ["attitude", "letters"])
def test_prints_what_it_should(example, board, tmp_path, recording):
    program, source = tmp_path / example, EXAMPLES / f"{example}.c"
    if board == "linux":
        run("gcc", "-O1", "-I", recording, "-I", HEADERS, source, LIBRARY / "linux-x86_64/lib/libquillon.a", "-o", program)
        output = run(program)
    else:
        BOARDS[board].link(program, [source], "-I", recording)
        output = BOARDS[board].run(program)
    own = EXAMPLES / f"{example}.{board}.expected.txt"
    assert output == (own if own.exists() else EXAMPLES / f"{example}.expected.txt").read_text()


def test_are_as_short_as_they_claim():
    assert len((EXAMPLES / "attitude.c").read_text().splitlines()) <= 30
    assert len((EXAMPLES / "letters.c").read_text().splitlines()) <= 45
