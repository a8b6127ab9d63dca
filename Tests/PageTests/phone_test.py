"""Lets an emulated telephone be the board of the tool: `make test-phone`.

The telephone's page runs in a real Chromium, through the tunnel that encrypts it. Its sensors' events carry what `quillon simulate`
writes. `quillon bridge --phone` and `quillon record --phone` read it. Exits with 1 at the first thing that is not as it should be.
"""

import contextlib
import os
import pathlib
import re
import shutil
import ssl
import subprocess
import tempfile
import threading
import time
import urllib.error
import urllib.request

from playwright.sync_api import sync_playwright

from page_test import launch
from site_test import PHONE, TOOL, orientation, trace

# Plays samples as events of the sensors at their own times, and the pen as the pointer on the button.
PLAY = """async ({ rows, beta, gamma }) => {
    const pen = document.getElementById("pen"), begin = performance.now(), degrees = 180 / Math.PI;
    pen.setPointerCapture = () => {};
    let isDown = false;
    for (const [t, x, y, z, gx, gy, gz, down] of rows) {
        const due = begin + t * 1000 - performance.now();
        if (due > 0) await new Promise(done => setTimeout(done, due));
        if (Boolean(down) !== isDown) {
            isDown = Boolean(down);
            pen.dispatchEvent(new PointerEvent(isDown ? "pointerdown" : "pointerup", { pointerId: 1 }));
        }
        dispatchEvent(new DeviceOrientationEvent("deviceorientation", { beta, gamma }));
        const motion = new DeviceMotionEvent("devicemotion", { interval: 10, acceleration: { x: 0, y: 0, z: 0 },
            accelerationIncludingGravity: { x, y, z },
            rotationRate: { alpha: gx * degrees, beta: gy * degrees, gamma: gz * degrees } });
        Object.defineProperty(motion, "timeStamp", { value: 1000 + t * 1000 });
        dispatchEvent(motion);
    }
}"""


def step(words):
    print(f"phone: {words}", flush=True)


