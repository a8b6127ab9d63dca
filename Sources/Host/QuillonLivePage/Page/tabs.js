"use strict";
// The tabs. The address keeps the one that is shown, behind the key and a slash, so that a reload stays there.

const tabs = [...document.querySelectorAll("[role=tab]")];
const tabNames = tabs.map((tab) => tab.getAttribute("aria-controls").slice("panel-".length));

/** The key of the page and the tab that is asked for, "" for none. */
function addressParts() {
  const [key, name = ""] = location.hash.slice(1).split("/");
  return { key, name: tabNames.includes(name) ? name : "" };
}

/** The name of the tab that is shown. */
let shownTab = "";

/** Shows a tab. What one writes with is there only once, and moves to the tab that is shown. */
function showTab(name) {
  shownTab = name;
  tabs.forEach((tab, index) => {
    const isShown = tabNames[index] === name;
    tab.setAttribute("aria-selected", isShown);
    tab.tabIndex = isShown ? 0 : -1;
    document.getElementById(`panel-${tabNames[index]}`).hidden = !isShown;
  });
  for (const slot of document.querySelectorAll(`#panel-${name} .slot`)) {
    slot.append(document.getElementById(`${slot.dataset.slot}-card`));
  }
}

/** Shows a tab because a person asks for it. */
function goTo(name) {
  if (name === shownTab) return;
  showTab(name);
  history.replaceState(null, "", `#${addressParts().key}/${name}`);
  window.scrollTo(0, 0);
}

tabs.forEach((tab, index) => {
  tab.onclick = () => goTo(tabNames[index]);
  tab.onkeydown = (event) => {
    const next = {
      ArrowRight: (index + 1) % tabs.length, ArrowLeft: (index + tabs.length - 1) % tabs.length,
      Home: 0, End: tabs.length - 1,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    goTo(tabNames[next]);
    tabs[next].focus();
  };
});

window.addEventListener("hashchange", () => showTab(addressParts().name || "write"));
showTab(addressParts().name || "write");
