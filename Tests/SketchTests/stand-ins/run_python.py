"""Runs a sketch in Python on a recorded motion: run_python.py SKETCH MOTION. Stands in for CircuitPython's and MicroPython's modules.

Time passes with each look at the clock. The sketch ends with the motion.
"""

import math
import struct
import sys
import time
import types

sketch, path = sys.argv[1:]
samples = [[float(number) for number in line.split(",")] for line in open(path)]
# t and force, then rate if the board has a gyroscope, and the pen.
now, index = 0, 0


def pass_time(microseconds):
    global now
    now += microseconds
    return now


def present():
    global index
    while index < len(samples) and samples[index][0] * 1e6 < now:
        index += 1
    if index == len(samples):
        sys.exit()
    return samples[index]


class MPU6050:
    """The module on the bus, as its register map specifies (4.4, 4.5, 4.17 and 4.19)."""

    registers = {0x6B: 0x40, 0x1B: 0, 0x1C: 0}

    def try_lock(self):
        return True

    def writeto(self, address, data):
        assert address == 0x68, "nobody answers"
        self.registers[data[0]] = data[1]

    def writeto_then_readfrom(self, address, data, buffer):
        assert address == 0x68 and data == b"\x3b" and not self.registers[0x6B] & 0x40
        force = 16384 >> (self.registers[0x1C] >> 3 & 3)
        rate = 131.072 / (1 << (self.registers[0x1B] >> 3 & 3))
        row = present()
        counts = [value / 9.80665 * force for value in row[1:4]] + [0]
        counts += [math.degrees(value) * rate for value in row[4:7]]
        struct.pack_into(">7h", buffer, 0, *(max(-32768, min(32767, round(count))) for count in counts))


class Button:
    def __init__(self, pin):
        assert pin == "D2"

    def switch_to_input(self, pull):
        assert pull == "up"

    @property
    def value(self):
        return not present()[-1]


def module(name, **names):
    sys.modules[name] = types.SimpleNamespace(**names)


module("board", D2="D2", I2C=MPU6050)
module("digitalio", DigitalInOut=Button, Pull=types.SimpleNamespace(UP="up"))
module("microbit",
       accelerometer=types.SimpleNamespace(get_values=lambda: tuple(
           round(value / 9.80665 * 1000) * sign for value, sign in zip(present()[1:4], (-1, 1, -1)))),
       button_a=types.SimpleNamespace(is_pressed=lambda: present()[-1] == 1),
       running_time=lambda: pass_time(1000) // 1000, sleep=lambda milliseconds: pass_time(1000 * milliseconds))
time.monotonic_ns = lambda: pass_time(50) * 1000
exec(compile(open(sketch).read(), sketch, "exec"), {})
