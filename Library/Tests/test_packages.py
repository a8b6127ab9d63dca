"""The library as others get it: Arduino's folder, CMake, pkg-config, PlatformIO and Zephyr. What can't be run here is only looked at."""
import json
import re
import subprocess

import pytest
from boards import BOARDS, HEADERS, LIBRARY, ROOT
from conftest import run

ARDUINO = LIBRARY / "arduino/Quillon"
STAND_IN = ROOT / "Library/Tests/arduino"
# A board of Arduino, its compiler flags, where Arduino looks for the archive, and the emulated board that runs the result. An ESP32-C3 has
# no archive: Arduino compiles src/quillon.c.
FLAGS = {
    "zero": (["-mcpu=cortex-m0plus", "-mthumb"], ["cortex-m0plus"], "microbit"),
    "due": (["-mcpu=cortex-m3", "-mthumb"], ["cortex-m3"], "mps2-an385"),
    "nano33ble": (["-mcpu=cortex-m4", "-mthumb", "-mfloat-abi=softfp", "-mfpu=fpv4-sp-d16"], ["cortex-m4/fpv4-sp-d16-softfp"], "mps2-an386"),
    "feather-m4": (["-mcpu=cortex-m4", "-mthumb", "-mfloat-abi=hard", "-mfpu=fpv4-sp-d16"], ["cortex-m4/fpv4-sp-d16-hard"], "mps2-an386"),
    "esp32-c3": (["-march=rv32imac", "-mabi=ilp32"], [], "virt"),
}


CPLUSPLUS = ["-std=gnu++14", "-fno-exceptions", "-fno-rtti", "-fno-threadsafe-statics", "-nostdlib"]


EXAMPLES = ["AttitudePlotter", "LettersMPU6050", "LettersNano33"]
PAIRS = [(example, board) for example in EXAMPLES for board in FLAGS if board != "esp32-c3" or example == "LettersMPU6050"]
PAIRS += [(example, "esp32-c3") for example in ("KeyboardESP32", "GesturesMQTT")]


@pytest.mark.parametrize("example, board", PAIRS)
def test_arduinos_examples_compile_link_and_run(example, board, tmp_path, recording, recorded_gestures):
    rows = ((recorded_gestures if example == "GesturesMQTT" else recording) / "recording.h").read_text()
    if example == "KeyboardESP32":
        # A press of 0.1 s at the end.
        last = rows.splitlines()[-2].rpartition(",")[0].rpartition(",")[0]
        rows = rows.replace("};", "".join(f"{last}, {int(5 <= row < 15)}}},\n" for row in range(50)) + "};")
    (tmp_path / "recording.h").write_text(rows)
    flags, folders, machine = FLAGS[board]
    (source,) = (ARDUINO / "examples" / example).glob("*.ino")
    emulated = BOARDS[machine]
    compiler = "arm-none-eabi" if emulated.arm else "riscv64-unknown-elf"
    program = tmp_path / "sketch.cpp"
    program.write_text('#include "Arduino.h"\n' + source.read_text())
    options = ["-Os", "-ffunction-sections", "-fdata-sections", "-Wall", "-Wno-unused-function", "-I", ARDUINO / "src"]
    objects = []
    for file in (program, STAND_IN / "board.cpp", ARDUINO / "src/quillon.c"):
        objects.append(tmp_path / (file.stem + ".o"))
        more = [] if file.suffix == ".c" else [*CPLUSPLUS, "-I", STAND_IN, "-I", tmp_path]
        run(f"{compiler}-g{'cc' if file.suffix == '.c' else '++'}", "--specs=picolibc.specs", *flags, *options, *more, "-c", file, "-o", objects[-1])
    flash, flash_size, ram, ram_size, stack = emulated.memory
    symbols = {"__flash": flash, "__flash_size": flash_size, "__ram": ram, "__ram_size": ram_size, "__stack_size": stack}
    image = tmp_path / "sketch.elf"
    run(f"{compiler}-gcc", "--specs=picolibc.specs", "--oslib=semihost", "--crt0=hosted", "-T", "picolibc.ld", *flags,
        "-Wl,--gc-sections", *[f"-Wl,--defsym={name}={value}" for name, value in symbols.items()], *objects,
        *(f"-L{ARDUINO / 'src' / folder}" for folder in folders), *(["-lquillon"] if folders else []), "-o", image)
    lines = emulated.run(image).splitlines()
    if example == "AttitudePlotter":
        assert len(lines) > 900 and re.fullmatch(r"roll:-?\d+\.\d\d,pitch:-?\d+\.\d\d,yaw:-?\d+\.\d\d", lines[-1])
    elif example == "LettersMPU6050":
        assert [line[0] for line in lines] == ["Q", "U"]
    elif example == "KeyboardESP32":
        assert lines == ["Quillon wand", *(f"keys {keys}" for keys in ("02 14", "00 00", "02 18", "00 00", "00 2a", "00 00"))]
    elif example == "GesturesMQTT":
        assert lines == ["quillon/wand/status online", "quillon/wand/gesture circle", "quillon/wand/gesture swipeRight"]
    else:
        assert all(re.fullmatch("[A-Z]", line) for line in lines)


