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


# What the header's examples leave to the program.
AROUND = """#include <quillon.h>
uint32_t micros(void);
void fail(const char *text);
void use(const quillon_quaternion *attitude);
void use_letter(int32_t label, int32_t margin);
float ax, ay, az, gx, gy, gz;
int button;
quillon_force force;
quillon_rate rate;
void attitude(void);
void letters(void);
void writing(void);
"""


@pytest.mark.parametrize("compiler, standard", [("gcc", "c99"), ("gcc", "c11"), ("g++", "c++98"), ("g++", "c++17")])
def test_the_examples_of_the_header_compile(compiler, standard, tmp_path):
    header = (ROOT / "Library/Headers/quillon.h").read_text()
    attitude, letters = ("\n".join(lines) for lines in examples(header.split("*/")[0]))
    (writing,) = re.findall(r"Without a button use\s+\* (\{[^}]*\})\.", header)
    source = tmp_path / ("use.c" if compiler == "gcc" else "use.cpp")
    source.write_text(
        AROUND + f"void attitude(void) {{\n{attitude}\n}}\nvoid letters(void) {{\n{letters.replace('use(', 'use_letter(')}\n}}\n"
        f"void writing(void) {{\nquillon_writing writing = {writing};\nquillon_recognizer_set_writing(NULL, &writing);\n}}\n")
    quiet = ["-Wno-long-long"] if standard == "c++98" else []
    run(compiler, f"-std={standard}", *STRICT, *quiet, "-I", HEADERS, "-c", source, "-o", tmp_path / "use.o")


def examples(comment):
    """The indented blocks of a comment, as lists of lines."""
    blocks, was_inside = [], False
    for line in comment.splitlines():
        is_inside = line.startswith(" *     ")
        if is_inside and not was_inside:
            blocks.append([])
        if is_inside:
            blocks[-1].append(line[7:])
        was_inside = is_inside
    return blocks


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
