"""Drives the live page in a real Chromium: `make test-page`.

Starts .build/release/quillon, looks at the page as a user does, and leaves pictures in .build/page.
Exits with 1 at the first thing that is not as it should be.
"""

import csv
import json
import math
import os
import pathlib
import pty
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import tty
import zipfile

import axe_core_python
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


def launch(playwright, *arguments):
    chromium = shutil.which("chromium")
    assert chromium, "there is no chromium: make setup-page"
    more = ["--no-sandbox"] if os.geteuid() == 0 else []
    return playwright.chromium.launch(executable_path=chromium, args=[*more, *arguments])


def ink_of(page, selector):
    """How many pixels of a canvas are not empty, of a thousand."""
    return page.evaluate("""selector => {
        const shown = document.querySelector(selector);
        const copy = document.createElement("canvas");
        [copy.width, copy.height] = [shown.width, shown.height];
        const context = copy.getContext("2d", { willReadFrequently: true });
        context.drawImage(shown, 0, 0);
        const pixels = context.getImageData(0, 0, copy.width, copy.height).data;
        let count = 0;
        for (let index = 3; index < pixels.length; index += 4) count += pixels[index] > 0;
        return 4000 * count / pixels.length;
    }""", selector)


def wait_for_ink(page, selector, least):
    """Waits until more of a thousand pixels of a canvas than that are not empty, for a minute."""
    deadline = time.monotonic() + 60
    while ink_of(page, selector) <= least:
        assert time.monotonic() < deadline, f"nothing is drawn on {selector}"
        page.wait_for_timeout(50)