@pytest.mark.parametrize("example", [*EXAMPLES, "KeyboardESP32", "GesturesMQTT"])
def test_arduinos_examples_tell_that_the_sensor_is_absent(example, tmp_path, recording):
    (source,) = (ARDUINO / "examples" / example).glob("*.ino")
    program = tmp_path / "sketch.cpp"
    program.write_text('#include "Arduino.h"\n' + source.read_text())
    run("g++", "-std=gnu++17", "-w", "-DABSENT", "-I", ARDUINO / "src", "-I", STAND_IN, "-I", recording, program, STAND_IN / "board.cpp",
        LIBRARY / "linux-x86_64/lib/libquillon.a", "-o", tmp_path / "sketch")
    nano = "no LSM9DS1: choose a Nano 33 BLE Sense of the first revision"
    line = nano if example == "LettersNano33" else "no MPU-6050 at 0x68: check the wires"
    assert subprocess.run([tmp_path / "sketch"], capture_output=True, text=True, timeout=20).stdout.splitlines() == [line] * 3


def test_arduinos_folder_is_complete():
    properties = dict(line.split("=", 1) for line in (ARDUINO / "library.properties").read_text().splitlines())
    assert properties["precompiled"] == "full" and "-lquillon" in properties["ldflags"]
    names = set(re.findall(r"quillon_\w+", (HEADERS / "quillon.h").read_text()))
    keywords = [line.split("\t")[0] for line in (ARDUINO / "keywords.txt").read_text().splitlines() if line[:1] != "#"]
    assert all(word in names or word.startswith("QUILLON_") or word == "QuillonMPU6050" for word in keywords)
    assert len(list((ARDUINO / "src").rglob("libquillon.a"))) == 6


@pytest.mark.parametrize("kind", ["quillon", "static"])
def test_cmake_finds_it(kind, tmp_path):
    (tmp_path / "main.c").write_text("#include <quillon.h>\nint main(void) { return quillon_version() == QUILLON_VERSION ? 0 : 1; }\n")
    (tmp_path / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.16)\nproject(use C)\nfind_package(Quillon 1.0 REQUIRED)\n"
        f"add_executable(use main.c)\ntarget_link_libraries(use Quillon::{kind})\n")
    run("cmake", "-S", tmp_path, "-B", tmp_path / "build", f"-DCMAKE_PREFIX_PATH={LIBRARY / 'linux-x86_64'}")
    run("cmake", "--build", tmp_path / "build")
    run(tmp_path / "build/use")
    (tmp_path / "CMakeLists.txt").write_text("cmake_minimum_required(VERSION 3.16)\nproject(use C)\nfind_package(Quillon 2.0 REQUIRED)\n")
    with pytest.raises(subprocess.CalledProcessError):
        run("cmake", "-S", tmp_path, "-B", tmp_path / "other", f"-DCMAKE_PREFIX_PATH={LIBRARY / 'linux-x86_64'}")


