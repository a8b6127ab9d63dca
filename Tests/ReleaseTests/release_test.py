#!/usr/bin/env python3
"""release_test.py FOLDER: uses each file of a release as its user would, in a folder of its own: `make test-release`.

The tool runs in a root with nothing else in it and reads letters that it has simulated; so do the Python packages, and programs in C.
"""
import functools
import hashlib
import http.server
import os
import re
import shutil
import struct
import subprocess
import sys
import tarfile
import tempfile
import threading
import urllib.request
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDER = Path(sys.argv[1]).resolve()
VERSION = FOLDER.name.removeprefix("release-")
TEXT = "QUILLON"
# microsoft/uf2, uf2families.json. A board comes before those whose names begin its own.
RP2350 = 0xE48BFF59
FAMILIES = {"pico2": RP2350, "pico": 0xE48BFF56, "nano-rp2040": 0xE48BFF56, "xiao-sense": 0xADA52840, "feather-sense": 0xADA52840}


def run(*command, **options):
    """What a command prints."""
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=600, **options)
    assert done.returncode == 0, f"{' '.join(map(str, command))} gave {done.returncode}:\n{done.stdout}"
    return done.stdout


def unpacked(name, work):
    """The only folder in an archive of the release."""
    opened = zipfile.ZipFile(FOLDER / name) if name.endswith(".zip") else tarfile.open(FOLDER / name)
    place = work / name.removesuffix(".zip").removesuffix(".tar.gz")
    with opened as archive:
        archive.extractall(place)
    (only,) = place.iterdir()
    return only


def equal(found, wanted):
    assert found == wanted, f"{found!r} is not {wanted!r}"


def sums(work):
    listed = dict(reversed(line.split("  ")) for line in (FOLDER / "SHA256SUMS").read_text().splitlines())
    equal(sorted(listed), sorted(path.name for path in FOLDER.iterdir() if path.name != "SHA256SUMS"))
    for name, digest in listed.items():
        equal(hashlib.sha256((FOLDER / name).read_bytes()).hexdigest(), digest)


def notes(work):
    """They are a table of all files, and a part of CHANGELOG.md."""
    table, text = (FOLDER / "NOTES.md").read_text().split("\n\n", 1)
    assert text.startswith("### ") and text.strip() in (ROOT / "CHANGELOG.md").read_text(), "the notes are no part of CHANGELOG.md"
    named = [re.escape(row.split("|")[2].strip(" `")).replace("BOARD", "[a-z0-9-]+") for row in table.splitlines()[2:]]
    names = [path.name for path in FOLDER.iterdir() if path.name != "NOTES.md"]
    for name in names:
        assert any(re.fullmatch(pattern, name) for pattern in named), f"the table of files has not {name}"
    for pattern in named:
        assert any(re.fullmatch(pattern, name) for name in names), f"the table has {pattern}, and the release has not"
    for word in re.findall(rf"[\w./-]*quillon-{re.escape(VERSION)}[\w./-]+\.\w+\b", table):
        assert word.removeprefix("./").replace("BOARD", "pico") in names, f"the table tells to use {word}"


def documents(folder):
    """A folder has the documents and the pictures in them."""
    for name in "README.md", "CHANGELOG.md", "firmware-docs/FIRST-BOARD.md", "firmware-docs/BOARDS.md", "firmware-docs/pictures/alphabet.svg":
        assert (folder / name).stat().st_size > 1000, name
    for page in folder.rglob("*.md"):
        for picture in re.findall(r"\]\(([\w./-]*pictures/[\w.-]+)\)|src=\"([^\"]+)\"", page.read_text()):
            assert (page.parent / "".join(picture)).exists(), f"{page} shows {picture}"


# What every Linux has: processes and pseudo-terminals.
MOUNT = """
mkdir -p "$0/proc" "$0/dev/pts"
mount -t proc proc "$0/proc"
mount -t devpts -o newinstance,ptmxmode=0666 devpts "$0/dev/pts"
ln -sf pts/ptmx "$0/dev/ptmx"
exec env -i "$(command -v chroot)" "$0" "$@"
"""