def open_page(browser, address, problems, tab="", **options):
    page = browser.new_page(**options)
    page.on("console", lambda message: problems.append(message.text)
            if message.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.goto(f"{address}/{tab}" if tab else address)
    return page


def show(page, tab):
    page.click(f"#tab-{tab}")


def draw(page, *strokes, steps=30):
    """Draws a letter on the writing surface; corners of strokes in shares of its width and height."""
    pad = page.locator("#pad")
    pad.scroll_into_view_if_needed()
    box = pad.bounding_box()
    for stroke in strokes:
        place = [(box["x"] + x * box["width"], box["y"] + y * box["height"]) for x, y in stroke]
        page.mouse.move(*place[0])
        page.mouse.down()
        for corner in place[1:]:
            page.mouse.move(*corner, steps=steps)
            time.sleep(0.05)
        page.mouse.up()


L = [(0.2, 0.1), (0.2, 0.9), (0.8, 0.9)]
V = [(0.1, 0.1), (0.5, 0.9), (0.9, 0.1)]
A = [[(0.1, 0.9), (0.5, 0.1), (0.9, 0.9)], [(0.3, 0.6), (0.7, 0.6)]]


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
        second.close()

        step("the board is unplugged, and comes back")
        wait_for_text(page, "#link", "unplugged", 20)
        page.screenshot(path=PICTURES / "unplugged.png")
        wait_for_text(page, "#link", "board connected", 20)

        compares_stabilizers(page)
        refuses_strangers(browser, view.address)
        step("a V drawn with the mouse stands in the text beside what the board writes")
        draw(page, V)
        wait_for_text(page, "#text", "V")

        step("the space bar is the pen")
        page.locator("h1").click()
        page.keyboard.down("Space")
        page.wait_for_function("() => latest.isPenDown", timeout=60_000)
        page.keyboard.up("Space")
        page.wait_for_function("() => !latest.isPenDown", timeout=60_000)

        has_tabs(page)
        shows_every_stream(page)
        looks_back(page)
        records(page)
        resets_the_reference(page)
        is_reached_by_keyboard(page)
        page.close()
    assert not problems, problems


def has_tabs(page):
    step("one tab is shown, the arrow keys choose it, the address keeps it, and the expert's is the last")
    names = page.eval_on_selector_all("[role=tab]", "all => all.map(one => one.textContent)")
    assert names == ["Write", "Signals", "Train", "Test", "Board", "Expert"], names
    page.focus("#tab-write")
    for key, name in (("ArrowRight", "signals"), ("End", "expert"), ("ArrowRight", "write"), ("ArrowLeft", "expert"),
                      ("Home", "write"), ("ArrowRight", "signals")):
        page.keyboard.press(key)
        assert page.evaluate("document.activeElement.id") == f"tab-{name}", (key, name)
        shown = page.eval_on_selector_all("[role=tabpanel]", "all => all.filter(one => one.checkVisibility()).map(one => one.id)")
        assert shown == [f"panel-{name}"], shown
        assert page.get_attribute(f"#tab-{name}", "aria-selected") == "true"
    page.reload()
    wait_for_text(page, "#link", "board", 20)
    assert page.evaluate("shownTab") == "signals", "a reload goes elsewhere"
    page.evaluate("location.hash = location.hash.replace('signals', 'train')")
    page.wait_for_selector("#panel-train #pad")
    show(page, "write")
    page.wait_for_selector("#panel-write #pad")


def reads_the_mouse(browser, nowhere):
    step("an L drawn with the mouse is read, and an A of two strokes is one letter")
    problems = []
    with View("--port", nowhere) as view:
        page = open_page(browser, view.address, problems, "write")
        wait_for_text(page, "#link", "waiting for the board")
        draw(page, L)
        wait_for_text(page, "#letter", "L")
        wait_for_text(page, "#letter-note", "written on the page")
        assert page.locator("#best li").count() == 5
        shows_the_waiting(page)
        draws_as_one_letter(page)
        wait_for_text(page, "#text", "A", 20)
        # Time enough for a letter too many.
        page.wait_for_timeout(1500)
        text = page.locator("#text").text_content()
        assert text == "A" and page.locator("#text s").count() == 0, text
        knows_a_dot(page)
        page.close()
    assert not problems, problems


def sends_moves_sparingly(browser, nowhere):
    step("a display of 240 Hz sends no more than the server takes, and no end of a stroke is lost")
    problems = []
    with View("--port", nowhere) as view:
        page = browser.new_page()
        page.add_init_script("""
            window.requestAnimationFrame = (draw) => setTimeout(() => draw(performance.now()), 4);
            window.sent = [];
            const send = WebSocket.prototype.send;
            WebSocket.prototype.send = function (text) { sent.push(JSON.parse(text)); send.call(this, text); };
        """)
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.goto(view.address + "/write")
        wait_for_text(page, "#link", "waiting for the board")
        seconds = page.evaluate("""async () => {
            const bounds = element("pad").getBoundingClientRect();
            pad.setPointerCapture = () => {};
            const fire = (name, x, y) => pad.dispatchEvent(new PointerEvent(name, {
                pointerId: 7, clientX: bounds.left + x, clientY: bounds.top + y }));
            const start = performance.now();
            for (let stroke = 0; stroke < 5; stroke += 1) {
                fire("pointerdown", 20, 20);
                for (let step = 0; step < 120; step += 1) {
                    await new Promise((next) => setTimeout(next, 4));
                    fire("pointermove", 20 + step, 20 + (step % 40));
                }
                fire("pointerup", 140, 20);
            }
            return (performance.now() - start) / 1000;
        }""")
        touches = [message["points"] for message in page.evaluate("sent") if message["do"] == "touch"]
        points = [point for message in touches for point in message]
        assert len(touches) < 70 * seconds + 10, f"{len(touches)} messages in {seconds} s"
        assert len(points) >= 5 * 122, f"{len(points)} points"
        ends = [point for point in points if not point[3]]
        assert len(ends) >= 5, ends
        wait_for_text(page, "#counts", "Messages refused0", 5)
        page.close()
    assert not problems, problems


def shows_the_waiting(page):
    """After a stroke a bar gets shorter as long as another stroke of the letter may follow."""
    draw(page, L)
    page.wait_for_function("() => element('pad-waiting').firstElementChild.clientWidth > 0")
    page.wait_for_function("() => element('pad-waiting').firstElementChild.clientWidth === 0")
    wait_for_text(page, "#pad-hint", "Strokes are one letter while the bar is there")


def draws_as_one_letter(page):
    """Draws an A with 200 ms between its strokes, at once: how long a busy machine takes decides nothing."""
    page.click("#clear")
    page.evaluate("""([strokes, pause, step]) => {
        const pad = element("pad");
        // There is no such pointer to capture.
        pad.setPointerCapture = () => {};
        const bounds = pad.getBoundingClientRect();
        const corners = strokes.reduce((count, stroke) => count + stroke.length, 0);
        let time = performance.now() - corners * 30 * step - strokes.length * pause;
        const say = (name, x, y) => {
            const event = new PointerEvent(name, {
                pointerId: 1, clientX: bounds.left + x * bounds.width, clientY: bounds.top + y * bounds.height });
            Object.defineProperty(event, "timeStamp", { value: time });
            pad.dispatchEvent(event);
        };
        for (const stroke of strokes) {
            say("pointerdown", ...stroke[0]);
            for (let corner = 1; corner < stroke.length; corner += 1)
                for (let part = 1; part <= 30; part += 1) {
                    time += step;
                    const share = part / 30;
                    say("pointermove", ...stroke[corner].map((end, axis) =>
                        (1 - share) * stroke[corner - 1][axis] + share * end));
                }
            say("pointerup", ...stroke.at(-1));
            time += pause;
        }
    }""", [A, 200, 10])


def compares_stabilizers(page):
    step("the last stroke's ribbon is shown under each stabilizer, with its drift")
    show(page, "expert")
    page.wait_for_function("() => document.querySelectorAll('#ribbons canvas').length === 8", timeout=60_000)
    # What is drawn stays while the board writes on: each stroke brings new canvases.
    captions = page.eval_on_selector_all("#ribbons figcaption", "all => all.map(one => one.textContent)")
    drifts = {}
    for caption in captions:
        found = re.fullmatch(r"(.+)drift ([0-9.]+) cm, size ([0-9.]+) cm", caption)
        assert found and float(found.group(3)) > 3, caption
        drifts[found.group(1)] = float(found.group(2))
    assert drifts["Drift removed at pen-up"] == 0 and drifts["In use"] == 0, drifts
    assert drifts["None, half steps"] > 0, drifts
    for number in range(8):
        wait_for_ink(page, f"#ribbons figure:nth-child({number + 1}) canvas", 5)
    page.locator("#ribbons").screenshot(path=PICTURES / "stabilizers.png")
    darkness = """() => {
        const shown = document.querySelector("#ribbons canvas");
        const copy = new OffscreenCanvas(shown.width, shown.height);
        const context = copy.getContext("2d", { willReadFrequently: true });
        context.drawImage(shown, 0, 0);
        const pixels = context.getImageData(0, 0, copy.width, copy.height).data;
        return pixels.some((value, index) => index % 4 === 0 && value < 40 && pixels[index + 3] > 200);
    }"""
    assert page.evaluate(darkness), "no dark ribbon on light"
    page.emulate_media(color_scheme="dark")
    page.wait_for_timeout(200)
    assert not page.evaluate(darkness), "a dark ribbon on dark"
    page.emulate_media(color_scheme="light")
    show(page, "write")


def knows_a_dot(page):
    step("a circle of 8 pixels is too small, the minimum size is a setting, and a dot can be taught")
    width = page.evaluate("element('pad').clientWidth")
    edge = 4 / width
    dot = [(0.5 + edge * math.sin(turn / 2), 0.5 - edge * math.cos(turn / 2)) for turn in range(13)]
    draw(page, dot, steps=1)
    wait_for_text(page, "#letter-note", "too small: 8 px, clipped to")
    wait_for_text(page, "#size", "8 px, clipped to")
    assert int(page.get_attribute("#minimum", "placeholder")) == round(width * 100 / 320)
    show(page, "expert")
    page.fill("#minimum", "4")
    show(page, "write")
    draw(page, dot, steps=1)
    wait_for_text(page, "#size", "8 px")
    wait_for_text(page, "#letter-note", "written on the page")
    assert "clipped" not in page.locator("#size").text_content()
    show(page, "expert")
    page.fill("#minimum", "")
    show(page, "train")
    for label, shape in ((".", dot), ("L", L)):
        page.fill("#label", label)
        page.click("#collect")
        wait_for_text(page, "#collect", f"Recording {label}")
        for number in range(1, 4):
            draw(page, shape, steps=number)
            wait_for_text(page, "#example-counts", f"{label}: {number}")
        page.click("#collect")
        wait_for_text(page, "#collect", "Record strokes")
    page.select_option("#learner", "movement")
    page.click("#train")
    wait_for_text(page, "#model", "learned here: . L", 30)
    draw(page, dot, steps=1)
    wait_for_text(page, "#letter", ".")
    page.click("#restore")
    wait_for_text(page, "#collect-message", "in use again")


STREAMS = [
    "Acceleration as sent", "Angular rate as sent", "Angular rate without bias", "Gravity",
    "Linear acceleration", "Velocity", "Position", "Attitude", "Magnetic field",
]


def collects_what_a_person_does(browser, folder):
    step("a simulated board pauses for collecting, refusals are told beside the button, few examples teach the model")
    problems = []
    saved = pathlib.Path(folder) / "taught"
    with View("--text", "OOOO", "--folder", saved) as view:
        page = open_page(browser, view.address, problems, "train", viewport={"width": 1280, "height": 900})
        wait_for_text(page, "#link", "board connected")
        page.click("#train")
        wait_for_text(page, "#collect-message", "there are no examples yet: type a name")
        page.fill("#label", "")
        page.click("#collect")
        wait_for_text(page, "#collect-message", "there is no name: type the letter")
        page.fill("#label", "a,b")
        page.click("#collect")
        wait_for_text(page, "#collect-message", "“a,b” can't be a label")
        assert page.locator("#collect-message.refusal").count() == 1
        page.fill("#label", "L")
        page.click("#collect")
        wait_for_text(page, "#hold", "Let the board go on")
        text = page.locator("#text").text_content()
        for label, shape in (("L", L), ("V", V)):
            # The label changes while strokes are kept.
            page.fill("#label", label)
            wait_for_text(page, "#collect", f"Recording {label}")
            for number in range(1, 4):
                draw(page, shape, steps=20 + number)
                wait_for_text(page, "#example-counts", f"{label}: {number}")
        assert page.locator("#text").text_content() == text, "examples are typed into the text"
        show(page, "board")
        wait_for_text(page, "#link", "board paused")
        page.click("#hold")
        wait_for_text(page, "#hold", "Pause the board")
        stroke = page.evaluate("() => latest.letter.stroke")
        page.wait_for_function("stroke => latest.letter.stroke > stroke + 1", arg=stroke, timeout=60_000)
        show(page, "train")
        assert "O" not in page.locator("#example-counts").text_content(), "the simulated board's letters are kept"
        page.click("#collect")
        assert page.locator("#undo").is_hidden()
        page.focus("#classes [aria-label='Delete this V'] >> nth=0")
        page.keyboard.press("Enter")
        wait_for_text(page, "#example-counts", "V: 2")
        assert page.evaluate("document.activeElement.ariaLabel") == "Delete this V", "the focus is lost"
        wait_for_text(page, "#undelete", "Undo: bring the V back")
        page.click("#undelete")
        wait_for_text(page, "#example-counts", "V: 3")
        page.wait_for_function("() => element('undo').hidden")
        page.click("#train")
        wait_for_text(page, "#collect-message", "taught 6 examples of L V", 60)
        wait_for_text(page, "#collect-message", "% right of 2 examples that were held out, too few to rely on")
        wait_for_text(page, "#model", "air, taught here: A B C")
        # It is saved without being asked to.
        deadline = time.monotonic() + 20
        while not (saved / "model.qnm").exists():
            assert time.monotonic() < deadline, "nothing is saved"
            page.wait_for_timeout(100)
        wait_for_text(page, "#restore", "Back to air")
        adds_a_class(page)
        page.click("#restore")
        wait_for_text(page, "#collect-message", "air is in use again")
        assert page.locator("#restore").is_hidden()
        page.close()
    with View("--folder", saved) as view:
        page = open_page(browser, view.address, problems)
        wait_for_text(page, "#example-counts", "L: 3  V: 3")
        page.close()
    assert not problems, problems


ZAP = [(0.1, 0.1), (0.9, 0.2), (0.1, 0.4), (0.9, 0.6), (0.1, 0.8), (0.9, 0.9)]


def adds_a_class(page):
    step("a class of one's own stands beside the alphabet, and both are read")
    page.fill("#label", "zap")
    page.click("#collect")
    for number in range(1, 4):
        draw(page, ZAP, steps=10 + number)
        wait_for_text(page, "#example-counts", f"zap: {number}")
    page.click("#classes [aria-label='Record zap']")
    wait_for_text(page, "#collect", "Record strokes")
    page.click("#train")
    wait_for_text(page, "#model", "zap", 60)
    assert re.search("A B C .* Y Z .*zap$", page.locator("#model").text_content()), page.locator("#model").text_content()
    for shape, label in ((ZAP, "zap"), (L, "L")):
        draw(page, shape)
        page.wait_for_function("label => element('letter').textContent === label", arg=label, timeout=20_000)


def tells_a_wrong_key(browser):
    step("a wrong key and an ended quillon are told apart")
    with View("--port", "/nothing") as view:
        page = browser.new_page()
        page.goto(view.address[:-4] + "0000")
        wait_for_text(page, "#link", "this address has a wrong key")
        look(page, "wrong-key", ["#link", "#tab-write"])
        page.close()
        page = browser.new_page()
        page.goto(view.address)
        wait_for_text(page, "#link", "waiting for the board")
    wait_for_text(page, "#link", "quillon does not run any more: start quillon view again")
    page.close()


def shows_every_stream(page):
    step("every stream has its chart; the board is a box or a sphere")
    wait_for_ink(page, "#board", 10)
    page.click("#sphere")
    page.wait_for_function("() => element('sphere').ariaPressed === 'true'")
    wait_for_ink(page, "#board", 5)
    page.locator("#board").screenshot(path=PICTURES / "sphere.png")
    page.click("#box")
    show(page, "signals")
    labels = page.eval_on_selector_all("#charts canvas", "all => all.map(one => one.ariaLabel)")
    assert len(labels) == len(STREAMS), labels
    for label, name in zip(labels, STREAMS):
        assert label.startswith(name), labels
    wait_for_ink(page, "#charts canvas", 5)
    words = page.evaluate("""() => {
        const words = [];
        const context = strips[0].canvas.getContext("2d");
        const fill = context.fillText;
        context.fillText = function (text, x, y) { words.push(text); fill.call(this, text, x, y); };
        signals.draw();
        delete context.fillText;
        return words;
    }""")
    assert any(re.fullmatch("[0-9]+ s", word) for word in words), words


# What is shown: the span, how long it ends before the last row, and how many rows.
SHOWN = "() => { const { rows, start, end } = signals.view(); return [rows.length, end - start, (signals.frozen ?? signals.rows).at(-1)[0] - end]; }"


def looks_back(page):
    step("the charts pause, go back a minute, zoom, and tell values at a cursor; a gap is a gap")
    page.wait_for_function("() => signals.rows.length > 200", timeout=60_000)
    page.click("#pause")
    end = page.evaluate("signals.view().end")
    page.wait_for_timeout(500)
    assert page.evaluate("signals.view().end") == end, "the charts go on in a pause"
    assert page.evaluate("signals.rows.at(-1)[0]") >= end
    page.click("#zoom-in")
    count, span, back = page.evaluate(SHOWN)
    assert span == 5 and back == 0 and 0 < count <= 510, (count, span, back)
    page.focus("#back")
    for _ in range(10):
        page.keyboard.press("ArrowLeft")
    _, _, back = page.evaluate(SHOWN)
    assert abs(back - 1) < 0.01, back
    box = page.locator("#charts canvas").first.bounding_box()
    page.mouse.move(box["x"] + 0.7 * box["width"], box["y"] + box["height"] / 2)
    wait_for_text(page, "#cursor", "at ", 5)
    told = page.evaluate("() => [strips[0].values.textContent, signals.view().at, element('cursor').textContent]")
    assert told[0] == "  ".join(f"{name} {value:.2f}" for name, value in zip("xyz", told[1][1:4])), told
    assert told[2] == f"at {told[1][0]:.2f} s", told
    page.mouse.move(0, 0)
    page.focus("#charts")
    places = []
    for key in ("ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowRight"):
        page.keyboard.press(key)
        places.append(page.evaluate("() => { const { rows, at } = signals.view(); return rows.length - rows.indexOf(at); }"))
    assert places == [1, 2, 3, 2], f"the arrow keys don't move the cursor from sample to sample: {places}"
    page.click("#pause")
    page.click("#zoom-out")
    _, span, back = page.evaluate(SHOWN)
    assert span == 10 and back == 0, (span, back)
    runs = page.evaluate("""() => {
        const rows = [0, 1, 2, 3, 9, 10, 11, 12].map((time) => [time / 100, time]);
        return runs(rows, 1, longestStep(rows)).map((run) => run.map((row) => row[1]));
    }""")
    assert runs == [[0, 1, 2, 3], [9, 10, 11, 12]], runs
    kept = page.evaluate("""() => {
        const kept = { ...signals, rows: [], shift: 0 };
        for (let time = 0; time < 90; time += 1) kept.add([[time]], 1000 * time);
        kept.add([[0.5]], 93_000);
        return [kept.rows[0][0], kept.rows.at(-1)[0]];
    }""")
    assert kept[0] >= 27 and abs(kept[1] - 93) < 1e-6, f"a minute and a board that begins anew: {kept}"


def records(page):
    step("what is recorded is downloaded as a table of all charts")
    page.wait_for_function("() => latest.link === 'open'", timeout=20_000)
    page.click("#record")
    page.wait_for_function("() => recorded.length > 100", timeout=20_000)
    show(page, "write")
    with page.expect_download() as download:
        page.click("#record")
    file = PICTURES / "recorded.csv"
    download.value.save_as(file)
    wait_for_text(page, "#notice", "samples are downloaded", 5)
    with open(file, newline="") as lines:
        rows = list(csv.DictReader(lines))
    assert len(rows) > 100 and len(rows[0]) == 29, (len(rows), rows[0])
    times = [float(row["time_s"]) for row in rows]
    steps = sorted(after - before for before, after in zip(times, times[1:]))
    # The board may have been unplugged meanwhile.
    assert steps[0] > 0 and 0.009 < steps[len(steps) // 2] < 0.011, times
    assert {row["pen"] for row in rows} <= {"0", "1"} and rows[0]["acceleration_x_m/s2"], rows[0]
    read = subprocess.run([TOOL, "plot", file, "--out", PICTURES / "recorded.html", "--force"], capture_output=True, text=True)
    assert read.returncode == 0 and "acceleration_z_m/s2, angular_rate_x_rad/s" in read.stderr, read
    show(page, "signals")


def saves_without_a_folder(browser, nowhere):
    step("without a folder, Save downloads what a folder would hold, and quillon view goes on with it")
    problems = []
    with View("--port", nowhere) as view:
        page = open_page(browser, view.address, problems, "train")
        page.fill("#label", "L")
        page.click("#collect")
        draw(page, L)
        wait_for_text(page, "#example-counts", "L: 1")
        with page.expect_download() as download:
            page.click("#save")
        file = PICTURES / "saved.zip"
        download.value.save_as(file)
        wait_for_text(page, "#notice", "are downloaded", 5)
        page.close()
    with zipfile.ZipFile(file) as archive, tempfile.TemporaryDirectory() as folder:
        assert archive.testzip() is None
        names = sorted(archive.namelist())
        assert names == [f"quillon/{name}" for name in ("examples.jsonl", "examples.txt", "ink.jsonl", "model.qnm", "page.json")], names
        archive.extractall(folder)
        with View("--port", nowhere, "--folder", f"{folder}/quillon") as view:
            page = open_page(browser, view.address, problems)
            wait_for_text(page, "#example-counts", "L: 1")
            page.close()
    assert not problems, problems


def resets_the_reference(page):
    step("the reference is reset by a button and by a key; the charts are low-passed; Nyquist is told")
    show(page, "signals")
    page.click("#reference")
    page.wait_for_function("() => latest.isRelative && element('reference').ariaPressed === 'true'")
    page.locator("h1").click()
    page.keyboard.press("r")
    page.wait_for_function("() => latest.isRelative && Math.abs(latest.attitude[0]) > 0.95")
    page.select_option("#cutoff", "5")
    wait_for_text(page, "#nyquist", "(Nyquist)")
    smoother = page.evaluate("""() => {
        const jumps = (rows) => rows.slice(1).reduce((sum, row, k) => sum + Math.abs(row[1] - rows[k][1]), 0);
        return jumps(filtered(signals.rows, 5)) < jumps(signals.rows);
    }""")
    assert smoother, "the low-pass leaves the charts as they are"
    page.select_option("#cutoff", "0")
    page.click("#frame")
    page.wait_for_function("() => !latest.isRelative")


def shows_the_heading(browser):
    step("a board of nine axes has a heading, and is to be turned for a better field")
    problems = []
    with View("--raw", "9", "--frame", "magnetic") as view:
        page = open_page(browser, view.address, problems)
        page.wait_for_function("() => /^[0-9]+°$/.test(element('heading').textContent)", timeout=60_000)
        wait_for_text(page, "#field", "uncalibrated")
        wait_for_text(page, "#frame-note", "turn the board slowly about all its axes")
        page.close()
    assert not problems, problems


def is_reached_by_keyboard(page):
    step("every control of every tab is reached by the tabulator key, and says what it is")
    for tab in ("write", "signals", "train", "test", "board", "expert"):
        show(page, tab)
        controls = page.eval_on_selector_all(
            "button, select, input, summary",
            "all => all.filter(one => !one.disabled && one.tabIndex >= 0 && one.checkVisibility()).map(one => one.id)")
        page.evaluate("document.activeElement.blur()")
        page.locator("h1").click()
        reached = set()
        for _ in range(len(controls) + 10):
            page.keyboard.press("Tab")
            reached.add(page.evaluate("document.activeElement.id"))
        missed = [name for name in controls if name and name not in reached]
        assert not missed, f"not reached in {tab}: {missed}"
    show(page, "write")
    page.focus("#sphere")
    page.keyboard.press("Enter")
    assert page.get_attribute("#sphere", "aria-pressed") == "true", "Enter does not press a button"
    page.focus("#box")
    page.keyboard.press("Enter")


def needs_no_webgl(playwright):
    step("without WebGL everything is drawn")
    browser = launch(playwright, "--disable-gpu", "--disable-3d-apis")
    problems = []
    with View() as view:
        page = open_page(browser, view.address, problems)
        assert page.evaluate("document.createElement('canvas').getContext('webgl') === null")
        wait_for_text(page, "#link", "board connected")
        wait_for_ink(page, "#board", 10)
        page.click("#sphere")
        wait_for_ink(page, "#board", 5)
        show(page, "signals")
        wait_for_ink(page, "#charts canvas", 10)
        page.close()
    browser.close()
    assert not problems, problems


def shows_an_emulated_board(browser):
    problems = []
    step("firmware on an emulated board reads QU, its ink and attitude beside it")
    with View("--board", "nrf51822", "--text", "QU") as view:
        page = open_page(browser, view.address, problems)
        wait_for_text(page, "#source", "emulated nrf51822")
        wait_for_text(page, "#text", "QU")
        wait_for_text(page, "#letter-note", "recognized by the board")
        assert page.locator("#best li").count() == 5
        assert ink_of(page, "#ink") > 20 and page.evaluate("() => ink.points.length") > 20
        assert page.evaluate("() => latest.attitude !== undefined")
        wait_for_text(page, "#latency", "the board recognizes letters itself")
        page.close()
    assert not problems, problems


def follows_a_port(browser, folder):
    problems = []
    port = pathlib.Path(folder) / "board"
    examples = pathlib.Path(folder) / "examples"
    with View("--port", port, "--folder", examples) as view:
        page = open_page(browser, view.address, problems, "train", viewport={"width": 1200, "height": 1400})
        wait_for_text(page, "#link", "waiting for the board")
        collects_and_trains(page, examples)
        page.click("#restore")

        step("a board is plugged in, pulled out and plugged in again")
        for _ in range(2):
            board = plug_in(port, "--text", "LLLL", "--unplug", "600")
            wait_for_text(page, "#link", "board connected", 20)
            wait_for_text(page, "#link", "unplugged", 20)
            assert board.wait(timeout=10) == 0
            port.unlink()
        counts = page.locator("#counts").text_content()
        # What is on the line when the plug is pulled is gone.
        samples = int(re.search("Samples([0-9]+)", counts).group(1))
        assert 1190 <= samples <= 1200 and "Packets lost0" in counts, counts
        page.close()
    assert not problems, problems
    reads_another_make(browser, port)
    records_rest(browser, port)


def takes_the_test(browser, folder):
    step("the page asks for letters, counts them, and saves what was written with their labels")
    problems = []
    saved = pathlib.Path(folder) / "tested"
    with View("--port", pathlib.Path(folder) / "nothing", "--folder", saved) as view:
        page = open_page(browser, view.address, problems, "test", viewport={"width": 1200, "height": 1400})
        page.fill("#test-labels", "LV")
        page.fill("#test-times", "1")
        page.click("#test")
        wait_for_text(page, "#test-prompt", "L")
        draw(page, V)
        wait_for_text(page, "#test-last", "L: read as V, wrong")
        page.click("#test-repeat")
        wait_for_text(page, "#test-prompt", "L")
        draw(page, L)
        wait_for_text(page, "#test-last", "L: read as L, right")
        wait_for_text(page, "#test-prompt", "V")
        draw(page, V)
        wait_for_text(page, "#test-result", "2 of 2 right, 100.0 %")
        wait_for_text(page, "#test-result", "Mixed up: nothing")
        assert page.locator("#test-worst canvas").count() == 2
        wait_for_ink(page, "#test-worst canvas", 5)
        page.screenshot(path=PICTURES / "tested.png", full_page=True)
        page.click("#save")
        wait_for_text(page, "#notice", "test-ink.jsonl")
        wait_for_text(page, "#pad-hint", "while the bar is there, 500 ms")
        page.close()
    evaluation = subprocess.run(
        [TOOL, "evaluate", "--ink", saved / "test-ink.jsonl", "--model", "simulated-air"],
        capture_output=True, text=True)
    assert "2 of 2 right" in evaluation.stdout, evaluation.stdout + evaluation.stderr
    assert not problems, problems


def tells_while_the_hand_moves(browser, folder):
    step("while the hand moves the page tells what a gesture may be")
    problems = []
    trace = pathlib.Path(folder) / "swipes.csv"
    subprocess.run(
        [TOOL, "simulate", "--text", "<swipeLeft><swipeRight>", "--protocol", "mip", "--trace", trace],
        check=True)
    with View(trace, "--model", "gestures", "--pen", "auto") as view:
        page = open_page(browser, view.address, problems, "expert", viewport={"width": 1200, "height": 1400})
        wait_for_text(page, "#link", "board connected")
        page.click("#continuous")
        page.wait_for_function("() => element('continuous').ariaPressed === 'true'")
        wait_for_text(page, "#held", "held: swipe")
        assert page.locator("#prediction li").count() == 5
        wait_for_text(page, "#text", "<swipeRight>")
        page.locator("#panel-expert section:has(#continuous)").screenshot(path=PICTURES / "continuous.png")
        page.close()
    assert not problems, problems


def keeps_motion(browser, folder):
    step("gestures are collected from a board, learned as by command, saved and loaded again")
    problems = []
    folder = pathlib.Path(folder)
    saved, port = folder / "gestures", folder / "board"
    with View("--port", port, "--folder", saved) as view:
        page = open_page(browser, view.address, problems, "train")
        page.select_option("#learner", "movement")
        for gesture in ("circle", "shake"):
            page.fill("#label", gesture)
            page.click("#collect")
            wait_for_text(page, "#collect", f"Recording {gesture}")
            board = plug_in(port, "--text", f"<{gesture}>" * 4)
            wait_for_text(page, "#example-counts", f"{gesture}: 4")
            wait_for_text(page, "#link", "unplugged", 20)
            board.wait(timeout=10)
            # Another program's terminal may get the name that the link leads to.
            port.unlink()
            page.click("#collect")
            wait_for_text(page, "#collect", "Record strokes")
        page.click("#train")
        wait_for_text(page, "#model", "learned here: circle shake", 60)
        page.click("#save")
        wait_for_text(page, "#notice", "saved examples.csv")
        page.close()
    own = folder / "own.qnm"
    subprocess.run(
        [TOOL, "train", "--air", saved / "examples.csv", "--feature-set", "airMovement", "--hidden", "40",
         "--out", own], check=True, capture_output=True)
    assert own.read_bytes() == (saved / "model.qnm").read_bytes(), "the command learns another model"
    port.unlink(missing_ok=True)
    with View("--port", port, "--folder", saved) as view:
        page = open_page(browser, view.address, problems)
        wait_for_text(page, "#example-counts", "circle: 4  shake: 4")
        wait_for_text(page, "#model", "model.qnm: circle shake")
        assert page.input_value("#label") == "shake"
        page.close()
    assert not problems, problems


SIZES = ((360, 640), (768, 1024), (1280, 800), (1920, 1080))
AXE = next(pathlib.Path(axe_core_python.__file__).parent.rglob("axe.min.js"))
# Words that are cut off, or lie outside of their card or of the screen.
CUT = """() => {
    const wrong = [];
    for (const each of document.querySelectorAll("h1, h2, p, button, label, output, li, dt, dd, figcaption, select")) {
        if (!each.checkVisibility() || each.closest(".unseen") || each.id === "source") continue;
        const box = each.getBoundingClientRect();
        const frame = each.closest(".card")?.getBoundingClientRect() ?? { left: 0, right: innerWidth };
        if (each.scrollWidth > each.clientWidth + 1 && getComputedStyle(each).display !== "inline") wrong.push(["cut", each.id, each.textContent]);
        if (box.left < frame.left - 1 || box.right > frame.right + 1) wrong.push(["outside", each.id, each.textContent]);
        if (each.id === "link" && each.textContent === "board connected" && box.height > 30) wrong.push(["in two lines", each.id]);
        if (each.matches("button, select") && box.height < 40) wrong.push(["too small for a finger", each.id]);
    }
    for (const card of document.querySelectorAll(".card.wide")) {
        const inner = card.parentElement.getBoundingClientRect().width;
        if (card.checkVisibility() && card.getBoundingClientRect().width < inner - 2) wrong.push(["narrower than the page", card.id]);
    }
    return wrong;
}"""


def look(page, name, needed):
    """Looks at the page in four sizes, light and dark: keeps pictures, and what a step needs has to be above the fold."""
    usual = page.viewport_size
    wrong = []
    client = page.context.new_cdp_session(page)
    client.send("Runtime.evaluate", {"expression": AXE.read_text()})
    backs = set()
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            page.evaluate("scrollTo(0, 0)")
            page.wait_for_timeout(150)
            page.screenshot(path=PICTURES / f"{name}-{width}-{scheme}.png")
            where = f"{width}x{height} {scheme}"
            backs.add((scheme, page.evaluate("getComputedStyle(document.body).backgroundColor")))
            wrong += [(where, each) for each in page.evaluate(CUT)]
            if page.evaluate("document.documentElement.scrollWidth") > width:
                wrong.append((where, "too wide"))
            for selector in needed:
                box = page.locator(selector).first.bounding_box()
                if not box or box["y"] < 0 or box["y"] + box["height"] > height + 1:
                    wrong.append((where, "below the fold", selector, box))
            if width in (360, 1280):
                found = page.evaluate("axe.run().then(result => result.violations.map(({ id, impact, nodes }) => "
                                      "({ id, impact, where: nodes.map(node => node.html).slice(0, 3) })))")
                wrong += [(where, each) for each in found if each["impact"] in ("serious", "critical")]
    assert len({back for _, back in backs}) == 2, f"dark looks as light: {backs}"
    page.emulate_media(color_scheme="light")
    page.set_viewport_size(usual)
    client.detach()
    assert not wrong, f"{name}:\n" + "\n".join(map(str, wrong))


def looks_right(browser):
    step("every state of every tab in four sizes, light and dark: pictures, words in their frames, nothing needed below the fold, axe")
    problems = []
    with View("--text", "QUILLON") as view:
        page = open_page(browser, view.address, problems, viewport={"width": 1280, "height": 800})
        wait_for_text(page, "#text", "QUILLON")
        look(page, "write", ["#pad", "#letter", "#letter-note"])
        page.click("#letter-card summary")
        look(page, "write-why", ["#letter"])
        show(page, "signals")
        look(page, "signals", ["#pause", "#back", "#zoom-out", "#charts canvas"])
        page.click("#pause")
        page.click("#record")
        # A pointer that the page moves away from would take the cursor with it.
        page.mouse.move(0, 0)
        page.focus("#charts")
        page.keyboard.press("ArrowLeft")
        wait_for_text(page, "#cursor", "at ", 5)
        look(page, "signals-paused", ["#pause", "#record", "#charts canvas"])
        with page.expect_download():
            page.click("#record")
        show(page, "train")
        needed = ["#label", "#collect", "#take", "#pad", "#train", "#collect-message"]
        look(page, "train-empty", needed)
        page.click("#train")
        wait_for_text(page, "#collect-message", "there are no examples yet")
        look(page, "train-refused", ["#label", "#collect", "#collect-message", "#pad"])
        for label, shape in (("L", L), ("zap", ZAP)):
            page.fill("#label", label)
            if label == "L":
                page.click("#collect")
            wait_for_text(page, "#collect", f"Recording {label}")
            for number in range(1, 4):
                draw(page, shape, steps=20 + number)
                wait_for_text(page, "#example-counts", f"{label}: {number}")
        look(page, "train-recording", needed)
        page.click("#collect")
        page.locator("#classes .examples button").first.click()
        wait_for_text(page, "#undelete", "Undo")
        look(page, "train-undo", ["#undelete"])
        page.click("#undelete")
        page.click("#train")
        wait_for_text(page, "#model", "taught here", 60)
        look(page, "train-trained", ["#collect-message", "#pad"])
        show(page, "test")
        look(page, "test", ["#test-labels", "#test"])
        page.fill("#test-labels", "LV")
        page.fill("#test-times", "1")
        page.click("#test")
        wait_for_text(page, "#test-prompt", "L")
        look(page, "test-asked", ["#test-prompt", "#pad", "#test"])
        draw(page, V)
        wait_for_text(page, "#test-last", "wrong")
        look(page, "test-answered", ["#test-prompt", "#test-last", "#pad", "#test-repeat"])
        draw(page, V)
        wait_for_text(page, "#test-result", "1 of 2 right")
        look(page, "test-result", ["#test-result"])
        show(page, "board")
        look(page, "board-simulated", ["#hold"])
        page.click("#hold")
        show(page, "expert")
        look(page, "expert", ["#gauge"])
        page.close()
    assert not problems, problems


def draws_smooth_curves(browser, nowhere):
    step("curves pass through every point and have no corner there")
    with View("--port", nowhere) as view:
        page = browser.new_page()
        page.goto(view.address)
        found = page.evaluate("""() => {
            const points = [[0, 0, 5], [10, 0, 6], [10, 10, 7], [10, 10, 8], [30, 40, 9]];
            const calls = [];
            const context = {
                beginPath() {}, stroke() {}, lineTo(...place) { calls.push(place); },
                moveTo(...place) { calls.push(place); },
                bezierCurveTo(...place) { calls.push(place); },
            };
            curve(context, points);
            return calls;
        }""")
        ends = [call[-2:] for call in found]
        assert ends == [[0, 0], [10, 0], [10, 10], [30, 40]], ends
        for before, after, place in zip(found[1:], found[2:], ends[1:]):
            into = [place[axis] - before[2 + axis] for axis in (0, 1)]
            out = [after[axis] - place[axis] for axis in (0, 1)]
            cross = into[0] * out[1] - into[1] * out[0]
            assert abs(cross) < 1e-9 and into[0] * out[0] + into[1] * out[1] > 0, (into, out)
        page.close()


def plug_in(port, *arguments):
    """A virtual board, of which `port` becomes the name."""
    board = subprocess.Popen(
        [TOOL, "simulate", "--pty", *arguments],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    port.unlink(missing_ok=True)
    port.symlink_to(board.stdout.readline().strip())
    return board


def reads_another_make(browser, port):
    step("a board of another make is found and read")
    problems = []
    board = plug_in(port, "--text", "LL", "--protocol", "vectornav-binary")
    with View("--port", port) as view:
        page = open_page(browser, view.address, problems)
        wait_for_text(page, "#link", "board connected", 20)
        wait_for_text(page, "#text", "LL", 40)
        page.close()
    board.wait(timeout=20)
    assert not problems, problems


def records_rest(browser, port):
    step("rest is recorded from a board that lies still")
    problems = []
    still = port.with_name("still.csv")
    still.write_text("t,ux,uy,uz,qw,qx,qy,qz,pen\n" + "".join(
        f"{index / 100:.2f},{0.01 * (index % 7)},0,{0.01 * (index % 5)},1,0,0,0,0\n"
        for index in range(3000)))
    board = plug_in(port, "--replay", still)
    with View("--port", port) as view:
        page = open_page(browser, view.address, problems, "train")
        wait_for_text(page, "#link", "board connected", 20)
        page.click("#rest")
        wait_for_text(page, "#collect-message", "rest is recorded, 5 examples", 20)
        wait_for_text(page, "#example-counts", "_rest: 5")
        assert page.locator("#text").text_content() == "", "rest is taken for letters"
        page.close()
    board.terminate()
    board.wait(timeout=20)
    assert not problems, problems


class SketchBoard(threading.Thread):
    """A board that prints g and °/s, without header, on a pseudo-terminal, until it is stopped."""

    def __init__(self, link):
        super().__init__(daemon=True)
        self.primary, replica = pty.openpty()
        tty.setraw(replica)
        link.unlink(missing_ok=True)
        link.symlink_to(os.ttyname(replica))
        self.force, self.letter, self.isStopped = (0, 0, 1), [], False

    def turn(self, force):
        """Turns the board at 2.5 rad/s until it feels gravity in this direction."""
        self.force = unit(force)

    def run(self):
        felt, due, number = self.force, time.monotonic(), 0
        while not self.isStopped:
            due += 0.01
            time.sleep(max(due - time.monotonic(), 0))
            number += 1
            if self.letter:
                values = self.letter.pop(0)
            else:
                felt, rate = turned(felt, self.force, 0.025)
                noise = 0.002 * (number % 3 - 1)
                values = [part + noise for part in felt] + [math.degrees(part) * 100 + noise for part in rate]
            os.write(self.primary, (",".join(f"{value:.4f}" for value in values) + "\n").encode())


def unit(vector):
    return tuple(part / math.hypot(*vector) for part in vector)


def cross(a, b):
    return tuple(a[i - 2] * b[i - 1] - a[i - 1] * b[i - 2] for i in range(3))


def turned(felt, goal, step):
    """The direction of gravity after a step of the board's turn toward `goal`, and the turn, rad."""
    cosine = max(-1, min(1, sum(x * y for x, y in zip(felt, goal))))
    step = min(step, math.acos(cosine))
    if step < 1e-6:
        return goal, (0, 0, 0)
    axis = cross(felt, goal)
    if math.hypot(*axis) < 1e-3:
        axis = cross(felt, (0.6, 0.8, 0) if abs(felt[2]) > 0.5 else (0, 0, 1))
    axis = unit(axis)
    side = cross(axis, felt)
    felt = unit(tuple(math.cos(step) * x + math.sin(step) * y for x, y in zip(felt, side)))
    # The board turns against the way that gravity turns in it.
    return felt, tuple(-step * part for part in axis)


def shows_bytes(page):
    step("what the board sends is shown as hexadecimal and as text, and stops for who reads it")
    page.click("#bytes summary")
    wait_for_text(page, "#bytes-count", "bytes until now", 20)
    rows = page.locator("#bytes-rows").text_content().splitlines()
    assert 5 < len(rows) <= 12, rows
    for row in rows:
        numbers, text = row[:48].split(), row[49:]
        assert len(numbers) == len(text) <= 16, row
        assert all(int(number, 16) == ord(character) or character == "·" for number, character in zip(numbers, text)), row
    assert any(row.endswith("·") for row in rows), f"a row does not end with the line: {rows}"
    page.click("#bytes-pause")
    count = page.locator("#bytes-count").text_content()
    page.wait_for_timeout(1200)
    assert page.locator("#bytes-count").text_content() == count, "bytes go on in a pause"
    look(page, "board-bytes", ["#setup-instruction"])
    page.click("#bytes-pause")
    page.wait_for_function("count => element('bytes-count').textContent !== count", arg=count, timeout=20_000)
    page.click("#bytes summary")


def shows_what_is_not_understood(browser, folder):
    step("of a board that nobody understands the page shows what it sends and what that was taken for")
    problems = []
    primary, secondary = pty.openpty()
    tty.setraw(secondary)
    port = pathlib.Path(folder) / "strange"
    port.symlink_to(os.ttyname(secondary))
    ended = threading.Event()

    def print_words():
        while not ended.wait(0.05):
            os.write(primary, b"imu ready, waiting for a command\r\n")

    sketch = threading.Thread(target=print_words, daemon=True)
    sketch.start()
    with View("--port", port) as view:
        page = open_page(browser, view.address, problems, viewport={"width": 1280, "height": 900})
        wait_for_text(page, "#setup-instruction", "does not understand what the board sends", 30)
        wait_for_text(page, "#setup-found", "Seen: ")
        wait_for_text(page, "#setup-found", "Beginning: imu ready, waiting for a command")
        wait_for_text(page, "#setup-found", "Taken for: text, but not rows of numbers")
        wait_for_text(page, "#warning", "“Board” shows them and what to do")
        wait_for_text(page, "#bytes-rows", "69 6d 75 20 72 65 61 64 79 2c 20 77 61 69 74 69  imu ready, waiti")
        assert page.locator("#step-board.past").count() == 0, "what is not understood counts as found"
        assert page.locator("#buttons-board button:enabled").count() == 0, "nothing is there to be calibrated"
        look(page, "board-strange", ["#setup-instruction", "#setup-found"])
        page.close()
    ended.set()
    sketch.join()
    assert not problems, problems


def names_columns(page):
    step("columns are named by hand, those that don't fit are refused, and the board is read so")
    page.click("#setup-columns summary")
    assert page.input_value("#columns") == "ax,ay,az,gx,gy,gz"
    page.fill("#columns", "ax,ay,az")
    page.click("#name-columns")
    wait_for_text(page, "#warning", "3 columns, the board sends 6", 60)
    page.fill("#columns", "ay,ax,az,gx,gy,gz")
    page.keyboard.press("Enter")
    wait_for_text(page, "#setup-found", "Columns: ay,ax,az,gx,gy,gz", 60)
    page.wait_for_function("() => Math.abs(signals.rows.at(-1)[3] - 9.8) < 0.5 && latest.link === 'open'", timeout=20_000)
    page.fill("#columns", "ax,ay,az,gx,gy,gz")
    page.click("#name-columns")
    wait_for_text(page, "#setup-found", "Columns: ax,ay,az,gx,gy,gz", 60)
    page.click("#setup-columns summary")


def sets_a_new_board_up(browser, folder):
    step("a new board is found, calibrated with pictures, and its first letter is read, on the page")
    problems = []
    folder = pathlib.Path(folder)
    subprocess.run([TOOL, "simulate", "--text", "LL", "--raw", "6", "--trace", folder / "l.csv"], check=True)
    lines = [line.split(",") for line in (folder / "l.csv").read_text().splitlines() if line[0].isdigit()]
    letter = [[float(part) / 9.80665 for part in line[1:4]] + [math.degrees(float(part)) for part in line[4:7]]
              for line in lines]
    board = SketchBoard(folder / "sketch")
    with View("--port", folder / "sketch", "--folder", folder / "mine") as view:
        page = open_page(browser, view.address, problems, viewport={"width": 1280, "height": 900})
        wait_for_text(page, "#setup-instruction", "Plug the board in")
        cards = page.eval_on_selector_all(".card", "all => all.filter(one => one.checkVisibility()).map(one => one.id)")
        assert cards == ["setup"], f"beside the first steps: {cards}"
        assert page.locator("#buttons-board button:enabled").count() == 0, "nothing is there to be calibrated"
        look(page, "board-waiting", ["#setup-instruction"])
        board.start()
        wait_for_text(page, "#setup-found", "Columns: ax,ay,az,gx,gy,gz", 60)
        wait_for_text(page, "#setup-found", "Units: acceleration in g, rate in deg/s")
        look(page, "board-found", ["#setup-instruction", "#buttons-board"])
        names_columns(page)
        shows_bytes(page)
        page.click("[data-step=calibration]:visible >> nth=0")
        wait_for_text(page, "#setup-instruction", "lay the board down, face up")
        wait_for_ink(page, "#setup-wanted", 5)
        wait_for_ink(page, "#setup-held", 5)
        for name, force in (("face down", (0, 0, -1)), ("top edge up", (0, 1, 0)), ("bottom edge up", (0, -1, 0)),
                            ("right edge up", (1, 0, 0)), ("left edge up", (-1, 0, 0))):
            wait_for_text(page, "#setup-instruction", name)
            if name == "top edge up":
                look(page, "board-calibration", ["#setup-instruction", "#setup-wanted", "#setup-held"])
            board.turn(force)
        wait_for_text(page, "#setup-instruction", "The calibration is done")
        look(page, "board-calibrated", ["#setup-instruction", "#buttons-calibration button:last-child"])
        page.click("text=Next: it is in my hand")
        wait_for_text(page, "#setup-message", "Calibrated: gyroscope, accelerometer.")
        wait_for_text(page, "#setup-instruction", "Write L in the air")
        assert page.locator("#step-calibration.past").count() == 1
        assert page.locator("#step-wrist.skipped").count() == 1 and page.locator("#step-wrist.past").count() == 0
        look(page, "board-letter", ["#setup-instruction", "#buttons-letter"])
        board.turn(letter[0][:3])
        page.wait_for_timeout(3000)
        board.letter = letter
        wait_for_text(page, "#setup-message", "It was read as L")
        wait_for_text(page, "#setup-instruction", "Your board is set up")
        look(page, "board-done", ["#begin"])
        page.click("#begin")
        page.wait_for_selector("#panel-write #pad")
        page.close()
    board.isStopped = True
    board.join()
    assert (folder / "mine" / "calibration.json").exists()
    with View("--port", folder / "sketch", "--folder", folder / "mine") as view:
        page = open_page(browser, view.address, problems)
        wait_for_text(page, "#link", "waiting for the board")
        page.wait_for_function("() => setup.isThere && shownTab === 'write'")
        page.close()
    assert not problems, problems


# The boxes of all texts in the pictures of a page that stick out of their picture or meet another one, and texts of the
# legend that lie in the frame.
CLASHES = """() => [...document.querySelectorAll("svg.chart")].flatMap(svg => {
    const outer = svg.getBoundingClientRect();
    const texts = [...svg.querySelectorAll("text")].map(one => [one.textContent, one.getBoundingClientRect()]);
    const inside = ([, box]) => box.left >= outer.left - 0.5 && box.right <= outer.right + 0.5
        && box.top >= outer.top - 0.5 && box.bottom <= outer.bottom + 0.5;
    const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 0.5
        && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1.5;
    const found = texts.filter(one => !inside(one)).map(([text]) => `${text} sticks out`);
    texts.forEach(([text, box], index) => texts.slice(index + 1).forEach(([other, another]) => {
        if (meet(box, another)) found.push(`${text} meets ${other}`);
    }));
    const frames = [...svg.querySelectorAll("rect.frame")].map(one => one.getBoundingClientRect());
    texts.forEach(([text, box]) => { if (frames.some(frame => meet(frame, box))) found.push(`${text} lies in a frame`); });
    for (const line of svg.querySelectorAll("polyline.dashed")) {
        const box = line.getBoundingClientRect();
        if (frames.some(frame => Math.abs(box.top - frame.top) < 2 && box.height < 2)) found.push("a line hides on a frame");
    }
    return found.map(words => `${svg.ariaLabel ?? ""}: ${words}`);
})"""


def draws_pictures(browser, folder):
    step("in the pictures of plot, profile, evaluate and characterize no text meets another or leaves its frame")
    folder = pathlib.Path(folder)
    trace, raw = folder / "words.csv", folder / "raw.csv"
    run = lambda *words: subprocess.run([TOOL, *words], check=True, capture_output=True)
    run("simulate", "--text", "QUILLON", "--trace", trace)
    run("simulate", "--text", "QU", "--raw", "9", "--trace", raw)
    pages = {name: folder / f"{name}.html" for name in ("plot", "raw", "profile", "evaluate", "characterize")}
    run("plot", trace, "--out", pages["plot"])
    run("plot", raw, "--out", pages["raw"])
    run("profile", trace, "--html", pages["profile"])
    run("evaluate", "--air", trace, "--model", "air", "--report", pages["evaluate"])
    run("characterize", raw, "--out", pages["characterize"])
    for name, path in pages.items():
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        page.goto(path.as_uri())
        assert page.locator("svg.chart").count() > 0, name
        page.screenshot(path=PICTURES / f"{name}.png", full_page=True)
        clashes = page.evaluate(CLASHES)
        assert not clashes, f"{name}: {clashes}"
        reads_values(page, name)
        assert page.locator("nav a").count() == (page.locator("h2").count() if name != "profile" else 0), name
        for anchor in page.eval_on_selector_all("nav a", "all => all.map(one => one.hash)"):
            assert page.locator(anchor).count() == 1, anchor
        if name == "plot":
            plays_a_letter(page)
            texts = page.locator("svg.chart").last.locator("text").all_text_contents()
            assert set("QUILLON") <= set(texts), f"strokes without their letters: {texts}"
        page.close()


def reads_values(page, name):
    chart = page.locator("svg.chart:has([data-x])").first
    chart.scroll_into_view_if_needed()
    box = chart.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    told = page.locator(".values").inner_text().splitlines()
    assert len(told) >= 2 and all(re.search(r": -?[0-9.]+(e[-+][0-9]+)?$", line) for line in told), f"{name}: {told}"
    assert not any(line.startswith("pen down") for line in told), told
    page.mouse.move(0, 0)
    assert page.locator(".values").is_hidden()
    chart.focus()
    told = []
    for key in ("ArrowRight", "ArrowRight", "ArrowLeft"):
        page.keyboard.press(key)
        told.append(page.locator(".values").inner_text())
    assert told[0] == told[2] != told[1], f"{name}: {told}"
    page.keyboard.press("Escape")
    assert page.locator(".values").is_hidden()


def plays_a_letter(page):
    letter = page.locator("svg.ink").first
    length = "one => one.querySelector('polyline').points.length"
    whole = letter.evaluate(length)
    letter.focus()
    page.keyboard.press("Enter")
    page.wait_for_function("whole => document.querySelector('svg.ink polyline').points.length < whole / 2", arg=whole)
    page.wait_for_function("whole => document.querySelector('svg.ink polyline').points.length === whole", arg=whole)


def warns_of_clipping(browser, folder):
    step("a sensor at the end of its range is told, and an empty stroke is shown as none")
    problems = []
    flat = pathlib.Path(folder) / "flat.csv"
    flat.write_text("t,ux,uy,uz,qw,qx,qy,qz,pen\n" + "".join(
        f"{index / 100:.2f},{19.6 if 600 < index < 620 else 0.01 * (index % 7)},0,0,1,0,0,0,"
        f"{int(index == 650)}\n" for index in range(900)))
    with View(flat) as view:
        page = open_page(browser, view.address, problems)
        assert page.locator("#warning").is_hidden()
        wait_for_text(page, "#warning", "Clipping: the accelerometer", 20)
        assert page.locator("#warning").is_visible()
        wait_for_text(page, "#letter-note", "given up: too short", 20)
        assert page.locator("#letter.rejected").count() == 1
        page.wait_for_function("() => document.querySelector('#warning').hidden", timeout=10_000)
        page.close()
    assert not problems, problems


def collects_and_trains(page, folder):
    step("examples are collected, one is deleted, a model is learned and saved")
    for label, shape in (("L", L), ("V", V)):
        page.fill("#label", label)
        page.click("#collect")
        wait_for_text(page, "#collect", f"Recording {label}")
        for number in range(1, 4):
            draw(page, shape, steps=20 + number)
            wait_for_text(page, "#example-counts", f"{label}: {number}")
        page.click("#collect")
        wait_for_text(page, "#collect", "Record strokes")
    page.locator("#classes .examples button").first.click()
    wait_for_text(page, "#example-counts", "L: 2")
    page.select_option("#learner", "zones")
    page.click("#train")
    wait_for_text(page, "#collect-message", "trained on", 30)
    wait_for_text(page, "#model", "learned here: L V")
    draw(page, V)
    wait_for_text(page, "#letter", "V")
    page.screenshot(path=PICTURES / "trained.png", full_page=True)
    page.click("#save")
    wait_for_text(page, "#notice", "saved")
    strikes_what_is_rejected(page.context.browser, pathlib.Path(folder))
    names = sorted(entry.name for entry in pathlib.Path(folder).iterdir())
    assert names == ["examples.jsonl", "examples.txt", "ink.jsonl", "model.json", "page.json"], names


def strikes_what_is_rejected(browser, folder):
    step("a letter that a strict model rejects is struck through")
    model = json.loads((folder / "model.json").read_text())
    model["rejectThreshold"] = 1000
    strict = folder.parent / "strict.json"
    strict.write_text(json.dumps(model))
    with View("--port", folder.parent / "nothing", "--model", strict) as view:
        page = browser.new_page()
        page.goto(view.address + "/write")
        wait_for_text(page, "#model", "strict.json: L V")
        draw(page, L)
        wait_for_text(page, "#letter-note", "rejected")
        assert page.locator("#letter.rejected").count() == 1
        assert page.locator("#text s").count() == 1
        notes = page.evaluate("""[0.5, -0.5].map(margin => rejection({ margin }))""")
        assert notes == ["rejected: too close to the next label; write it more clearly, or teach it",
                         "rejected: no letter; write larger, and rest before and after it"], notes
        page.close()


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
    errors = []
    own.on("pageerror", lambda error: errors.append(str(error)))
    own.goto(base)
    # This page has received no setting.
    draw(own, L)
    assert not errors, errors
    assert not own.evaluate(opens, socket + "0" * 32), "a wrong token was let in"
    assert own.evaluate(opens, socket + token), "the right token was not let in"
    status = own.evaluate("fetch('/%2e%2e/%2e%2e/etc/passwd').then(answer => answer.status)")
    assert status == 404, status
    own.close()


def main():
    assert TOOL.exists(), "build the tool first: make build"
    PICTURES.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = launch(playwright)
        nowhere = pathlib.Path(folder) / "nothing"
        for check, *arguments in (
                (reads_the_simulator,), (reads_the_mouse, nowhere), (sends_moves_sparingly, nowhere), (looks_right,),
                (saves_without_a_folder, nowhere), (collects_what_a_person_does, folder), (tells_a_wrong_key,),
                (takes_the_test, folder), (draws_smooth_curves, nowhere), (tells_while_the_hand_moves, folder),
                (keeps_motion, folder), (follows_a_port, folder), (warns_of_clipping, folder), (sets_a_new_board_up, folder),
                (shows_what_is_not_understood, folder),
                (draws_pictures, folder), (shows_the_heading,), (shows_an_emulated_board,)):
            if len(sys.argv) < 2 or check.__name__ in sys.argv[1:]:
                check(browser, *arguments)
        browser.close()
        if len(sys.argv) < 2 or "needs_no_webgl" in sys.argv[1:]:
            needs_no_webgl(playwright)
    step("all as it should be; pictures in .build/page")


if __name__ == "__main__":
    try:
        main()
    except (AssertionError, Error) as problem:
        sys.exit(f"page: {problem}")
