"""What each archive exports, needs and contains."""
import re

import pytest
from boards import HEADERS, LIBRARY, ROOT
from conftest import CORES, TARGETS, run

HELPERS = {
    "memcpy", "memset", "memmove", "__aeabi_memcpy", "__aeabi_memcpy4", "__aeabi_memcpy8", "__aeabi_memclr", "__aeabi_memclr4",
    "__aeabi_memclr8", "__aeabi_memset", "__aeabi_memset4", "__aeabi_memset8", "__aeabi_memmove", "__aeabi_memmove4",
    "__aeabi_memmove8",
    # The fit of a calibrator shifts 64 bits.
    "__aeabi_llsl", "__ashldi3"}
# A Cortex-M0 has no long multiplication and does not count zeros.
M0_HELPERS = {"__aeabi_lmul", "__clzsi2", "__aeabi_uidiv", "__aeabi_idiv", "__aeabi_llsr", "__aeabi_lasr"}


def tools():
    return {"cortex": "arm-none-eabi-", "rv32imc": "riscv64-unknown-elf-", "linux-x86_64": "", "linux-aarch64": "aarch64-linux-gnu-"}


def tool(target, name):
    return next(prefix for key, prefix in tools().items() if target.startswith(key)) + name


def archive(target):
    return LIBRARY / target / "lib/libquillon.a"


def declared():
    header = (HEADERS / "quillon.h").read_text()
    return set(re.findall(r"^(?:u?int32_t|const void \*) ?(quillon_\w+)\(", header, re.M))


@pytest.mark.parametrize("target", TARGETS)
def test_exports_the_names_of_the_header_and_no_other(target):
    lines = run(tool(target, "nm"), "-g", "--defined-only", archive(target)).splitlines()
    names = {line.split()[-1] for line in lines if len(line.split()) == 3}
    assert names == declared() and len(names) > 50


@pytest.mark.parametrize("target", TARGETS)
def test_needs_nothing_but_the_compilers_helpers(target):
    lines = run(tool(target, "nm"), "-u", archive(target)).splitlines()
    needed = {line.split()[-1] for line in lines if " U " in line}
    assert needed <= HELPERS | (M0_HELPERS if target == "cortex-m0plus" else set())


@pytest.mark.parametrize("target", ["cortex-m3", "cortex-m4"])
def test_no_method_moves_its_value(target):
    """The compiler may read the first words of a value through r10 and move r10, which the caller uses again."""
    function, saves, read, moving = "", False, 0, []
    for line in run(tool(target, "objdump"), "-d", "--no-show-raw-insn", archive(target)).splitlines():
        if begin := re.match(r"[0-9a-f]+ <(.*)>:", line):
            function, saves = begin[1], False
        read += "ldm" in line
        saves = saves or bool(re.search(r"(push|stmdb).*(r10|sl)", line))
        if re.search(r"\t(r10|sl)!|\[(r10|sl)\], #|\[(r10|sl)[^\]]*\]!", line) and not saves:
            moving.append(function)
    assert read > 10 and not moving


@pytest.mark.parametrize("target", TARGETS)
def test_has_no_variables(target):
    sections = [line.split()[1:3] for line in run(tool(target, "objdump"), "-h", archive(target)).splitlines() if re.match(r"\s+\d+ ", line)]
    variables = [name for name, size in sections if re.match(r"\.s?(data|bss)", name) and int(size, 16) > 0]
    assert not variables and len(sections) > 10


@pytest.mark.parametrize("target", ["linux-x86_64", "linux-aarch64"])
def test_the_shared_library_has_a_version_and_the_same_names(target):
    shared = LIBRARY / target / "lib/libquillon.so"
    assert "libquillon.so.1]" in run("readelf", "-d", shared)
    names = {line.split()[-1] for line in run(tool(target, "nm"), "-D", "--defined-only", shared).splitlines()}
    assert {name.split("@")[0] for name in names} - {"QUILLON_1"} == declared()
    assert "NEEDED" not in run("readelf", "-d", shared)


@pytest.mark.parametrize("target", CORES)
def test_links_only_what_a_program_names(target, tmp_path):
    """Six axes come without the field, the recognizer without models that are not named, and a program of nothing with nothing."""
    flags = ["-march=rv32imac", "-mabi=ilp32"] if target == "rv32imc" else ["-mthumb", "-mcpu=cortex-" + target[7:9]]
    if target == "cortex-m4f":
        flags += ["-mfloat-abi=hard", "-mfpu=fpv4-sp-d16"]
    if target == "cortex-m0plus":
        flags = ["-mthumb", "-mcpu=cortex-m0plus"]
    if target == "cortex-m33":
        flags = ["-mthumb", "-mcpu=cortex-m33"]
    if target == "rv32imc":
        flags += ["--specs=picolibc.specs"]
    sizes = sizes_of_programs(target, flags, HEADERS, archive(target), tmp_path)
    assert sizes["nothing"] < 600 and sizes["six"] < 13_000
    assert sizes["six"] + 1_500 < sizes["nine"] < 22_000
    assert sizes["letters"] < 62_000


def sizes_of_programs(target, flags, headers, library, folder, name_in_report=None):
    """How many bytes each of PROGRAMS takes; they are also noted in .build/library/sizes.txt."""
    sizes = {}
    for name, body in PROGRAMS.items():
        source = folder / f"{name}.c"
        source.write_text('#include <quillon.h>\n' + body)
        command = [tool(target, "gcc"), *flags, "-Os", "-nostartfiles", "-nodefaultlibs", "-Wl,--gc-sections,-e,main"]
        run(*command, "-I", headers, source, library, "-lc", "-lgcc", "-o", folder / name)
        text, data, bss = run(tool(target, "size"), folder / name).splitlines()[1].split()[:3]
        assert int(data) == 0
        sizes[name] = int(text)
    target = name_in_report or target
    report = ROOT / ".build/library/sizes.txt"
    lines = [line for line in report.read_text().splitlines() if not line.startswith(target + " ")] if report.exists() else []
    report.write_text("\n".join(sorted(lines + [f"{target} " + " ".join(f"{k} {v}" for k, v in sizes.items())])) + "\n")
    return sizes


PROGRAMS = {
    "nothing": "int main(void) { return 0; }",
    "six": """static quillon_fusion6 f;
int main(void) {
  quillon_force a = {0, 0, 1}; quillon_rate r = {0, 0, 0}; quillon_quaternion q;
  quillon_fusion6_init(&f, sizeof f, NULL); quillon_fusion6_push(&f, 1, &a, &r);
  return quillon_fusion6_attitude(&f, &q);
}""",
    "nine": """static quillon_fusion9 f;
int main(void) {
  quillon_force a = {0, 0, 1}; quillon_rate r = {0, 0, 0}; quillon_field m = {1, 1, 1}; quillon_quaternion q;
  quillon_fusion9_init(&f, sizeof f, NULL); quillon_fusion9_push(&f, 1, &a, &r, &m);
  return quillon_fusion9_attitude(&f, &q);
}""",
    "letters": """static quillon_recognizer r;
int main(void) {
  uint32_t n; const void *m = quillon_model_air(&n); static quillon_sample s; quillon_event e;
  quillon_recognizer_init(&r, sizeof r, m, n);
  return quillon_recognizer_push(&r, &s, &e);
}""",
    "witmotion": """static quillon_receiver r;
int main(void) {
  quillon_sample s;
  quillon_receiver_init_witmotion_11(&r, sizeof r);
  return quillon_receiver_push(&r, 0x55, &s);
}""",
}