def inside(root, *command):
    """What a command prints that sees a folder and no other file, and no variables."""
    as_root = [] if os.geteuid() == 0 else ["--map-root-user"]
    path = os.environ["PATH"] + ":/usr/sbin:/sbin"
    return run("unshare", *as_root, "--mount", "--pid", "--fork", "sh", "-ec", MOUNT, root, *command, env={"PATH": path})


def tool(work):
    root = unpacked(f"quillon-{VERSION}-linux-x86_64.tar.gz", work)
    equal(inside(root, "/bin/quillon", "--version").strip(), VERSION)
    assert f"recognized  {TEXT}" in inside(root, "/bin/quillon", "run", "--fast", "--text", TEXT)
    inside(root, "/bin/quillon", "simulate", "--raw", "6", "--text", TEXT, "--trace", "/letters.csv")
    read = inside(root, "/bin/quillon", "evaluate", "--air", "/letters.csv")
    assert f"{len(TEXT)} of {len(TEXT)} right" in read, read
    shutil.move(root / "letters.csv", work / "letters.csv")
    for name in "lib/quillon/images/nrf51822/RecognizerImage.elf", "share/man/man1/quillon.1", "lib/udev/rules.d/70-quillon.rules":
        assert (root / name).stat().st_size > 100, name
    synopsis = (root / "share/man/man1/quillon.bridge.1").read_text().split(".Sh SYNOPSIS\n")[1]
    assert synopsis.startswith('.Nm "quillon bridge"\n'), synopsis[:80]
    documents(root / "share/doc/quillon")
    flashed(root / "lib/quillon/images")
    told = (root / "INSTALL.txt").read_text()
    for name in re.findall(r"\b(?:bin|lib|share)/[\w./-]+\w", told.replace("/usr/local/bin", "")):
        assert (root / name).exists(), f"INSTALL.txt names {name}"
    assert f"quillon_{VERSION}_" in told and "@" not in told


def flashed(images):
    """The installed firmware is that of the release, in the form that the board's boot loader takes."""
    for name in "pico.uf2", "nano33ble-sense.bin", "feather-f405.bin", "stm32f405.bin", "nrf51822.hex":
        board, kind = name.split(".")
        equal((images / board / f"RecognizerImage.{kind}").read_bytes(), (FOLDER / f"quillon-{VERSION}-{name}").read_bytes())


def debian(work):
    (package,) = FOLDER.glob(f"quillon_{VERSION}_*.deb")
    equal(run("dpkg-deb", "--field", package, "Version").strip(), VERSION)
    run("dpkg-deb", "--extract", package, work / "deb")
    equal(run(work / "deb/usr/bin/quillon", "--version", env={"PATH": ""}).strip(), VERSION)
    assert "./usr/share/man/man1/quillon.1.gz" in run("dpkg-deb", "--contents", package)
    documents(work / "deb/usr/share/doc/quillon")
    flashed(work / "deb/usr/lib/quillon/images")


def payload(path):
    """The bytes of a UF2 file by address, each block checked."""
    data, parts = path.read_bytes(), {}
    assert data and len(data) % 512 == 0, f"{path.name} is no sequence of blocks"
    board = next(board for board in FAMILIES if path.name.startswith(f"quillon-{VERSION}-{board}"))
    if FAMILIES[board] == RP2350:  # the block that stepping A2 wants before the image
        equal(struct.unpack("<8I", data[:32])[2:], (0xA000, 0x10FFFF00, 256, 0, 2, 0xE48BFF57))
        data = data[512:]
    count = len(data) // 512
    for number in range(count):
        block = data[512 * number : 512 * (number + 1)]
        words = struct.unpack("<8I", block[:32])
        equal(words[:3] + words[4:], (0x0A324655, 0x9E5D5157, 0x2000, 256, number, count, FAMILIES[board]))
        equal(struct.unpack("<I", block[508:])[0], 0x0AB16F30)
        parts[words[3]] = block[32 : 32 + 256]
    equal(len(parts), count)
    return parts


