# Letters in the air with an MPU-6050 and a button, in CircuitPython. Save it on the board as code.py; it needs no library.
#
# Wires:   MPU-6050 VCC to 3.3 V, GND to GND, SDA and SCL to the pins of these names
#          a button between D2 and GND, if the board has none of its own
#
# Hold the module like a pen that lies on its back: x to the right, y forward, z up. Hold the button while you write a letter.
import struct
import time

import board
import digitalio

MPU6050 = 0x68
PERIOD = 10_000  # µs: 100 samples a second

button = digitalio.DigitalInOut(getattr(board, "BUTTON", None) or board.D2)
button.switch_to_input(pull=digitalio.Pull.UP)

i2c = board.I2C()
while not i2c.try_lock():
    pass


def set_register(number, value):
    i2c.writeto(MPU6050, bytes((number, value)))


set_register(0x6B, 0x01)  # awake, with the gyroscope's clock
set_register(0x1A, 0x03)  # low-pass filter of 44 Hz
set_register(0x1B, 0x18)  # ±2000 °/s: 16.4 counts each
set_register(0x1C, 0x10)  # ±8 g: 4096 counts each

data = bytearray(14)
next_sample = time.monotonic_ns() // 1000
line_count = 0
while True:
    now = time.monotonic_ns() // 1000
    if now < next_sample:
        continue
    next_sample += PERIOD
    i2c.writeto_then_readfrom(MPU6050, b"\x3b", data)
    ax, ay, az, _, gx, gy, gz = struct.unpack(">7h", data)
    # Whoever opens the port later needs the names, too.
    if line_count % 500 == 0:
        print("t_us,ax_g,ay_g,az_g,gx_dps,gy_dps,gz_dps,pen")
    line_count += 1
    force = "%.4f,%.4f,%.4f" % (ax / 4096, ay / 4096, az / 4096)
    rate = "%.2f,%.2f,%.2f" % (gx / 16.4, gy / 16.4, gz / 16.4)
    print("%d,%s,%s,%d" % (now, force, rate, not button.value))
