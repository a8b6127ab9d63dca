"use strict";
// The page shows the state that the server sends, and sends the server the requests of the user.

const element = (id) => document.getElementById(id);
const strips = [
  ["Acceleration as sent, board's axes", "m/s²", 1],
  ["Angular rate as sent, board's axes", "rad/s", 4],
  ["Angular rate without bias, board's axes", "rad/s", 7],
  ["Gravity, board's axes", "m/s²", 10],
  ["Linear acceleration, reference axes", "m/s²", 13],
  ["Velocity, reference axes", "m/s", 16],
  ["Position, reference axes", "m", 19],
  ["Attitude", "°", 22],
  ["Magnetic field, board's axes", "µT", 25],
].map(([title, unit, column]) => new Strip(element("charts"), title, unit, column));

let socket = null;
let rows = [];
// The strokes of the ribbon, the newest last.
let ways = [];
const keptWays = 4;
let wasDown = 0;
let ink = { stroke: 0, points: [] };
let latest = null;
let isPaused = false;
let isSphere = false;
let drawnAt = 0;
// The label of the strokes that are kept as examples; undefined if none are.
let collectedAs;

/** Sends a request to the server. It is lost if there is no connection. */
function wish(message) {
  if (socket && socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
}

function connect() {
  const token = encodeURIComponent(location.hash.slice(1));
  socket = new WebSocket(`ws://${location.host}/socket?token=${token}`);
  socket.onmessage = (event) => receive(JSON.parse(event.data));
  socket.onclose = () => {
    showPen(false); // the server has lifted it
    showLink("disconnected", "no connection to quillon");
    explain(token);
    setTimeout(connect, 1000);
  };
}

/** Tells why there is no connection: a browser does not say why a socket was refused, but an answer does. */
async function explain(token) {
  const words = await fetch(`/socket?token=${token}`, { method: "POST" }).then(
    (answer) => answer.status === 403
      ? "this address has a wrong key: open the address that quillon view has printed"
      : "quillon answers, but not this page: close other pages of it",
    () => "quillon does not run any more: start quillon view again, and open the address that it prints");
  if (socket.readyState !== WebSocket.OPEN) showLink("disconnected", words);
}

function receive(message) {
  if (message.kind === "state") showState(message);
  if (message.kind === "ink") ink = message;
  if (message.kind === "collection") showCollection(message);
  if (message.kind === "test") showTest(message);
  if (message.kind === "stabilizers") showRibbons(message);
}

function showLink(state, text) {
  element("link").textContent = text;
  element("link").classList.toggle("open", state === "open");
  document.body.dataset.link = state;
}

function setText(id, text) {
  if (element(id).textContent !== text) element(id).textContent = text;
}

const linkTexts = {
  waiting: "waiting for the board",
  open: "board connected",
  gone: "board unplugged: waiting for it",
};

function showState(state) {
  latest = state;
  showLink(state.link, linkTexts[state.link]);
  setText("source", state.source);
  element("hold").hidden = !state.isSimulated;
  element("hold").setAttribute("aria-pressed", state.isPaused);
  setText("hold", state.isPaused ? "Let the board go on" : "Pause the board");
  for (const row of state.chart) {
    if (rows.length && row[0] < rows[rows.length - 1][0]) rows = [];
    const isDown = row[columns.pen];
    if (isDown && !wasDown) ways = [...ways, []].slice(-keptWays);
    if (isDown) {
      ways.at(-1)?.push({
        position: row.slice(columns.position, columns.position + 3),
        angles: row.slice(columns.attitude, columns.attitude + 3),
      });
    }
    wasDown = isDown;
    if (!isPaused) rows.push(row);
  }
  const end = rows.length ? rows[rows.length - 1][0] : 0;
  rows = rows.filter((row) => row[0] > end - Strip.span);
  showText(state.text);
  if (state.letter) showLetter(state.letter);
  showWarning(state);
  showPrediction(state.prediction);
  setText("pad-hint", padHint(state.penUpTime));
  showCounts(state);
  showMotion(state, rows);
}

function padHint(penUpTime) {
  return penUpTime
    ? `A letter may have several strokes: begin the next one within ${penUpTime} ms. The same core scores it.`
    : "Each stroke is a letter. The same core scores it.";
}

function showWarning(state) {
  const clipping = state.clipping
    && `Clipping: the ${state.clipping} is at the end of its range. Write more gently, or set a wider range.`;
  const text = state.warning ?? clipping ?? "";
  setText("warning", text);
  element("warning").hidden = !text;
}

function showText(marks) {
  const key = marks.map((mark) => (mark.isRejected ? "~" : "") + mark.label).join("");
  if (element("text").dataset.key === key) return;
  element("text").dataset.key = key;
  element("text").replaceChildren(...marks.map((mark) => {
    if (!mark.isRejected) return document.createTextNode(inText(mark.label));
    const struck = document.createElement("s");
    struck.textContent = inText(mark.label);
    return struck;
  }));
}

// A label in the running text. Names of gestures are in angle brackets.
function inText(label) { return label.length > 1 ? `<${label}>` : label; }

// The margin is below 0 if the output for motion that is no letter scores highest.
function rejection(letter) {
  return letter.margin < 0 ? "rejected: no letter" : "rejected: too close to the next label";
}

function showLetter(letter) {
  if (element("letter").dataset.stroke === String(letter.stroke)) return;
  element("letter").dataset.stroke = letter.stroke;
  setText("letter", letter.label === "_rest" ? "rest" : letter.label ?? "✕");
  element("letter").classList.toggle("word", letter.label?.length > 1);
  element("letter").classList.toggle("rejected", letter.isRejected || !letter.label);
  setText("letter-note", letter.isRejected ? rejection(letter) : letter.note);
  setText("margin", letter.margin === undefined ? "–" : letter.margin.toFixed(2));
  setText("size", letter.size ?? "–");
  const scores = letter.best.map((entry) => entry.score);
  const [high, low] = [Math.max(...scores), Math.min(...scores, 0)];
  element("best").replaceChildren(...letter.best.map(({ label, score }) =>
    scoreBar(label, score, high > low ? (100 * (score - low)) / (high - low) : 100)));
}

/** A label with its score as a number and as a bar of so many percent. */
function scoreBar(label, value, percent) {
  const [item, name, track, bar, score] =
    ["li", "span", "div", "div", "span"].map((tag) => document.createElement(tag));
  name.textContent = label;
  track.className = "track";
  bar.style.width = `${percent}%`;
  score.className = "score";
  score.textContent = value.toFixed(2);
  track.append(bar);
  item.append(name, track, score);
  return item;
}

function showCounts(state) {
  const latency = state.latency;
  if (latency) {
    const milliseconds = latency.p99 / 1000;
    const limit = latency.deadline / 1000;
    element("gauge").setAttribute("aria-valuenow", milliseconds.toFixed(3));
    element("gauge-bar").style.width = `${Math.min(100, Math.max(1, 100 * milliseconds / limit))}%`;
    element("gauge-bar").classList.toggle("late", milliseconds > limit);
    setText("latency", `Half of all samples within ${latency.p50.toFixed(0)} µs, 99 % within `
      + `${latency.p99.toFixed(0)} µs, the slowest ${latency.maximum.toFixed(0)} µs; `
      + `${latency.misses} over ${limit} ms`);
  } else if (state.counts.samples) {
    setText("latency", "Not measured here: the board recognizes letters itself.");
  }
  const counts = state.counts;
  const entries = [
    ["Sensors", state.sensor],
    ["Rate", state.rate === undefined ? "–" : `${state.rate.toFixed(1)} Hz`],
    ["Jitter", state.jitter === undefined ? "–" : `${state.jitter} µs`],
    ["Samples", counts.samples],
    ["Packets lost", counts.lost],
    ["Damaged", counts.damaged],
    ["Dropped by the board", counts.dropped],
    ["Clipped samples", counts.clipped],
    ["Restarts", counts.restarts],
    ["Events dropped", counts.unseen],
    ["Missed by slow browsers", counts.undelivered],
    ["Messages refused", counts.refused],
    ["Browsers", counts.browsers],
  ];
  const list = element("counts");
  if (!list.children.length) {
    for (const [name] of entries) {
      const [entry, term, value] = ["div", "dt", "dd"].map((tag) => document.createElement(tag));
      term.textContent = name;
      entry.append(term, value);
      list.append(entry);
    }
  }
  entries.forEach(([, value], index) => {
    const cell = list.children[index].lastChild;
    if (cell.textContent !== String(value)) cell.textContent = value;
  });
}

function showCollection(view) {
  const collect = element("collect");
  collect.setAttribute("aria-pressed", view.label !== undefined);
  collect.textContent =
    view.label === undefined ? "Keep strokes as examples" : `Keeping strokes as ${view.label}`;
  collectedAs = view.label;
  setText("collect-message", view.message);
  element("collect-message").classList.toggle("refusal", view.isRefusal);
  element("undelete").disabled = view.deletedLabel === undefined;
  element("restore").disabled = view.model === view.firstModel;
  setText("restore", `Back to ${view.firstModel}`);
  setText("kept", view.folder ? `Saved by itself in ${view.folder}.`
    : "Nothing is kept when quillon ends: start it with --folder NAME to keep it.");
  setText("model", `${view.model}: ${view.labels.join(" ")}`);
  element("rest").setAttribute("aria-pressed", view.isRecordingRest);
  element("train").disabled = view.isTraining;
  showSettings(view.settings);
  setText("example-counts", view.counts.map((entry) => `${entry.label}: ${entry.count}`).join("  "));
  element("examples").replaceChildren(...view.examples.map((example) => {
    const [item, button, canvas] =
      ["li", "button", "canvas"].map((tag) => document.createElement(tag));
    button.type = "button";
    button.title = `Delete this ${example.label}`;
    button.setAttribute("aria-label", button.title);
    button.onclick = () => wish({ do: "delete", sample: example.number });
    button.append(canvas);
    item.append(button);
    requestAnimationFrame(() => drawExample(canvas, example.points));
    return item;
  }));
  showConfusion(view.confusion);
}

function drawExample(canvas, points) {
  const { context, width } = sharp(canvas);
  context.strokeStyle = color("accent");
  context.lineWidth = 2;
  curve(context, points.map(([x, y]) => [4 + x * (width - 8), 4 + y * (width - 8)]));
}

function showConfusion(confusion) {
  if (!confusion) return element("confusion").replaceChildren();
  const table = document.createElement("table");
  const caption = table.createCaption();
  caption.textContent = "Written (rows) and taken for (columns)";
  const add = (cells, tag) => {
    const row = table.insertRow();
    cells.forEach((text, index) => {
      const cell = document.createElement(index === 0 ? "th" : tag);
      cell.textContent = text;
      row.append(cell);
    });
  };
  add(["", ...confusion.labels], "th");
  confusion.confusion.forEach((counts, index) => add([confusion.labels[index], ...counts], "td"));
  element("confusion").replaceChildren(table);
}

function draw(now) {
  requestAnimationFrame(draw);
  if (now - drawnAt < Number(element("interval").value) || document.hidden) return;
  drawnAt = now;
  drawInk(element("ink"), ink.points);
  const attitude = latest && latest.attitude;
  const way = ways.at(-1);
  const isWriting = latest && latest.isPenDown && way?.length;
  if (isSphere) {
    drawSphere(element("board"), attitude);
  } else {
    drawBoard(element("board"), attitude,
      isWriting ? way.at(-1).position : [0, 0, 0], ways);
  }
  if (isPaused) return;
  const shown = filtered(rows, chartCutoff());
  strips.forEach((strip) => strip.draw(shown));
}

// The pen: button and space bar.

let isPenDown = false;

function showPen(down) {
  isPenDown = down;
  element("pen").setAttribute("aria-pressed", down);
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
  && (event.target === element("pen") || !event.target.closest("button, input, select"));
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
let pointer = null;
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
  const { context } = sharp(pad);
  context.strokeStyle = color("ink");
  context.lineWidth = 4;
  context.lineCap = context.lineJoin = "round";
  drawn.forEach((stroke) => curve(context, stroke));
}

pad.addEventListener("pointerdown", (event) => {
  if (pointer !== null) return;
  pointer = event.pointerId;
  pad.setPointerCapture(pointer);
  clearTimeout(ending);
  drawn.push([]);
  note(event, 1);
  flushSoon();
});
pad.addEventListener("pointermove", (event) => {
  if (event.pointerId !== pointer) return;
  const steps = event.getCoalescedEvents ? event.getCoalescedEvents() : [];
  (steps.length ? steps : [event]).forEach((step) => note(step, 1));
  flushSoon();
});
for (const name of ["pointerup", "pointercancel"]) {
  pad.addEventListener(name, (event) => {
    if (event.pointerId !== pointer) return;
    pointer = null;
    note(event, 0);
    flush();
    ending = setTimeout(endLetter, (latest?.penUpTime ?? 0) + 5);
  });
}

// Buttons.

element("clear").onclick = () => wish({ do: "clear" });
element("pause").onclick = () => {
  isPaused = !isPaused;
  element("pause").setAttribute("aria-pressed", isPaused);
  if (!isPaused) rows = [];
};
element("collect").onclick = () => {
  const isOn = element("collect").getAttribute("aria-pressed") === "true";
  wish(isOn ? { do: "collect" } : { do: "collect", label: element("label").value.trim() });
};
element("rest").onclick = () => {
  wish({ do: "rest", on: element("rest").getAttribute("aria-pressed") !== "true" });
};
element("train").onclick = () => {
  wish({ do: "train", holdOut: Number(element("hold-out").value), learner: element("learner").value });
};
element("undelete").onclick = () => wish({ do: "undelete" });
element("hold").onclick = () => wish({ do: "pause", on: !latest?.isPaused });
// Another label counts from when it is typed.
element("label").addEventListener("input", () => {
  const label = element("label").value.trim();
  if (collectedAs !== undefined && label) wish({ do: "collect", label });
});
element("label").addEventListener("change", () => {
  if (collectedAs !== undefined && !element("label").value.trim()) wish({ do: "collect", label: "" });
});
element("restore").onclick = () => wish({ do: "restore" });
element("save").onclick = () => wish({ do: "save" });


const boardTexts = {
  box: ["The board in its attitude, with the axes of the reference frame",
    "Axes of the reference frame, z up; the ribbons are the paths of the pen in the last strokes."],
  sphere: ["Dots on a sphere around the board, as seen through it",
    "Turn the board. You look through it, as through a window, at dots that do not move."],
};

function showBoardAs(name) {
  isSphere = name === "sphere";
  for (const id of Object.keys(boardTexts)) element(id).setAttribute("aria-pressed", id === name);
  element("board").setAttribute("aria-label", boardTexts[name][0]);
  setText("board-hint", boardTexts[name][1]);
}

for (const id of Object.keys(boardTexts)) element(id).onclick = () => showBoardAs(id);

showBoardAs("box");
bindMotion();
connect();
requestAnimationFrame(draw);
