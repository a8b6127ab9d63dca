"""Every function of the header, its misuse and its use, in C: on this machine, under Valgrind, as C++ and on emulated boards."""
import re
import subprocess

import pytest
from boards import BOARDS, HEADERS, LIBRARY, ROOT
from conftest import run

TEST = ROOT / "Library/Tests/api_test.c"
STRICT = ["-Wall", "-Wextra", "-Wpedantic", "-Werror", "-O1", "-g"]


def is_whole(output):
    found = re.search(r"^(\d+) checks, (\d+) failures$", output, re.M)
    assert found and int(found[1]) > 26_000 and found[2] == "0", output


@pytest.mark.parametrize("standard", ["c99", "c11"])
def test_on_this_machine_and_under_valgrind(standard, tmp_path):
    program = tmp_path / "api"
    run("gcc", f"-std={standard}", *STRICT, "-I", HEADERS, TEST, LIBRARY / "linux-x86_64/lib/libquillon.a", "-o", program)
    is_whole(run(program))
    if standard == "c99":
        is_whole(run("valgrind", "--quiet", "--error-exitcode=9", "--leak-check=full", program))


def test_the_shared_library_too(tmp_path):
    folder = LIBRARY / "linux-x86_64/lib"
    run("gcc", "-std=c99", *STRICT, "-I", HEADERS, TEST, "-L", folder, "-lquillon", f"-Wl,-rpath,{folder}", "-o", tmp_path / "api")
    is_whole(run(tmp_path / "api"))


@pytest.mark.parametrize("standard", ["c++98", "c++17"])
def test_the_header_is_cplusplus(standard, tmp_path):
    source = tmp_path / "use.cpp"
    source.write_text("#include <quillon.h>\nint main() { return quillon_version() == QUILLON_VERSION ? 0 : 1; }\n")
    quiet = ["-Wno-long-long"] if standard == "c++98" else []
    run("g++", f"-std={standard}", *STRICT, *quiet, "-I", HEADERS, source, LIBRARY / "linux-x86_64/lib/libquillon.a", "-o", tmp_path / "use")
    run(tmp_path / "use")


def test_on_aarch64_linux(tmp_path):
    program = tmp_path / "api"
    run("aarch64-linux-gnu-gcc", "-static", "-std=c99", "-I", HEADERS, TEST, LIBRARY / "linux-aarch64/lib/libquillon.a", "-o", program)
    is_whole(run("qemu-aarch64", program))


@pytest.mark.parametrize("board", ["mps2-an385", "mps2-an386", "mps2-an386-hard", "virt"])
def test_on_emulated_boards(board, tmp_path):
    image = tmp_path / "api.elf"
    BOARDS[board].link(image, [TEST])
    is_whole(BOARDS[board].run(image))


@pytest.mark.parametrize("board", ["mps2-an385", "virt"])
def test_initializing_a_recognizer_takes_little_stack(board, tmp_path, recording):
    image = tmp_path / "stack.elf"
    BOARDS[board].link(image, [ROOT / "Library/Tests/stack.c"], "-I", recording)
    stack = dict(line.rsplit(" ", 1) for line in BOARDS[board].run(image).splitlines())
    print(board, stack)
    assert int(stack["quillon_recognizer_init"]) < 200
    assert 500 < int(stack["quillon_calibrator_magnetometer"]) < 5_000
    assert int(stack["quillon_fusion6_push"]) < 900 and int(stack["quillon_recognizer_push"]) < 2_100


@pytest.mark.parametrize("board", ["mps2-an386", "linux"])
def test_the_sizes_of_states_leave_little_room(board, tmp_path):
    """A state needs at most what the header specifies, and no more than a quarter less."""
    program, source = tmp_path / "sizes", ROOT / "Library/Tests/sizes.c"
    if board == "linux":
        run("gcc", "-w", "-I", HEADERS, source, LIBRARY / "linux-x86_64/lib/libquillon.a", "-o", program)
        output = run(program)
    else:
        BOARDS[board].link(program, [source], "-w")
        output = BOARDS[board].run(program)
    check_sizes(output)


def check_sizes(output):
    """Checks what sizes.c prints: no state needs more than its type has, nor a quarter less."""
    needed = {}
    for line in output.splitlines():
        name, size, declared = line.split()
        needed[name, int(declared)] = max(int(size), needed.get((name, int(declared)), 0))
    assert len(needed) == 6
    for (_, declared), size in needed.items():
        assert 0.75 * declared < size <= declared
