"""Runs every sketch in Examples/boards on a simulated motion, and lets `quillon bridge` read what it prints: sketches.py TOOL."""

import fcntl
import json
import os
import pathlib
import pty
import shutil
import subprocess
import sys
import tempfile
import termios
import time
import tty

ROOT = pathlib.Path(__file__).resolve().parents[2]
BOARDS, STAND_INS = ROOT / "Examples/boards", ROOT / "Tests/SketchTests/stand-ins"
TOOL = pathlib.Path(sys.argv[1]).resolve()


def run(*arguments, **more):
    return subprocess.run(arguments, check=True, stdout=subprocess.PIPE, timeout=120, **more).stdout


def motion(text, axes, path):
    """What a simulated person writes, as lines of t, force, rate if there is one, pen."""
    trace = run(TOOL, "simulate", "--text", text, "--raw", str(axes)).decode().splitlines()
    rows = [line.split(",") for line in trace if line[0].isdigit()]
    end = 7 if axes == 6 else 4
    path.write_text("".join(",".join(row[:end] + [row[end]]) + "\n" for row in rows))


def read(printed, *options):
    """What the bridge reads on a serial line on which these bytes come. The board's clock is in them, so they may come at once."""
    board, line = pty.openpty()
    tty.setraw(line)
    bridge = subprocess.Popen(
        [TOOL, "bridge", "--port", os.ttyname(line), "--baud", "115200", "--json", *options], stdout=subprocess.PIPE)
    written = 0
    while written < len(printed):
        written += os.write(board, printed[written:written + 512])
    waiting = b"1"
    while bridge.poll() is None and any(waiting):
        time.sleep(0.01)
        waiting = fcntl.ioctl(line, termios.FIONREAD, b"\0" * 4)
    os.close(line)
    os.close(board)
    output = bridge.communicate(timeout=60)[0]
    events = [json.loads(line) for line in output.splitlines()]
    return [event["label"] for event in events if event["event"] == "letter"]


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        letters, gestures = folder / "letters.csv", folder / "gestures.csv"
        motion("HELLO", 6, letters)
        motion("<circle><shake><swipeLeft>", 3, gestures)
        outputs = {}
        for define in ["AVR", "ESP32"]:
            program = folder / define
            run("g++", "-std=c++17", "-Wall", "-Wextra", "-Werror", "-O1", f"-D{define}",
                f'-DSKETCH="{BOARDS}/mpu6050/mpu6050.ino"', f"-I{STAND_INS}", STAND_INS / "main.cpp", "-o", program)
            outputs[f"mpu6050.ino, {define}"] = run(program, letters)
        outputs["circuitpython.py"] = run(
            sys.executable, STAND_INS / "run_python.py", BOARDS / "circuitpython.py", letters)
        outputs["microbit.py"] = run(sys.executable, STAND_INS / "run_python.py", BOARDS / "microbit.py", gestures)
        outputs["microbit.ts"] = run("node", STAND_INS / "run_makecode.js", BOARDS / "microbit.ts", gestures)
        for sketch, printed in outputs.items():
            isMicrobit = sketch.startswith("microbit")
            wanted = ["circle", "shake", "swipeLeft"] if isMicrobit else list("HELLO")
            found = read(printed, *(["--model", "accelerometer"] if isMicrobit else []))
            if found != wanted:
                sys.exit(f"{sketch}: read {found} and not {wanted}; it begins with {printed[:200]!r}")
            print(f"sketch {sketch}: {' '.join(found)}")


main()
