"""Takes the pictures of the pages that the documents show, as a person sees the pages: pictures.py FOLDER. `make pictures` runs it."""

import pathlib
import sys

from page_test import View, launch, open_page, wait_for_text
from playwright.sync_api import sync_playwright
from site_test import Host, read_emulated


def view(browser, path):
    """The live page that has read QUILLON from the simulated board."""
    problems = []
    with View("--text", "QUILLON") as live:
        page = open_page(browser, live.address, problems, viewport={"width": 1200, "height": 724})
        wait_for_text(page, "#text", "QUILLON")
        wait_for_text(page, "#link", "board connected")
        page.screenshot(path=path)
        page.close()
    assert not problems, problems


def telephone(browser, path):
    """The static page on an emulated telephone that has read QUILLON. A busy machine stalls the sensors: it is written again then."""
    with Host() as host:
        for _ in range(5):
            if read_emulated(browser, host.address, path)[0] == "QUILLON":
                return
    sys.exit("QUILLON was not read: try again while the machine has nothing else to do")


def main():
    folder = pathlib.Path(sys.argv[1])
    with sync_playwright() as playwright:
        browser = launch(playwright)
        view(browser, folder / "view.png")
        telephone(browser, folder / "telephone.png")
        browser.close()


main()
