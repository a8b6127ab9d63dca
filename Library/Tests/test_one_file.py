"""quillon.c, the core as one file of C: compiled without a warning by several compilers, for several processors, it answers to use and
misuse as the archives do, and its numbers are those of the archive for Linux, bit for bit."""
import os
import re
import subprocess
import sys
import zipfile

import pytest
import quillon
from boards import BOARDS, HEADERS, LIBRARY, ONE_FILE, ROOT
from conftest import TOOL, run
from test_archives import HELPERS, declared, sizes_of_programs
from test_c_api import check_sizes, is_whole
from test_same_bits import answer, words

TESTS = ROOT / "Library/Tests"
STRICT = ["-std=c99", "-pedantic", "-Wall", "-Wextra", "-Werror", "-ffunction-sections", "-fdata-sections"]
SANITIZERS = ["-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
# Compilers: their commands, what runs their programs, and the order of bytes. The second kind is for once a day.
COMPILERS = {
    "gcc": (["gcc", "-O2"], [], "<"),
    "gcc-sanitizers": (["gcc", "-O0", *SANITIZERS], [], "<"),
    "clang": (["clang", "-O1"], [], "<"),
    "tcc": (["tcc"], [], "<"),
    "powerpc": (["powerpc-linux-gnu-gcc", "-O1", "-static"], ["qemu-ppc"], ">"),
}
LONG = {
    "aarch64": (["aarch64-linux-gnu-gcc", "-O1", "-static"], ["qemu-aarch64"], "<"),
    "s390x": (["s390x-linux-gnu-gcc", "-O1", "-static"], ["qemu-s390x"], ">"),
    "mingw": (["x86_64-w64-mingw32-gcc-win32", "-O2"], ["env", "WINEDEBUG=-all", "/usr/lib/wine/wine64"], "<"),
}
# QEMU has no board with an ESP32 or ESP8266, but a simulator of another Xtensa. It runs programs that neither print numbers nor use floats.
XTENSA = ["xtensa-lx106-elf-gcc", "--specs=/usr/lib/xtensa-lx106-elf/picolibc.specs", "-Os"]
SIMULATOR = "qemu-system-xtensa -M sim -cpu dc232b -semihosting -nographic -monitor none -serial none -kernel".split()
PARTS = ["-nostartfiles", "-Wl,--gc-sections,-u,main,--no-warn-rwx-segments", "-T", TESTS / "xtensa/simulator.ld"]
PARTS += [TESTS / "xtensa/simulator.S", TESTS / "xtensa/console.c"]
ON_BOARDS = ["mps2-an386", "virt"]
EVERY = [*COMPILERS, *(pytest.param(name, marks=pytest.mark.long) for name in LONG)]


@pytest.fixture(scope="session")
def compiled(tmp_path_factory):
    """The object of quillon.c, by the name of a compiler or a board. None has a warning."""
    folder, objects = tmp_path_factory.mktemp("one-file"), {}

    def compile(name):
        if name not in objects:
            command = BOARDS[name].compiler if name in BOARDS else XTENSA if name == "xtensa" else (COMPILERS | LONG)[name][0]
            run(*command, *STRICT, "-c", ONE_FILE / "quillon.c", "-o", folder / f"{name}.o")
            objects[name] = folder / f"{name}.o"
        return objects[name]

    return compile


@pytest.fixture
def linked(compiled, tmp_path):
    """The command of a program of Library/Tests with quillon.c."""

    def link(name, source):
        command, runner, _ = (COMPILERS | LONG)[name]
        run(*command, "-I", ONE_FILE, TESTS / source, compiled(name), "-o", tmp_path / "program.exe")
        return [*runner, tmp_path / "program.exe"]

    return link


@pytest.mark.parametrize("compiler", EVERY)
def test_every_function_and_its_misuse(compiler, linked):
    is_whole(run(*linked(compiler, "api_test.c")))


@pytest.mark.parametrize("compiler", EVERY)
def test_the_same_bits_as_the_archive(compiler, linked, traces, tmp_path):
    has_the_same_bits(linked(compiler, "replay.c"), (COMPILERS | LONG)[compiler][2], traces, tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("platform, compiler", [("manylinux2014_aarch64", "aarch64"), ("win_amd64", "mingw")])
def test_the_same_bits_by_the_library_of_a_wheel(platform, compiler, traces, tmp_path):
    (wheel,) = (ROOT / ".build/wheels").glob(f"quillon-*-py3-none-{platform}.whl")
    zipfile.ZipFile(wheel).extract("quillon/libquillon.so", tmp_path)
    library, program = tmp_path / "quillon/libquillon.so", tmp_path / "quillon/replay.exe"
    command, runner, _ = LONG[compiler]
    run(command[0], "-O1", "-I", HEADERS, TESTS / "replay.c", library, "-Wl,-rpath,$ORIGIN" if compiler == "aarch64" else "-s", "-o", program)
    if compiler == "aarch64":
        # The loader looks for its name of ABI version 1.
        library.rename(library.with_suffix(".so.1"))
        runner = [*runner, "-L", "/usr/aarch64-linux-gnu"]
    has_the_same_bits([*runner, program], "<", traces, tmp_path)


@pytest.mark.long
def test_the_same_bits_on_xtensa(compiled, traces, tmp_path):
    run(*XTENSA, "-I", ONE_FILE, TESTS / "replay.c", compiled("xtensa"), *PARTS, "-o", tmp_path / "replay")
    has_the_same_bits([*SIMULATOR, tmp_path / "replay"], "<", traces, tmp_path)


def has_the_same_bits(command, order, traces, folder):
    """Whether a program of replay.c answers what the archive for Linux answers."""
    rows = words(quillon.read_trace(traces[9]))
    archive = folder / "archive"
    run("gcc", "-O1", "-I", HEADERS, TESTS / "replay.c", LIBRARY / "linux-x86_64/lib/libquillon.a", "-o", archive)
    expected = answer(archive, rows)
    assert len(expected) >= len(rows) > 1_500
    assert answer(command, rows, order).tobytes() == expected.tobytes()
    # The control: a bit of a sample is seen.
    rows[400, 2] ^= 1 << 8
    assert answer(command, rows, order).tobytes() != expected.tobytes()


@pytest.mark.parametrize("compiler", EVERY)
def test_trainers_and_formats_answer_as_the_archive(compiler, linked, traces, tmp_path):
    archive, command = tmp_path / "archive", linked(compiler, "digest.c")
    run("gcc", "-O1", "-I", HEADERS, TESTS / "digest.c", LIBRARY / "linux-x86_64/lib/libquillon.a", "-o", archive)
    learned = run(archive)
    assert run(*command) == learned and learned.count("taught") > 20
    formats = re.findall(r"quillon_receiver_init_(\w+)\(", (HEADERS / "quillon.h").read_text())
    assert len(formats) == 13
    for name in formats:
        sent = subprocess.run([TOOL, "replay", traces[9], "--protocol", name.replace("_", "-")], capture_output=True, check=True).stdout
        expected, told = (subprocess.run([*each, name], input=sent, capture_output=True, check=True).stdout for each in ([archive], command))
        assert told == expected and expected.count(b"sample") > 1_000, name


@pytest.mark.parametrize("compiler", ["gcc", "powerpc"])
def test_the_sizes_of_states_leave_little_room(compiler, linked):
    check_sizes(run(*linked(compiler, "sizes.c")))


@pytest.mark.parametrize("board", ON_BOARDS)
def test_every_function_and_its_misuse_on_boards(board, compiled, tmp_path):
    BOARDS[board].link(tmp_path / "api.elf", [TESTS / "api_test.c"], one_file=compiled(board))
    is_whole(BOARDS[board].run(tmp_path / "api.elf"))


@pytest.mark.parametrize("board", ON_BOARDS)
@pytest.mark.parametrize("example", ["attitude", "letters"])
def test_examples_print_on_boards_what_they_print_on_linux(example, board, compiled, tmp_path, recording):
    folder = ROOT / "Examples/c"
    BOARDS[board].link(tmp_path / "example.elf", [folder / f"{example}.c"], "-I", recording, one_file=compiled(board))
    own = folder / f"{example}.linux.expected.txt"
    assert BOARDS[board].run(tmp_path / "example.elf") == (own if own.exists() else folder / f"{example}.expected.txt").read_text()


@pytest.mark.parametrize("compiler", ["gcc", "mps2-an386", "virt"])
def test_has_no_variables_exports_the_header_and_needs_helpers_only(compiler, compiled):
    prefix = {"gcc": "", "mps2-an386": "arm-none-eabi-", "virt": "riscv64-unknown-elf-"}[compiler]
    symbols = [line.split()[-2:] for line in run(f"{prefix}nm", compiled(compiler)).splitlines()]
    needed = {name for kind, name in symbols if kind == "U"} - HELPERS - {"_GLOBAL_OFFSET_TABLE_"}
    assert all(re.fullmatch(r"__(popcount|clz|ctz|ashl|ashr|lshr|mul)[sd]i[23]", name) for name in needed), needed
    assert {name for kind, name in symbols if kind.isupper() and kind != "U"} == declared()
    assert not [name for kind, name in symbols if kind in "bBdDcC"] and len(symbols) > 400


def test_links_only_what_a_program_names(compiled, tmp_path):
    """As the archives: six axes come without the field, and one format without the others."""
    board = "mps2-an386"
    sizes = sizes_of_programs("cortex-m4", BOARDS[board].flags, ONE_FILE, compiled(board), tmp_path, "quillon.c-on-cortex-m4")
    print(sizes)
    assert sizes["nothing"] < 600 and sizes["six"] + 1_500 < sizes["nine"] < 25_000
    assert sizes["witmotion"] < 20_000 and sizes["letters"] < 130_000


def test_takes_few_more_instructions_than_the_archive(compiled, tmp_path, recording):
    counted = []
    for one_file in (None, compiled("mps2-an386")):
        BOARDS["mps2-an386"].link(tmp_path / "count.elf", [TESTS / "instructions.c"], "-I", recording, one_file=one_file)
        lines = BOARDS["mps2-an386"].run(tmp_path / "count.elf", "-icount", "shift=0").splitlines()
        counted.append({name: int(count) for name, count in map(str.split, lines)})
    print(*counted)
    assert all(500 < count < counted[1][name] < 1.5 * count for name, count in counted[0].items()) and len(counted[0]) == 3


@pytest.mark.parametrize("board", ON_BOARDS)
def test_takes_little_stack(board, compiled, tmp_path, recording):
    BOARDS[board].link(tmp_path / "stack.elf", [TESTS / "stack.c"], "-I", recording, one_file=compiled(board))
    stack = {name: int(size) for name, size in map(str.split, BOARDS[board].run(tmp_path / "stack.elf").splitlines())}
    print(board, stack)
    assert stack["quillon_fusion6_push"] < 1_200 and stack["quillon_recognizer_push"] < 4_500 and stack["quillon_recognizer_best"] < 7_500


@pytest.mark.long
def test_the_source_distribution_has_the_same_bits(traces, tmp_path):
    (source,) = (ROOT / ".build/wheel").glob("quillon-*.tar.gz")
    run(sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--target", tmp_path, source)
    program = """import hashlib, quillon, sys
t = quillon.read_trace(sys.argv[1])
recognizer = quillon.Recognizer("air")
print(quillon.__file__, hashlib.sha256(quillon.Fusion().update(t.gyr, t.acc, t.mag, times=t.times).quat.tobytes()).hexdigest(),
      recognizer.update(t.gyr, t.acc, pen=t.pen, times=t.times) + recognizer.finish())"""
    (compiled, *of_compiled), (installed, *of_installed) = [
        run(sys.executable, "-c", program, traces[9], env={**os.environ, "PYTHONPATH": path}).split() for path in (str(tmp_path), "")]
    assert str(tmp_path) in compiled and str(tmp_path) not in installed
    assert of_compiled == of_installed and len(of_compiled) > 7


def test_tells_what_it_is():
    head = (ONE_FILE / "quillon.c").read_text()[:2000]
    version = ".".join(re.findall(r"#define QUILLON_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)", (HEADERS / "quillon.h").read_text()))
    assert f"quillon.c {version}" in head and "make amalgamation" in head
