"""Lets the page for telephones read a board by the browser's own Web Serial: part of `make test-site`.

Chromium lists only ports of serial drivers, and a pseudo-terminal is none. So in a namespace of its own the virtual board's
pseudo-terminal is mounted on /dev/ttyS0, and a policy allows the page to open it without a person's choice. It needs the right to mount
and a /dev/ttyS0. Elsewhere it reports that and ends with 0.
"""

import json
import os
import pathlib
import re
import subprocess
import sys

from playwright.sync_api import sync_playwright

from page_test import launch
from site_test import DESK, TOOL, Host

PORT = pathlib.Path("/dev/ttyS0")
# The person's choice of a port. The port itself, and its bytes, are the browser's.
CHOICE = "navigator.serial.requestPort = async () => (await navigator.serial.getPorts())[0];"


def step(words):
    print(f"serial: {words}", flush=True)


def is_known_port():
    """Whether the system knows the port as one of a serial driver, as Chromium asks for."""
    drivers = pathlib.Path("/proc/tty/drivers").read_text().splitlines()
    return PORT.exists() and pathlib.Path(f"/sys/class/tty/{PORT.name}").exists() and any(
        line.split()[1] == "/dev/ttyS" and line.split()[-1] == "serial" for line in drivers)


def may_mount():
    return os.geteuid() == 0 and subprocess.run(
        ["unshare", "-m", "mount", "-t", "tmpfs", "tmpfs", "/mnt"], capture_output=True).returncode == 0


def run_inside(address, board):
    """Runs this file again where `board` is PORT and the policy is in force."""
    policy = json.dumps({"SerialAllowAllPortsForUrls": [re.match(r"https?://[^/]+", address).group()]})
    managed = "/etc/chromium/policies/managed"
    script = (f"mount -t tmpfs tmpfs /etc/chromium && mkdir -p {managed} && printf '%s' \"$1\" >{managed}/serial.json && "
              f"mount --bind \"$2\" {PORT} && exec \"$3\" \"$4\" \"$5\"")
    return subprocess.run(
        ["unshare", "-m", "--propagation", "private", "sh", "-c", script, "sh", policy, board, sys.executable, __file__, address],
        timeout=180).returncode


def read(address):
    with sync_playwright() as playwright:
        browser = launch(playwright)
        page = browser.new_page(**DESK)
        problems = []
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.add_init_script(CHOICE)
        page.goto(address)
        page.click("#modes [data-mode=board]")
        assert page.evaluate("async () => (await navigator.serial.getPorts()).length") == 1, "the browser does not list the port"
        page.click("#connect")
        page.wait_for_function("() => document.getElementById('text').textContent === 'QUILLON'", timeout=90_000)
        page.wait_for_function("() => /unplugged/.test(document.getElementById('board-note').textContent)", timeout=30_000)
        assert not problems, problems
        browser.close()


def main():
    if len(sys.argv) > 1:
        return read(sys.argv[1])
    if not (is_known_port() and may_mount()):
        return step(f"left out: it needs a serial driver's {PORT} and the right to mount")
    step("the page reads QUILLON from a port by the browser's own Web Serial, and sees that it is unplugged")
    with Host() as host:
        board = subprocess.Popen(
            [TOOL, "simulate", "--pty", "--raw", "6", "--text", "QUILLON", "--seed", "3"], stdout=subprocess.PIPE, text=True)
        try:
            port = board.stdout.readline().strip().split()[-1]
            assert run_inside(host.address, port) == 0, "the page did not read it"
        finally:
            board.terminate()
            board.wait(timeout=10)
    step("all is as it should be")


if __name__ == "__main__":
    main()
