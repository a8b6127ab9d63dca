"""Lets `quillon view` show an 800 Hz board to two browsers for a long time: `make test-page-long`.

The board is a virtual one that writes for half a minute, is unplugged and plugged in again. Exits with 1 if the
memory of the tool is not flat, or a sample is lost between the board and the bridge. MINUTES is how
long; the last line on standard output is the figure.
"""

import csv
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

from playwright.sync_api import sync_playwright

from page_test import TOOL, View, launch

MINUTES = float(os.environ.get("MINUTES", "30"))
# What a start takes until it has its memory: buffers, the first strokes of each length.
WARM_UP = min(60.0, MINUTES * 60 / 3)
TOLERANCE = 5.0
FACTOR = 8


def step(words):
    print(f"long run: {words}", file=sys.stderr, flush=True)


def eight_times(source, target):
    """The same writing at 800 samples a second, between the samples a straight line."""
    with open(source, newline="") as file:
        rows = list(csv.DictReader(line for line in file if not line.startswith("#")))
    names = list(rows[0])
    steady = {"pen", "stroke", "label"}
    with open(target, "w", newline="") as file:
        table = csv.writer(file)
        table.writerow(names)
        for row, following in zip(rows, rows[1:]):
            for part in range(FACTOR):
                values = between(row, following, part / FACTOR, set(names) - steady)
                table.writerow([values.get(name, row[name]) for name in names])
    return (len(rows) - 1) * FACTOR


def between(row, following, share, names):
    values = {name: (1 - share) * float(row[name]) + share * float(following[name])
              for name in names}
    turn = [name for name in ("qw", "qx", "qy", "qz") if name in values]
    norm = sum(values[name] ** 2 for name in turn) ** 0.5
    for name in turn:
        values[name] /= norm
    return {name: f"{value:.9f}" for name, value in values.items()}


def resident(process):
    """What of the tool is in memory, MB."""
    status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
    return int(re.search(r"VmRSS:\s+(\d+) kB", status).group(1)) / 1024


def counts(page):
    return page.evaluate("() => latest.counts")


def watch(view, pages, rows):
    """Looks on until the time is over: memory over time, rounds of the board, samples missing in them."""
    begin = time.monotonic()
    memory, rounds, lost, was_there, told = [], 0, 0, False, 0.0
    while time.monotonic() - begin < MINUTES * 60:
        # Playwright's own events are handled while it waits.
        pages[0].wait_for_timeout(500)
        state = pages[0].evaluate("() => ({ link: latest.link, counts: latest.counts })")
        is_there = state["link"] == "open"
        if was_there and not is_there:
            rounds += 1
            # The summary comes with the end of the connection.
            pages[0].wait_for_timeout(500)
            missing = rounds * rows - counts(pages[0])["samples"]
            if missing != lost:
                step(f"{missing - lost} samples missing in round {rounds}: {counts(pages[0])}")
                lost = missing
        was_there = is_there
        elapsed = time.monotonic() - begin
        if elapsed > WARM_UP:
            memory.append(resident(view.process))
        if elapsed > told + 60:
            told = elapsed
            step(f"{elapsed:.0f} s, {resident(view.process):.1f} MB, {state['counts']}")
    return memory, rounds, lost


def main():
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        slow, fast = pathlib.Path(folder) / "slow.csv", pathlib.Path(folder) / "fast.csv"
        subprocess.run([TOOL, "simulate", "--text", "QUILLONQUILLON", "--trace", slow],
                       check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        rows = eight_times(slow, fast)
        browser = launch(playwright)
        with View(fast) as view:
            pages = [browser.new_page(), browser.new_page()]
            for page in pages:
                page.goto(view.address)
                page.wait_for_function("() => latest && latest.link === 'open'", timeout=60_000)
            memory, rounds, lost = watch(view, pages, rows)
            last = counts(pages[0])
            assert counts(pages[1])["browsers"] == 2
        browser.close()
    spread = max(memory) - min(memory)
    assert rounds >= 1, "no round came to its end: let it run longer"
    assert spread <= 2 * TOLERANCE, f"memory between {min(memory):.1f} and {max(memory):.1f} MB"
    assert lost == 0 and last["damaged"] == 0, f"{lost} samples lost: {last}"
    print(f"{MINUTES:g} min of {100 * FACTOR} Hz with two browsers: {rounds} rounds of {rows} samples, "
          f"none lost; memory {memory[0]:.1f} MB at first, {memory[-1]:.1f} MB at last, "
          f"{min(memory):.1f} to {max(memory):.1f}; {last['unseen']} events unseen, "
          f"{last['undelivered']} messages undelivered")


if __name__ == "__main__":
    try:
        main()
    except AssertionError as problem:
        sys.exit(f"long run: {problem}")
