"use strict";
// The first steps with a new board.

let setup = { isThere: false, step: "board", instruction: "", seen: [] };

// The attitudes of the board in the order of the sides: face up, face down, top, bottom, right and left edge up.
const half = Math.SQRT1_2;
const sides = [
  [1, 0, 0, 0], [0, 1, 0, 0], [half, half, 0, 0], [half, -half, 0, 0], [half, 0, -half, 0], [half, 0, half, 0],
];
const stepNames = ["board", "calibration", "wrist", "letter", "done"];

function showSetup(view) {
  const isFirst = !setup.isThere;
  // Bytes that are not understood are there to be looked at.
  if (view.seen.length && !setup.seen.length) element("bytes").open = true;
  const isNewlyFound = String(view.found) !== String(setup.found);
  setup = view;
  element("setup").hidden = !view.isThere;
  element("no-setup").hidden = view.isThere;
  // A new board needs its first steps before anything else.
  if (isFirst && view.isNew && !addressParts().name) showTab("board");
  const found = (view.seen.length ? view.seen : view.found).map((line) => {
    const item = document.createElement("li");
    item.textContent = line;
    return item;
  });
  element("setup-found").replaceChildren(...found);
  const named = view.found.find((line) => line.startsWith("Columns: "));
  if (isNewlyFound && named) element("columns").value = named.slice("Columns: ".length);
  const place = stepNames.indexOf(view.step);
  for (const name of stepNames.slice(0, 4)) {
    const item = element(`step-${name}`);
    const state = stepNames.indexOf(name);
    const isDone = name === "board" ? view.found.length && !view.seen.length : view.done.includes(name);
    item.classList.toggle("past", isDone);
    item.classList.toggle("skipped", !isDone && state < place);
    if (state === place) item.setAttribute("aria-current", "step"); else item.removeAttribute("aria-current");
  }
  showInstruction();
  element("setup-bar").style.width = `${100 * view.share}%`;
  element("setup-pictures").hidden = view.step !== "calibration" || view.share === 1;
  element("setup-worn").toggleAttribute("hidden", view.step !== "wrist");
  showShape(view.step === "letter" ? view.wanted : "");
  setText("setup-message", [view.message, ...view.remarks].join(" "));
  for (const name of ["board", "calibration", "wrist", "letter", "done"]) {
    element(`buttons-${name}`).hidden = view.step !== name;
  }
  // What is not understood can't be calibrated.
  if (view.seen.length) element("buttons-board").hidden = true;
}

/** Shows how a letter is written, cut out of the picture of all. */
function showShape(letter) {
  const index = /^[A-Z]$/.test(letter) ? letter.charCodeAt(0) - 65 : -1;
  const picture = element("setup-shape");
  picture.hidden = index < 0;
  if (index < 0 || picture.alt.endsWith(letter)) return;
  picture.alt = `How to write ${letter}`;
  picture.src = `alphabet.svg#svgView(viewBox(${110 * (index % 7)},${36 + 130 * Math.floor(index / 7)},110,110))`;
}

function showInstruction() {
  const isWaiting = setup.step === "board" && !hasSamples;
  setText("setup-instruction", !isWaiting ? setup.instruction
    : setup.seen.length ? "The page does not understand what the board sends. Below is what was seen."
    : isPhone ? "Open the page on your telephone, press Start, and allow the sensors."
      : "Plug the board in: the page waits for it.");
  element("phone").hidden = !isPhone || hasSamples;
  for (const button of element("buttons-board").children) button.disabled = isWaiting;
}

// Whether the board is a telephone, and whether it has sent a sample.
let isPhone = false;
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
element("setup-columns").querySelector("form").onsubmit = (event) => {
  event.preventDefault();
  const columns = element("columns").value.trim();
  if (columns) wish({ do: "columns", columns });
};

/** The last rows of the bytes, each as hexadecimal and as text. A row ends after a line feed, or when it is full. */
function byteRows({ count, bytes }, width) {
  const end = bytes.indexOf(10);
  // The first row is whole: what is before it is left out.
  const first = end >= 0 ? end + 1 : (width - ((count - bytes.length) % width)) % width;
  const rows = [[]];
  for (const byte of bytes.slice(first)) {
    rows.at(-1).push(byte);
    if (byte === 10 || rows.at(-1).length === width) rows.push([]);
  }
  return rows.filter((row) => row.length).slice(-12).map((row) => {
    const numbers = row.map((byte) => byte.toString(16).padStart(2, "0")).join(" ");
    const text = row.map((byte) => (byte >= 32 && byte < 127 ? String.fromCharCode(byte) : "·")).join("");
    return `${numbers.padEnd(3 * width)} ${text}`;
  });
}

function showBytes(message) {
  if (element("bytes-pause").ariaPressed === "true") return;
  setText("bytes-rows", byteRows(message, innerWidth < 640 ? 8 : 16).join("\n"));
  setText("bytes-count", `${message.count} bytes until now`);
}

element("bytes-pause").onclick = () => {
  const isPaused = element("bytes-pause").ariaPressed !== "true";
  element("bytes-pause").setAttribute("aria-pressed", isPaused);
  setText("bytes-pause", isPaused ? "Go on" : "Pause");
};
element("begin").onclick = () => goTo("write");
