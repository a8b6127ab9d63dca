"use strict";
// The first steps with a new board.

let setup = { isThere: false, step: "board", instruction: "" };

// The attitudes of the board in the order of the sides: face up, face down, top, bottom, right and left edge up.
const half = Math.SQRT1_2;
const sides = [
  [1, 0, 0, 0], [0, 1, 0, 0], [half, half, 0, 0], [half, -half, 0, 0], [half, 0, -half, 0], [half, 0, half, 0],
];
const stepNames = ["board", "calibration", "wrist", "letter", "done"];

function showSetup(view) {
  const isFirst = !setup.isThere;
  setup = view;
  element("setup").hidden = !view.isThere;
  element("no-setup").hidden = view.isThere;
  // A new board needs its first steps before anything else.
  if (isFirst && view.isNew && !addressParts().name) showTab("board");
  const found = view.found.map((line) => {
    const item = document.createElement("li");
    item.textContent = line;
    return item;
  });
  element("setup-found").replaceChildren(...found);
  const place = stepNames.indexOf(view.step);
  for (const name of stepNames.slice(0, 4)) {
    const item = element(`step-${name}`);
    const state = stepNames.indexOf(name);
    const isDone = name === "board" ? view.found.length > 0 : view.done.includes(name);
    item.classList.toggle("past", isDone);
    item.classList.toggle("skipped", !isDone && state < place);
    if (state === place) item.setAttribute("aria-current", "step"); else item.removeAttribute("aria-current");
  }
  showInstruction();
  element("setup-bar").style.width = `${100 * view.share}%`;
  element("setup-pictures").hidden = view.step !== "calibration";
  setText("setup-message", [view.message, ...view.remarks].join(" "));
  for (const name of ["board", "calibration", "wrist", "letter", "done"]) {
    element(`buttons-${name}`).hidden = view.step !== name;
  }
}

function showInstruction() {
  const isWaiting = setup.step === "board" && !hasSamples;
  setText("setup-instruction", !isWaiting ? setup.instruction
    : element("phone").hidden ? "Plug the board in: the page waits for it."
      : "Open the page on your telephone, press Start, and allow the sensors.");
  for (const button of element("buttons-board").children) button.disabled = isWaiting;
}

// Whether the board has sent a sample.
let hasSamples = false;

function followBoard(state) {
  const has = state.link === "open" && state.rate !== undefined;
  if (has === hasSamples) return;
  hasSamples = has;
  showInstruction();
}

/** Draws how to hold the board, and how it is held. */
function drawSetup(now, attitude) {
  if (!setup.isThere || setup.step !== "calibration") return;
  const angle = now / 4000 * Math.PI;
  const axis = [half, half, 0];
  const turning = [Math.cos(angle), ...axis.map((part) => part * Math.sin(angle))];
  drawBoard(element("setup-wanted"), setup.side === undefined ? turning : sides[setup.side], [0, 0, 0], [], 0.2);
  drawBoard(element("setup-held"), attitude, [0, 0, 0], [], 0.2);
}

for (const button of document.querySelectorAll("[data-step]")) {
  button.onclick = () => {
    goTo("board");
    wish({ do: "setup", step: button.dataset.step });
  };
}
element("begin").onclick = () => goTo("write");