def test_esp_idfs_component_compiles(tmp_path):
    """With a stand-in of ESP-IDF's function, which makes a library of what the component names."""
    (tmp_path / "CMakeLists.txt").write_text(f"""cmake_minimum_required(VERSION 3.16)
project(use C)
function(idf_component_register)
  cmake_parse_arguments(PARSE_ARGV 0 ARG "" "" "SRCS;INCLUDE_DIRS")
  add_library(quillon STATIC ${{ARG_SRCS}})
  target_include_directories(quillon PUBLIC ${{ARG_INCLUDE_DIRS}})
endfunction()
add_subdirectory({ARDUINO} component)
add_executable(use use.c)
target_link_libraries(use quillon)
""")
    (tmp_path / "use.c").write_text("#include <quillon.h>\nint main(void) { return quillon_version() == QUILLON_VERSION ? 0 : 1; }\n")
    run("cmake", "-S", tmp_path, "-B", tmp_path / "build")
    run("cmake", "--build", tmp_path / "build")
    run(tmp_path / "build/use")
    version = re.search(r'^version: "(.*)"$', (ARDUINO / "idf_component.yml").read_text(), re.M)
    assert version[1] == json.loads((ARDUINO / "library.json").read_text())["version"]


@pytest.mark.parametrize("processor, said", [
    ("CPU_CORTEX_M0PLUS", "import lib/cortex-m0plus/libquillon.a include"), ("CPU_CORTEX_M4", "import lib/cortex-m4/libquillon.a include"),
    ("RISCV", "import lib/rv32imc/libquillon.a include"), ("XTENSA", "compile one-file/quillon.c one-file")])
def test_zephyr_takes_an_archive_or_the_one_file(processor, said, tmp_path):
    """With stand-ins of Zephyr's functions, which print their arguments."""
    module = LIBRARY / "zephyr"
    script = tmp_path / "script.cmake"
    script.write_text(f"""set(CONFIG_QUILLON y)
set(CONFIG_{processor} y)
function(zephyr_library_import name file)
  message("import ${{file}}")
endfunction()
function(zephyr_library_named name)
endfunction()
function(zephyr_library_sources file)
  message("compile ${{file}}")
endfunction()
function(zephyr_include_directories folder)
  message("${{folder}}")
endfunction()
include({module}/CMakeLists.txt)
""")
    done = subprocess.run(["cmake", "-P", script], stderr=subprocess.PIPE, text=True, check=True)
    assert done.stderr.replace(f"{module}/", "").split() == said.split()
    assert all((module / path).exists() for path in said.split()[1:])


def test_pkg_config_finds_it(tmp_path):
    prefix = LIBRARY / "linux-x86_64"
    flags = run("env", f"PKG_CONFIG_PATH={prefix / 'lib/pkgconfig'}", "pkg-config", "--cflags", "--libs", "quillon >= 1.0").split()
    (tmp_path / "main.c").write_text("#include <quillon.h>\nint main(void) { return quillon_version() == QUILLON_VERSION ? 0 : 1; }\n")
    run("gcc", tmp_path / "main.c", *flags, f"-Wl,-rpath,{prefix / 'lib'}", "-o", tmp_path / "use")
    run(tmp_path / "use")


def test_platformio_and_zephyr_name_files_that_are_there():
    assert json.loads((ARDUINO / "library.json").read_text())["build"]["extraScript"] == "platformio.py"
    compile((ARDUINO / "platformio.py").read_text(), "platformio.py", "exec")
    module = LIBRARY / "zephyr"
    cores = set(re.findall(r"set\(quillon_core (\S+)\)", (module / "CMakeLists.txt").read_text()))
    assert cores == {path.parent.name for path in (module / "lib").rglob("libquillon.a")}
    assert "kconfig: Kconfig" in (module / "zephyr/module.yml").read_text() and (module / "Kconfig").exists()
    assert (module / "include/quillon.h").read_text() == (HEADERS / "quillon.h").read_text()
