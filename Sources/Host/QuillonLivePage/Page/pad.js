"use strict";
// The pen: button and space bar.

let isPenDown = false;

function showPen(down) {
  isPenDown = down;
  element("pen").setAttribute("aria-pressed", down);
  element("take").setAttribute("aria-pressed", down);
}

function setPen(down) {
  if (isPenDown === down) return;
  showPen(down);
  wish({ do: "pen", down });
}

element("pen").addEventListener("pointerdown", (event) => {
  element("pen").setPointerCapture(event.pointerId);
  setPen(true);
});
for (const name of ["pointerup", "pointercancel", "lostpointercapture"]) {
  element("pen").addEventListener(name, () => setPen(false));
}
const isForPen = (event) =>
  event.code === "Space"
  && (["pen", "take"].includes(event.target.id) || !event.target.closest("button, input, select, summary"));
document.addEventListener("keydown", (event) => {
  if (!isForPen(event)) return;
  event.preventDefault();
  if (!event.repeat) setPen(true);
});
document.addEventListener("keyup", (event) => {
  if (event.code !== "Space") return;
  if (isForPen(event)) event.preventDefault();
  setPen(false);
});
window.addEventListener("blur", () => setPen(false));

// The writing surface.

const pad = element("pad");
// Points that wait for the next message, and the timer that sends it. Moves are sent 60 times a second, whatever the
// refresh rate of the display is. The end of a stroke is sent at once.
const messageInterval = 16;
let waiting = [];
let flushing = null;
// The strokes of the current letter, and the timer that ends it.
let drawn = [];
let ending = null;

function note(event, down) {
  const bounds = pad.getBoundingClientRect();
  const [x, y] = [event.clientX - bounds.left, event.clientY - bounds.top];
  drawn.at(-1).push([x, y]);
  send(x, y, event.timeStamp, down);
}

function send(x, y, milliseconds, down) {
  const time = Math.round(milliseconds * 1000) % 2 ** 32;
  waiting.push([Math.round(x * 10) / 10, Math.round(y * 10) / 10, time, down]);
}

// Another stroke may follow for so long, ms, which a bar shows; then the letter ends.
function waitForStroke(duration) {
  const bar = element("pad-waiting").firstElementChild;
  bar.animate([{ width: "100%" }, { width: "0%" }], { duration });
  ending = setTimeout(endLetter, duration);
}

function stopWaiting() {
  clearTimeout(ending);
  for (const animation of element("pad-waiting").firstElementChild.getAnimations()) animation.cancel();
}

// No other stroke has followed in time. A last point with the pen up ends the letter.
function endLetter() {
  drawn = [];
  ending = null;
  send(0, 0, performance.now(), 0);
  flush();
}

function flushSoon() {
  if (flushing === null) flushing = setTimeout(flush, messageInterval);
}

function flush() {
  clearTimeout(flushing);
  flushing = null;
  while (waiting.length) wish({ do: "touch", points: waiting.splice(0, 60), minimum: minimumSize() });
  drawStrokes(sharp(pad).context, drawn, "ink");
}

followPointer(pad, {
  down: (event) => {
    stopWaiting();
    drawn.push([]);
    note(event, 1);
    flushSoon();
  },
  move: (event) => {
    note(event, 1);
    flushSoon();
  },
  up: (event) => {
    note(event, 0);
    flush();
    waitForStroke((latest?.penUpTime ?? 0) + 5);
  },
});