def hexadecimal(path):
    """The bytes of an Intel HEX file by address, each record's checksum checked."""
    parts, base, ended = {}, 0, False
    for line in path.read_text().splitlines():
        record = bytes.fromhex(line.removeprefix(":"))
        assert sum(record) % 256 == 0 and not ended, f"{path.name}: {line}"
        size, address, kind = struct.unpack(">BHB", record[:4])
        value = record[4 : 4 + size]
        if kind == 0:
            parts[base + address] = value
        elif kind == 1:
            ended = True
        elif kind in (2, 4):
            base = int.from_bytes(value, "big") << (4 if kind == 2 else 16)
    assert ended, f"{path.name} has no end"
    return parts


def firmware(work):
    boards = run(ROOT / "Scripts/firmware", "boards").split()
    images = sorted(FOLDER.glob("*.bin"))
    for board in boards:
        assert FOLDER / f"quillon-{VERSION}-{board}.bin" in images, board
    for keyboard in run(ROOT / "Scripts/firmware", "boards", "usb").split():
        assert FOLDER / f"quillon-{VERSION}-{keyboard}-keyboard.bin" in images, keyboard
    for image in images:
        data = image.read_bytes()
        forms = [hexadecimal(image.with_suffix(".hex"))]
        if any(image.name.startswith(f"quillon-{VERSION}-{board}") for board in FAMILIES):
            forms.append(payload(image.with_suffix(".uf2")))
        for parts in forms:
            start = min(parts)
            for address, part in parts.items():
                # The last page of a UF2 file is filled.
                there = data[address - start :][: len(part)]
                equal(part[: len(there)], there)
            assert max(address + len(part) for address, part in parts.items()) - start >= len(data), image.name
    equal(len(list(FOLDER.glob("*.uf2"))), sum(1 for image in images if image.with_suffix(".uf2").exists()))


def boots(work):
    """The tool of the archive runs the firmware in it, in QEMU."""
    root = unpacked(f"quillon-{VERSION}-linux-x86_64.tar.gz", work)
    environment = {"PATH": os.environ["PATH"]}
    assert "recognized  ON" in run(root / "bin/quillon", "run", "--board", "mps2-an386", "--text", "ON", env=environment, cwd=work)


class QuietHandler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def served(folder, paths):
    """Asks a server of a folder for its index and these files."""
    handler = functools.partial(QuietHandler, directory=folder)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        answers = {}
        for path in paths:
            with urllib.request.urlopen(f"http://127.0.0.1:{server.server_port}/{path}") as answer:
                answers[path] = answer.read()
        server.shutdown()
    return answers


def page(work):
    folder = unpacked(f"quillon-{VERSION}-page.zip", work)
    kept = re.search(r"\bfiles ?= ?\[(.*?)\]", (folder / "sw.js").read_text())[1]
    names = [name for name in re.findall(r'"(.*?)"', kept) if name != "./"]
    answers = served(folder, ["", *names])
    assert b"</title>" in answers[""] and answers["quillon.wasm"].startswith(b"\0asm")
    assert {"page.js", "quillon.js", "page.css"} <= set(names), names


def documentation(work):
    folder = unpacked(f"quillon-{VERSION}-docs.zip", work)
    documents(folder)
    links = re.findall(r'<li><a href="(.*?)"', (folder / "index.html").read_text())
    products = [link for link in links if "/documentation/" in link]
    for product in "QuillonFusion", "QuillonBridge":
        assert f"{product}/documentation/{product.lower()}/" in products, products
    assert "README.md" in links and "firmware-docs/BOARDS.md" in links, links
    assert all(b"<html" in answer for answer in served(folder, ["", *products]).values())
    assert all(answer.startswith(b"# ") for answer in served(folder, [link for link in links if link not in products]).values())