@contextlib.contextmanager
def command(*arguments, environment):
    """A command with --phone: the address of the telephone's page, the process, and what it writes."""
    process = subprocess.Popen(
        [TOOL, *arguments, "--phone"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)
    lines, notes = [], []
    for stream, kept in ((process.stdout, lines), (process.stderr, notes)):
        threading.Thread(target=lambda s=stream, k=kept: k.extend(iter(s.readline, "")), daemon=True).start()
    try:
        deadline = time.monotonic() + 60
        while not (found := re.search(r"https://\S+", "".join(notes))):
            assert process.poll() is None and time.monotonic() < deadline, "".join(notes)
            time.sleep(0.05)
        yield found.group(), process, lines, notes
    finally:
        process.send_signal(2)
        try:
            process.wait(30)
        except subprocess.TimeoutExpired:
            process.kill()
            raise AssertionError("Ctrl-C does not end the command: " + "".join(notes))


def write(browser, address, text, seed):
    """Opens the page as a telephone does and writes."""
    context = browser.new_context(ignore_https_errors=True, **PHONE)
    page = context.new_page()
    problems = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.goto(address)
    page.click("#start")
    rows = trace(text, seed)
    beta, gamma = orientation(rows[0][1:4])
    page.evaluate(PLAY, {"rows": rows, "beta": beta, "gamma": gamma})
    page.wait_for_timeout(500)
    note = page.locator("#note").text_content()
    assert not problems, problems
    context.close()
    return note, rows


def reads_a_telephone(browser, environment):
    step("bridge --phone reads QUILLON from a telephone's page, over TLS")
    with command("bridge", environment=environment) as (address, process, lines, notes):
        assert "█" in "".join(notes) or "▀" in "".join(notes), "no code for the camera"
        assert "warns of the certificate" in "".join(notes), notes
        note, rows = write(browser, address, "QUILLON", 3)
        assert re.search(r", \d+ samples a second", note), note
    found = re.search(r"^recognized +(\w+)$", "".join(lines), re.MULTILINE)
    assert found and found.group(1) == "QUILLON", ("".join(lines), "".join(notes))
    assert "board: telephone, " in "".join(notes), notes
    assert process.returncode == 0, "".join(notes)


def records_a_telephone(browser, environment):
    step("record --phone records its samples, and a telephone that comes back goes on")
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "telephone.csv"
        with command("record", str(path), environment=environment) as (address, process, lines, notes):
            write(browser, address, "L", 3)
            _, rows = write(browser, address, "V", 4)
        assert process.returncode == 0, "".join(notes)
        recorded = [line for line in path.read_text().splitlines() if not line.startswith("#")]
        # The first samples of each visit show the sign and the rate.
        assert len(recorded) > 1.4 * len(rows), (len(recorded), len(rows))
        assert any(line.endswith(",1") or ",1," in line for line in recorded), recorded[:3]


def invites_a_telephone(browser, environment):
    step("view --phone shows the code on the page of the desktop, and a telephone writes on it")
    with command("view", environment=environment) as (address, _, lines, _):
        deadline = time.monotonic() + 30
        while not (found := re.search(r"http://\S+", "".join(lines))):
            assert time.monotonic() < deadline, lines
            time.sleep(0.05)
        desk = browser.new_page()
        desk.goto(found.group())
        desk.wait_for_selector("#phone-code:visible")
        assert desk.locator("#phone-address").text_content() == address
        assert desk.evaluate("() => { const code = document.getElementById('phone-code'); return code.complete && code.naturalWidth > 50; }")
        assert "warns of the certificate" in desk.locator("#phone").text_content()
        write(browser, address, "L", 3)
        desk.wait_for_function("() => document.getElementById('letter').textContent === 'L'", timeout=20_000)
        desk.close()


def refuses_strangers(environment):
    step("a wrong key, a foreign page and a foreign host are refused; the line is encrypted")
    trusting = ssl.create_default_context()
    trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE

    def status(address, **headers):
        request = urllib.request.Request(address, headers=headers)
        try:
            return urllib.request.urlopen(request, context=trusting, timeout=20).status
        except urllib.error.HTTPError as error:
            return error.code

    with command("bridge", environment=environment) as (address, _, _, _):
        base, _ = address.split("/#")
        assert status(base + "/") == 200
        upgrade = {"Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13",
                   "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ=="}
        assert status(base + "/socket?token=wrong", Origin=base, **upgrade) == 403
        assert status(base + "/", Origin="https://elsewhere.example") == 403
        assert status(base + "/", Host="elsewhere.example") == 403
        try:
            urllib.request.urlopen(base.replace("https", "http") + "/", timeout=20)
            raise AssertionError("it answers without encryption")
        except (urllib.error.URLError, ConnectionError, OSError):
            pass


def names_what_is_missing(environment):
    step("without stunnel the command that installs it is named")
    with tempfile.TemporaryDirectory() as folder:
        # The command looks in the system's folders, too: a namespace of its own hides the program.
        program = shutil.which("stunnel4") or shutil.which("stunnel")
        hidden = subprocess.run(
            ["unshare", "-rm", "sh", "-c",
             f"for f in $(readlink -f {program}) {program} /usr/bin/stunnel; do "
             f"[ -e $f ] && mount --bind {folder} $f 2>/dev/null || mount --bind /dev/null $f; done; "
             f"exec {TOOL} bridge --phone"],
            capture_output=True, text=True, timeout=60, env=environment)
        assert hidden.returncode == 3 and "apt-get install stunnel4" in hidden.stderr, hidden


def main():
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "XDG_CONFIG_HOME": folder}
        names_what_is_missing(environment)
        refuses_strangers(environment)
        with sync_playwright() as playwright:
            browser = launch(playwright)
            reads_a_telephone(browser, environment)
            records_a_telephone(browser, environment)
            invites_a_telephone(browser, environment)
            browser.close()
    step("all is as it should be")


if __name__ == "__main__":
    main()
