"use strict";
// The first steps with a new board.

let setup = { isThere: false, step: "board" };

// The attitudes of the board in the order of the sides: face up, face down, top, bottom, right and left edge up.
const half = Math.SQRT1_2;
const sides = [
  [1, 0, 0, 0], [0, 1, 0, 0], [half, half, 0, 0], [half, -half, 0, 0], [half, 0, -half, 0], [half, 0, half, 0],
];
const stepNames = ["board", "calibration", "wrist", "letter", "done"];

function showSetup(view) {
  const isNew = view.isThere && !setup.isThere;
  setup = view;
  element("setup").hidden = !view.isThere;
  if (isNew) element("setup").open = view.isNew;
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
    item.classList.toggle("past", state < place);
    if (state === place) item.setAttribute("aria-current", "step"); else item.removeAttribute("aria-current");
  }
  setText("setup-instruction", view.step === "board" && !view.found.length
    ? "Plug the board in: the page waits for it." : view.instruction);
  element("setup-bar").style.width = `${100 * view.share}%`;
  element("setup-pictures").hidden = view.step !== "calibration";
  setText("setup-message", [view.message, ...view.remarks].join(" "));
  for (const name of ["board", "calibration", "wrist", "letter", "done"]) {
    element(`buttons-${name}`).hidden = view.step !== name;
  }
}

/** Draws how to hold the board, and how it is held. */
function drawSetup(now, attitude) {
  if (!setup.isThere || setup.step !== "calibration") return;
  const angle = now / 4000 * Math.PI;
  const axis = [half, half, 0];
  const turning = [Math.cos(angle), ...axis.map((part) => part * Math.sin(angle))];
  drawBoard(element("setup-wanted"), setup.side === undefined ? turning : sides[setup.side], [0, 0, 0], []);
  drawBoard(element("setup-held"), attitude, [0, 0, 0], []);
}

for (const button of document.querySelectorAll("[data-step]")) {
  button.onclick = () => {
    element("setup").open = true;
    wish({ do: "setup", step: button.dataset.step });
  };
}
