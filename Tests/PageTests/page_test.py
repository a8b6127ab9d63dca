"""Drives the live page in a real Chromium: `make test-page`.

Starts .build/release/quillon, looks at the page as a user does, and leaves pictures in .build/page.
Exits with 1 at the first thing that is not as it should be.
"""

import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from playwright.sync_api import Error, TimeoutError, sync_playwright

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOL = ROOT / ".build/release/quillon"
PICTURES = ROOT / ".build/page"


class View:
    """`quillon view`, running."""

    def __init__(self, *arguments):
        self.process = subprocess.Popen(
            [TOOL, "view", *arguments], stdout=subprocess.PIPE, text=True)
        self.address = self.process.stdout.readline().strip()
        assert self.address.startswith("http://127.0.0.1:"), self.address

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGINT)
        code = self.process.wait(timeout=10)
        assert code == 0, f"quillon view exits with {code} after Ctrl-C"


def step(words):
    print(f"page: {words}", flush=True)


def wait_for_text(page, selector, text, seconds=60):
    try:
        page.wait_for_function(
            "([selector, text]) => document.querySelector(selector).textContent.includes(text)",
            arg=[selector, text], timeout=seconds * 1000)
    except TimeoutError:
        page.screenshot(path=PICTURES / "failed.png", full_page=True)
        found = page.locator(selector).text_content()
        raise AssertionError(f"{selector} says {found!r} instead of {text!r}") from None


