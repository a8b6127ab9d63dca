"""The lines of README for C, Arduino and Python, as a new user pastes them after `make`."""
import filecmp
import os
import re
import subprocess

import pytest
from boards import LIBRARY, ROOT


def lines():
    """The commands of README's section on C, Arduino and Python, without comments."""
    section = (ROOT / "README.md").read_text().split("### 5. ")[1].split("\n## ")[0]
    return [re.sub(r" +# .*", "", line.strip()) for line in section.splitlines() if line.startswith("    ")]


@pytest.fixture
def place(tmp_path):
    """A folder with what the sources and `make library wheel build` give, a home of its own, and nothing else."""
    (tmp_path / "home").mkdir()
    (tmp_path / ".build").mkdir()
    for name in ("Library", "Examples"):
        (tmp_path / name).symlink_to(ROOT / name)
    for name in ("library", "wheel", "release"):
        (tmp_path / ".build" / name).symlink_to(ROOT / ".build" / name)
    return tmp_path


def equal(one, other):
    """Whether two folders have the same files."""
    compared = filecmp.dircmp(one, other)
    differences = compared.left_only + compared.right_only + compared.diff_files + compared.funny_files
    return not differences and all(equal(one / name, other / name) for name in compared.common_dirs)


def test_the_lines_for_c_arduino_and_python_work(place):
    commands = [line for line in lines() if not line.startswith("make ")]
    assert sum(line.startswith(".build/") for line in commands) >= 3 and any("gcc" in line for line in commands)
    script = "set -e\n" + "\n".join(commands)
    environment = {**os.environ, "HOME": str(place / "home"), "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    done = subprocess.run(["bash", "-c", script], cwd=place, env=environment, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    assert re.search(r"^ 1 s  roll +-?\d+  pitch +-?\d+  yaw +-?\d+$", done.stdout, re.M), done.stdout
    assert re.search(r"\[\[.*\]\]", done.stdout, re.S), done.stdout
    # test_packages.py compiles its examples.
    assert equal(place / "home/Arduino/libraries/Quillon", LIBRARY / "arduino/Quillon")


def test_the_targets_are_those_of_make():
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text() + (ROOT / "Library/library.mk").read_text(), re.M)
    named = [target for line in lines() if line.startswith("make ") for target in line.split()[1:]]
    assert {"library", "wheel", "build"} <= set(named) and set(named) <= set(targets), named