def letters_in_c(work, name, *arguments):
    """Compiles the example in C for this machine, and lets it read the letters."""
    recording = run(sys.executable, ROOT / "Examples/c/make_recording.py", work / "letters.csv")
    (work / "recording.h").write_text(recording)
    run("gcc", "-O1", "-I", work, ROOT / "Examples/c/letters.c", *arguments, "-o", work / name)
    equal("".join(line[0] for line in run(work / name).splitlines()), TEXT)


def one_file(work):
    letters_in_c(work, "one-file", "-I", FOLDER, FOLDER / "quillon.c")


def archives(work):
    folder = unpacked(f"quillon-c-{VERSION}.tar.gz", work)
    equal((folder / "VERSION").read_text().strip(), VERSION)
    library = folder / "linux-x86_64"
    letters_in_c(work, "archive", "-I", library / "include", library / "lib/libquillon.a")


def arduino(work):
    folder = unpacked(f"quillon-{VERSION}-arduino.zip", work)
    equal(folder.name, "Quillon")
    assert f"version={VERSION}\n" in (folder / "library.properties").read_text()
    assert f'"version": "{VERSION}"' in (folder / "library.json").read_text()
    for core in "cortex-m0plus", "cortex-m4", "cortex-m4/fpv4-sp-d16-hard", "cortex-m33":
        assert (folder / "src" / core / "libquillon.a").read_bytes().startswith(b"!<arch>"), core
    # What the IDE compiles for a board without an archive.
    letters_in_c(work, "arduino", "-I", folder / "src", folder / "src/quillon.c")


def zephyr(work):
    folder = unpacked(f"quillon-{VERSION}-zephyr.zip", work)
    for name in "zephyr/module.yml", "CMakeLists.txt", "include/quillon.h", "lib/cortex-m4/libquillon.a":
        assert (folder / name).stat().st_size > 0, name


def python(work, package):
    environment = work / package.name.replace(".", "-")
    run(sys.executable, "-m", "venv", environment)
    run(environment / "bin/pip", "install", "--quiet", "--disable-pip-version-check", package)
    program = (
        "import quillon; t = quillon.read_trace('letters.csv'); r = quillon.Recognizer(); print(quillon.__version__, "
        "''.join(e.label for e in r.update(t.gyr, t.acc, pen=t.pen, times=t.times) + r.finish()))"
    )
    equal(run(environment / "bin/python", "-c", program, cwd=work).split(), [VERSION, TEXT])


def wheel(work):
    (package,) = FOLDER.glob(f"quillon-{VERSION}-*x86_64.whl")
    python(work, package)


def source_package(work):
    python(work, FOLDER / f"quillon-{VERSION}.tar.gz")


def npm(work):
    run("npm", "install", "--offline", "--no-audit", "--no-fund", "--prefix", work / "npm", FOLDER / f"quillon-{VERSION}.tgz")
    for test in (ROOT / "Library/JavaScript/tests").iterdir():
        shutil.copy(test, work / "npm")
    environment = {**os.environ, "RECORDING": str(work / "letters.csv"), "VERSION": VERSION}
    run("node", "--test", cwd=work / "npm", env=environment)


def crate(work):
    run("tar", "-C", work, "-xzf", FOLDER / f"quillon-{VERSION}.crate")
    folder = work / f"quillon-{VERSION}"
    run("cargo", "test", "--quiet", "--offline", "--release", cwd=folder)
    program = ("cargo", "run", "--quiet", "--offline", "--release", "--example", "letters", work / "letters.csv")
    equal(run(*program, cwd=folder).splitlines()[0], TEXT)


with tempfile.TemporaryDirectory() as work:
    for test in sums, notes, tool, debian, firmware, boots, page, documentation, one_file, archives, arduino, zephyr, wheel, source_package, npm, crate:
        test(Path(work))
        print(f"release: {test.__name__.replace('_', ' ')}: as it should be", flush=True)
