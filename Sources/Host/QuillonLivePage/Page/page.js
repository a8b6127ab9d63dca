"use strict";
// The page shows the state that the server sends, and sends the server the requests of the user.

const element = (id) => document.getElementById(id);
let socket = null;
// The strokes of the ribbon, the newest last.
let ways = [];
const keptWays = 4;
let wasDown = 0;
let ink = { stroke: 0, points: [] };
let latest = null;
let isSphere = false;
let drawnAt = 0;

/** Sends a request to the server. It is lost if there is no connection. */
function wish(message) {
  if (socket && socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
}

function connect() {
  const token = encodeURIComponent(addressParts().key);
  socket = new WebSocket(`ws://${location.host}/socket?token=${token}`);
  socket.onmessage = (event) => receive(JSON.parse(event.data));
  socket.onclose = () => {
    showPen(false); // the server has lifted it
    showLink("disconnected", "no connection to quillon");
    explain(token);
    setTimeout(connect, 1000);
  };
}

/** Shows why there is no connection: a browser does not report why a socket was refused, but an answer does. */
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
  if (message.kind === "phone") showPhone(message);
  if (message.kind === "collection") showCollection(message);
  if (message.kind === "test") showTest(message);
  if (message.kind === "setup") showSetup(message);
  if (message.kind === "bytes") showBytes(message);
  if (message.kind === "stabilizers") showRibbons(message);
}

/** How the telephone gets to its page, while it is not there. */
function showPhone(phone) {
  isPhone = true;
  showInstruction();
  setText("phone-address", phone.page);
  element("phone-code").hidden = !phone.picture;
  if (phone.picture) element("phone-code").src = phone.picture;
}

/** The one state of the page: `state` chooses its color. */
function showLink(state, text) {
  setText("link", text);
  element("link").dataset.state = state;
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
  const isStarting = state.link === "open" && /^(starting|settling)/.test(state.sensor);
  if (state.isPaused) showLink("waiting", "board paused: “Board” lets it go on");
  else if (isStarting) showLink("waiting", `${linkTexts.open}, ${state.sensor}`);
  else showLink(state.link, linkTexts[state.link]);
  setText("source", state.source);
  setText("rate", state.link === "open" && state.rate !== undefined ? `${state.rate.toFixed(0)} Hz` : "");
  element("hold").hidden = !state.isSimulated;
  element("hold").setAttribute("aria-pressed", state.isPaused);
  setText("hold", state.isPaused ? "Let the board go on" : "Pause the board");
  recordRows(signals.add(state.chart));
  for (const row of state.chart) {
    const isDown = row[columns.pen];
    if (isDown && !wasDown) ways = [...ways, []].slice(-keptWays);
    if (isDown) {
      ways.at(-1)?.push({
        position: row.slice(columns.position, columns.position + 3),
        angles: row.slice(columns.attitude, columns.attitude + 3),
      });
    }
    wasDown = isDown;
  }
  showText(state.text);
  if (state.letter) showLetter(state.letter);
  showWarning(state);
  showPrediction(state.prediction);
  setText("pen-hint", state.hasNoPen
    ? "The board has no pen: rest the hand half a second before and after each letter, or hold the pen button while you write."
    : "Hold the pen button while you write with the board.");
  element("wrist-advice").hidden = !state.seemsOnWrist;
  setText("pad-hint", padHint(state.penUpTime));
  showCounts(state);
  showMotion(state, signals.rows);
  followBoard(state);
}

function padHint(penUpTime) {
  return penUpTime
    ? `Strokes are one letter while the bar is there, ${penUpTime} ms.`
    : "Each stroke is a letter.";
}

function showWarning(state) {
  const clipping = state.clipping
    && `Clipping: the ${state.clipping} is at the end of its range. Write more gently, or set a wider range.`;
  // That the page waits is its state.
  const trouble = /^waiting .*plug the board in$/.test(state.warning) ? undefined : state.warning;
  const text = trouble ?? clipping ?? "";
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

/** Remembers a letter of the board for the charts; what was drawn on the page has no time. */
function markLetter(letter) {
  if (letter.time !== undefined && letter.label) {
    letterMarks = [...letterMarks, { label: inText(letter.label), time: letter.time + signals.shift }].slice(-50);
  }
}

// The margin is below 0 if the output for motion that is no letter scores highest.
function rejection(letter) {
  return letter.margin < 0
    ? "rejected: no letter; write larger, and rest before and after it"
    : "rejected: too close to the next label; write it more clearly, or teach it";
}

function showLetter(letter) {
  if (element("letter").dataset.stroke === String(letter.stroke)) return;
  element("letter").dataset.stroke = letter.stroke;
  markLetter(letter);
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

function draw(now) {
  requestAnimationFrame(draw);
  if (now - drawnAt < Number(element("interval").value) || document.hidden) return;
  drawnAt = now;
  const attitude = latest && latest.attitude;
  if (shownTab === "board") drawSetup(now, attitude);
  if (shownTab === "signals") signals.draw();
  if (shownTab === "write") drawSpace(attitude);
}

function drawSpace(attitude) {
  drawInk(element("ink"), [ink.points]);
  const way = ways.at(-1);
  const isWriting = latest && latest.isPenDown && way?.length;
  if (isSphere) {
    drawSphere(element("board"), attitude);
  } else {
    drawBoard(element("board"), attitude,
      isWriting ? way.at(-1).position : [0, 0, 0], ways);
  }
}

// Buttons.

element("clear").onclick = () => wish({ do: "clear" });
element("hold").onclick = () => wish({ do: "pause", on: !latest?.isPaused });

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
bindRecording();
// The scripts after this one handle messages, too.
document.addEventListener("DOMContentLoaded", () => {
  connect();
  requestAnimationFrame(draw);
});