def open_page(browser, address, problems, **options):
    page = browser.new_page(**options)
    page.on("console", lambda message: problems.append(message.text)
            if message.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.goto(address)
    return page


def draw(page, corners, steps=30):
    """Draws a stroke on the writing surface; corners in shares of its width and height."""
    pad = page.locator("#pad")
    pad.scroll_into_view_if_needed()
    box = pad.bounding_box()
    place = [(box["x"] + x * box["width"], box["y"] + y * box["height"]) for x, y in corners]
    page.mouse.move(*place[0])
    page.mouse.down()
    for corner in place[1:]:
        page.mouse.move(*corner, steps=steps)
        time.sleep(0.05)
    page.mouse.up()


L = [(0.2, 0.1), (0.2, 0.9), (0.8, 0.9)]
V = [(0.1, 0.1), (0.5, 0.9), (0.9, 0.1)]


def reads_the_simulator(browser):
    problems = []
    with View() as view:
        step("the simulated board writes QUILLON")
        page = open_page(browser, view.address, problems, viewport={"width": 1200, "height": 1400})
        second = open_page(browser, view.address, problems, color_scheme="dark",
                           viewport={"width": 390, "height": 844})
        wait_for_text(page, "#link", "board connected")
        wait_for_text(page, "#text", "QUILLON")
        wait_for_text(second, "#text", "QUILLON")
        page.screenshot(path=PICTURES / "quillon.png", full_page=True)
        second.screenshot(path=PICTURES / "phone-dark.png", full_page=True)
        width = second.evaluate("document.documentElement.scrollWidth")
        assert width <= 390, f"the page is {width} pixels wide on a phone of 390"

        step("the board is unplugged, and comes back")
        wait_for_text(page, "#link", "unplugged", 20)
        page.screenshot(path=PICTURES / "unplugged.png")
        wait_for_text(page, "#link", "board connected", 20)

        refuses_strangers(browser, view.address)
        step("an L drawn with the mouse is read")
        draw(page, L)
        wait_for_text(page, "#letter", "L", 5)
        wait_for_text(page, "#letter-note", "written on the page", 5)
        assert page.locator("#best li").count() == 5

        step("the space bar is the pen")
        page.locator("h1").click()
        page.keyboard.down("Space")
        page.wait_for_function("() => latest.isPenDown", timeout=5000)
        page.keyboard.up("Space")
        second.close()
        page.close()
    assert not problems, problems


def follows_a_port(browser, folder):
    problems = []
    port = pathlib.Path(folder) / "board"
    examples = pathlib.Path(folder) / "examples"
    with View("--port", port, "--folder", examples) as view:
        page = open_page(browser, view.address, problems, viewport={"width": 1200, "height": 1400})
        wait_for_text(page, "#link", "waiting for the board")
        collects_and_trains(page, examples)
        page.click("#restore")

        step("a board is plugged in, pulled out and plugged in again")
        for _ in range(2):
            board = subprocess.Popen(
                [TOOL, "simulate", "--pty", "--text", "LL", "--unplug", "300"],
                stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
            port.unlink(missing_ok=True)
            port.symlink_to(board.stdout.readline().strip())
            wait_for_text(page, "#link", "board connected", 20)
            wait_for_text(page, "#link", "unplugged", 20)
            assert board.wait(timeout=10) == 0
        counts = page.locator("#counts").text_content()
        # What is on the line when the plug is pulled is gone.
        samples = int(re.search("Samples([0-9]+)", counts).group(1))
        assert 590 <= samples <= 600 and "Packets lost0" in counts, counts
        page.close()
    assert not problems, problems


def collects_and_trains(page, folder):
    step("examples are collected, one is deleted, a model is learned and saved")
    for label, shape in (("L", L), ("V", V)):
        page.fill("#label", label)
        page.click("#collect")
        wait_for_text(page, "#collect", f"Keeping strokes as {label}", 5)
        for number in range(1, 4):
            draw(page, shape, steps=20 + number)
            wait_for_text(page, "#example-counts", f"{label}: {number}", 5)
        page.click("#collect")
        wait_for_text(page, "#collect", "Keep strokes", 5)
    page.locator("#examples button").first.click()
    wait_for_text(page, "#example-counts", "V: 2", 5)
    page.click("#train")
    wait_for_text(page, "#collect-message", "learned from", 30)
    wait_for_text(page, "#labels", "(learned here)", 5)
    draw(page, V)
    wait_for_text(page, "#letter", "V", 5)
    page.screenshot(path=PICTURES / "trained.png", full_page=True)
    page.click("#save")
    wait_for_text(page, "#collect-message", "saved", 5)
    names = sorted(entry.name for entry in pathlib.Path(folder).iterdir())
    assert names == ["examples.jsonl", "examples.txt", "model.json"], names


def refuses_strangers(browser, address):
    step("another site's page, a wrong token and a path out of the page are refused")
    base, token = address.split("/#")
    stranger = browser.new_page()
    stranger.route("http://evil.example/", lambda route: route.fulfill(
        content_type="text/html", body="<p>another site</p>"))
    stranger.goto("http://evil.example/")
    opens = """address => new Promise(resolve => {
        const socket = new WebSocket(address);
        socket.onopen = () => resolve(true);
        socket.onerror = () => resolve(false);
    })"""
    socket = base.replace("http", "ws") + "/socket?token="
    assert not stranger.evaluate(opens, socket + token), "a strange Origin was let in"
    stranger.close()
    own = browser.new_page()
    own.goto(base)
    assert not own.evaluate(opens, socket + "0" * 32), "a wrong token was let in"
    assert own.evaluate(opens, socket + token), "the right token was not let in"
    status = own.evaluate("fetch('/%2e%2e/%2e%2e/etc/passwd').then(answer => answer.status)")
    assert status == 404, status
    own.close()


def main():
    assert TOOL.exists(), "build the tool first: make build"
    chromium = shutil.which("chromium")
    assert chromium, "there is no chromium: make setup-page"
    PICTURES.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(
            executable_path=chromium, args=["--no-sandbox"] if os.geteuid() == 0 else [])
        reads_the_simulator(browser)
        follows_a_port(browser, folder)
        browser.close()
    step("all as it should be; pictures in .build/page")


if __name__ == "__main__":
    try:
        main()
    except (AssertionError, Error) as problem:
        sys.exit(f"page: {problem}")
