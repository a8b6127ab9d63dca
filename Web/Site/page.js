// The page: what was read, the three ways to write, teaching and collecting.
import { Quillon } from "./quillon.js";
import { Telephone, permission } from "./telephone.js";
import { Board } from "./board.js";
import { Collection } from "./collection.js";
import { keep, load, offer } from "./store.js";

const $ = id => document.getElementById(id);
const recognizers = {}, state = { mode: "air", text: "", last: null, pen: false, telephone: null, collection: null, prompts: null };
const names = { rejected: { duration: "It was too short or too long.", turning: "The hand only turned.",
  extent: "It was too small or too large.", retracing: "It went back on itself.", flatness: "It did not lie in a plane." },
  abandoned: { gap: "Samples were missing.", "too short": "Hold the button while you write.",
    "not converged": "Wait until the ring is full." } };
const points = stroke => stroke.map(({ x, y }) => [x, y]);
const quillon = () => recognizers[state.mode === "draw" ? "draw" : state.mode];

// MARK: What was read

function show(event) {
  const isLetter = event.kind === "letter", isSure = isLetter && !event.isRejected;
  const words = isLetter ? (isSure ? "" : "Not sure. ") + "Tap the letter to correct it."
    : event.kind === "too small" ? "Too small. Write larger." : names[event.kind][event.gate ?? event.reason] ?? "Not read.";
  state.last = isLetter ? event : null;
  $("letter-text").textContent = isLetter ? event.label : "–";
  $("letter-text").classList.toggle("word", isLetter && event.label.length > 1);
  $("letter").classList.toggle("doubtful", !isSure);
  $("letter").disabled = !isLetter;
  $("letter").setAttribute("aria-label", isLetter ? `${event.label}. Correct it` : "No letter");
  $("note").textContent = words;
  $("announcement").textContent = isLetter ? `${isSure ? "" : "perhaps "}${event.label}` : words;
  $("rivals").replaceChildren(...(event.best ?? []).map(({ label }) => {
    const item = document.createElement("li");
    item.textContent = label;
    return item;
  }));
  if (isLetter) drawInk($("ink"), event.ink.map(points));
  navigator.vibrate?.(isSure ? 40 : [30, 60, 30]);
}

function tell(event) {
  if (!event) return;
  show(event);
  if (state.collection) collected(event);
  else if (event.kind === "letter" && state.prompts) known(event);
  else if (event.kind === "letter" && !event.isRejected) write(event.label);
  prompt();
}

/** Says on the pen what is to be written. */
function prompt() {
  const wanted = state.prompts?.[0] ?? state.collection?.prompt;
  $("pen-words").textContent = wanted ? `Hold and write ${wanted}` : "Hold to write";
}

function write(label) {
  state.wrote = null;
  if (label === "swipeRight") state.text += " ";
  else if (label === "swipeLeft") state.text = state.text.slice(0, -1);
  else if (label === "shake") state.text = "";
  else if (label.length === 1) { state.text += label; state.wrote = label; }
  $("text").textContent = state.text;
}

function problem(words) {
  $("problem").textContent = words ?? "";
  $("problem").hidden = !words;
}

// MARK: In the air

let ribbon = [], settlingSince = null, hasSettled = false;

function sensed(time, force, rate) {
  const pen = state.pen && state.mode === "air", recognizer = recognizers.air;
  if (state.collection) [time, force, rate] = Collection.rounded(time, force, rate);
  const event = recognizer.pushRaw(time, force, rate, pen);
  state.collection?.add(time, force, rate, pen);
  const { isSettled, ribbon: [x, y] } = recognizer.motion;
  if (!hasSettled) {
    settlingSince ??= time;
    const share = isSettled ? 100 : Math.min(97, (time - settlingSince) / 6);
    $("ring").style.strokeDasharray = `${share} 100`;
    if (isSettled) settled();
  } else if (!isSettled && !pen) unsettle("The sensors paused.");
  if (pen) { ribbon.push({ x, y: -y }); drawSoon(); }
  tell(event);
}

function settled() {
  hasSettled = true;
  $("settle").hidden = true;
  $("writing").hidden = false;
  $("announcement").textContent = "Ready. Hold the large button and write.";
  navigator.vibrate?.(40);
}
function unsettle(words = "") {
  [hasSettled, settlingSince] = [false, null];
  $("welcome").hidden = $("writing").hidden = true;
  $("settle").hidden = false;
  $("settle-note").textContent = `${words} When the ring is full, you can write.`.trim();
}

let isDrawing = false;
/** Draws the ribbon with the next picture of the screen, once however many samples come before it. */
function drawSoon() {
  if (isDrawing) return;
  isDrawing = true;
  requestAnimationFrame(() => { isDrawing = false; drawRibbon(); });
}
/** The ribbon in a square of 30 cm, or more if the hand went farther. */
function drawRibbon() {
  const reach = Math.max(0.15, ...ribbon.map(({ x, y }) => Math.max(Math.abs(x), Math.abs(y))));
  drawInk($("ribbon"), [ribbon.map(({ x, y }) => [0.5 + x / reach / 2, 0.5 + y / reach / 2])], false);
}

async function start() {
  const answer = permission(); // before anything is awaited: the click counts no longer after that
  const wrong = await answer;
  if (wrong) return noSensor(wrong);
  problem(null);
  state.telephone?.end();
  recognizers.air.create();
  unsettle();
  state.telephone = new Telephone(sensed, noSensor);
}

function noSensor(words) {
  state.telephone = null;
  $("settle").hidden = $("writing").hidden = true;
  $("welcome").hidden = false;
  problem(`${words} You can draw letters instead.`);
  $("problem").append(" ", Object.assign(document.createElement("button"), { textContent: "Draw", onclick: () => choose("draw") }));
}

function hold(button, change) {
  const set = isDown => event => {
    if (isDown === state.pen || event.button > 0) return;
    if (isDown && event.pointerId !== undefined) button.setPointerCapture(event.pointerId);
    state.pen = isDown;
    button.classList.toggle("down", isDown);
    change?.(isDown);
    event.preventDefault();
  };
  const key = action => event => { if ([" ", "Enter"].includes(event.key) && !event.repeat) action(event); };
  button.addEventListener("pointerdown", set(true));
  for (const kind of ["pointerup", "pointercancel", "lostpointercapture", "blur"]) button.addEventListener(kind, set(false));
  button.addEventListener("keydown", key(set(true)));
  button.addEventListener("keyup", key(set(false)));
  button.addEventListener("contextmenu", event => event.preventDefault());
}

// MARK: With a finger or the mouse

let strokes = [], pause = 0;

function point(event, pen) {
  const box = $("pad").getBoundingClientRect();
  const [x, y] = [event.clientX - box.left, event.clientY - box.top];
  if (pen) strokes.at(-1).push({ x: x / box.width, y: y / box.height });
  const read = recognizers.draw.pushTouch(event.timeStamp, x, y, pen, Math.min(box.width, box.height) / 6);
  if (read) { strokes = pen ? [strokes.at(-1)] : []; tell(read); }
}
function drawPad() {
  const { context, width, height } = sharp($("pad"));
  drawStrokes(context, strokes.map(stroke => stroke.map(({ x, y }) => [x * width, y * height])), "accent");
}
function follow(pad) {
  const go = event => { point(event, true); drawPad(); };
  followPointer(pad, {
    down: event => { event.preventDefault(); clearTimeout(pause); strokes.push([]); go(event); },
    move: go,
    up: event => {
      point(event, false);
      pause = setTimeout(() => {
        const read = recognizers.draw.finish({ touch: true });
        strokes = [];
        drawPad();
        tell(read);
      }, 550);
    },
  });
}

// MARK: A board

async function connect() {
  if (!navigator.serial) {
    return problem(window.isSecureContext ? "This browser has no Web Serial. Use Chrome or Edge on a computer."
      : "Web Serial needs https. Open this page from an https address.");
  }
  problem(null);
  state.board ??= new Board(recognizers.board, {
    tell, say: words => { $("board-note").textContent = words; $("board-pen").hidden = false; },
    sensed: sample => {
      if (!recognizers.board.motion.isSettled) $("board-note").textContent = "Reading. Hold the board still for a second.";
      else if (/^Reading/.test($("board-note").textContent)) $("board-note").textContent = `The board is ready (${recognizers.board.line.format}).`;
    },
  });
  try { await state.board.connect(); } catch (error) {
    problem(error.name === "NotFoundError" ? "No board was chosen." : `The board can't be opened: ${error.message}`);
  }
}

// MARK: Teaching

async function keepPerson() {
  const { model, trainingUpdates } = quillon();
  await keep(`person ${model}`, trainingUpdates ? quillon().savePerson() : null);
  told();
}
function told() {
  const count = quillon()?.trainingUpdates ?? 0;
  $("lessons").textContent = count ? `It has learned from ${count} letter${count > 1 ? "s" : ""}.` : "Nothing taught yet.";
}
async function restore(recognizer) {
  const file = await load(`person ${recognizer.model}`);
  try { if (file) recognizer.loadPerson(file); } catch { /* of an older model: it is left as it is */ }
}
async function correct(label) {
  const read = state.last, outcome = quillon().teach(label);
  $("correct").close();
  if (!read) return;
  if (state.wrote === read.label && label.length === 1) { state.text = state.text.slice(0, -1); write(label); }
  $("letter-text").textContent = read.label = label;
  $("note").textContent = $("announcement").textContent = outcome === "refused" ? "It can't learn this." : `Learned: this is ${label}.`;
  const misread = await load("misread") ?? {};
  misread[label] = (misread[label] ?? 0) + 1;
  await keep("misread", misread);
  await keepPerson();
}
function askCorrection() {
  $("choices").replaceChildren(...quillon().labels.map(label => Object.assign(document.createElement("button"),
    { textContent: label, className: label.length > 1 ? "long" : "", onclick: () => correct(label) })));
  $("correct").showModal();
}
async function beginKnowing() {
  const misread = await load("misread") ?? {};
  const most = [...new Set([...Object.keys(misread).filter(label => label.length === 1).sort((a, b) => misread[b] - misread[a]), ..."DPUV"])];
  state.prompts = most.slice(0, 4).flatMap(label => [label, label, label]);
  $("know-prompt").textContent = state.prompts[0];
  prompt();
}
async function known(event) {
  quillon().teach(state.prompts.shift());
  $("know-prompt").textContent = state.prompts[0] ?? "Done";
  if (!state.prompts.length) state.prompts = null;
  await keepPerson();
}

// MARK: Collecting

function collect() {
  if (state.collection) return end();
  if (!state.telephone) return problem("Press Start under Air first: letters are collected with the telephone's sensors.");
  const labels = [...$("collect-labels").value.toUpperCase().replace(/[^A-Z]/g, "")];
  if (!labels.length) return problem("Name the letters to collect, such as ABC.");
  choose("air");
  // From rest, so that a replay of the file finds what the page finds.
  recognizers.air.create(recognizers.air.model);
  restore(recognizers.air);
  unsettle();
  state.collection = new Collection(labels, navigator.userAgent);
  $("collect").textContent = "End";
  listExamples();
  prompt();
}
function end() {
  $("collect").textContent = "Begin";
  $("collect-prompt").textContent = "";
  state.finished = state.collection;
  state.collection = null;
  prompt();
}
function collected(event) {
  if (event.kind === "letter" && state.collection.isFull) return problem("Half an hour is recorded: save it and begin again.");
  state.collection.read(event);
  listExamples();
}
function listExamples() {
  const collection = state.collection ?? state.finished;
  $("collect-prompt").textContent = state.collection ? collection.prompt ?? "Done" : "";
  $("save").disabled = !collection?.letters.length;
  $("examples").replaceChildren(...(collection?.letters ?? []).map(letter => {
    const item = document.createElement("li"), button = document.createElement("button");
    const picture = document.createElementNS("http://www.w3.org/2000/svg", "svg"), path = document.createElementNS(picture.namespaceURI, "path");
    picture.setAttribute("viewBox", "-6 -6 112 112");
    picture.setAttribute("aria-hidden", "true");
    path.setAttribute("d", letter.ink.map(stroke => "M" + stroke.map(({ x, y }) => `${(100 * x).toFixed(0)} ${(100 * y).toFixed(0)}`).join("L")).join(""));
    picture.append(path);
    button.append(picture, letter.read === letter.label ? letter.label : `${letter.label} (${letter.read})`);
    button.setAttribute("aria-label", `Delete ${letter.label}, read as ${letter.read}`);
    button.onclick = () => { collection.remove(letter); listExamples(); };
    item.append(button);
    return item;
  }));
}

// MARK: The page

function choose(mode) {
  state.mode = mode;
  for (const button of document.querySelectorAll("nav button")) button.setAttribute("aria-pressed", String(button.dataset.mode === mode));
  for (const name of ["air", "draw", "board"]) $(name).hidden = name !== mode;
  document.querySelector(".gestures").hidden = mode === "draw";
  if (mode === "draw" || state.telephone) problem(null);
  told();
}
function setGestures() {
  for (const name of ["air", "board"]) recognizers[name].use($("gestures").checked ? "gestures" : "air-board") && restore(recognizers[name]).then(told);
}

async function begin() {
  recognizers.air = await Quillon.load();
  const wasm = recognizers.air.module;
  recognizers.draw = await Quillon.load({ model: "ink", wasm });
  recognizers.draw.settings({ penUpTime: 500 });
  recognizers.board = await Quillon.load({ wasm });
  await Promise.all(Object.values(recognizers).map(restore));
  for (const button of document.querySelectorAll("nav button")) button.onclick = () => choose(button.dataset.mode);
  $("start").onclick = start;
  hold($("pen"), isDown => { $("pen-words").hidden = isDown; if (isDown) { ribbon = []; drawInk($("ribbon"), [], false); } });
  hold($("board-pen"), isDown => { recognizers.board.pen = isDown; });
  follow($("pad"));
  $("connect").onclick = connect;
  $("by-motion").onchange = event => recognizers.board.settings(event.target.checked ? { pen: "motion", penUpTime: 800, gates: 31 } : {});
  $("gestures").onchange = setGestures;
  $("space").onclick = () => write("swipeRight");
  $("delete").onclick = () => write("swipeLeft");
  $("clear").onclick = () => write("shake");
  $("show-ink").onclick = ({ currentTarget: button }) => {
    $("ink").hidden = !$("ink").hidden;
    button.setAttribute("aria-pressed", String(!$("ink").hidden));
  };
  $("letter").onclick = askCorrection;
  $("undo").onclick = async () => { $("note").textContent = quillon().undo() ? "Taken back." : "There is nothing to take back."; await keepPerson(); };
  $("export").onclick = () => offer(`${quillon().model}-person.json`, "application/json", quillon().savePerson());
  $("import").onclick = () => $("import-file").click();
  $("import-file").onchange = async ({ target }) => {
    try { quillon().loadPerson(await target.files[0].text()); problem(null); await keepPerson(); } catch (error) { problem(error.message); }
    target.value = "";
  };
  $("forget").onclick = async () => { quillon().forget(); await keepPerson(); };
  $("know-me").onclick = beginKnowing;
  $("collect").onclick = collect;
  $("save").onclick = () => offer("letters.csv", "text/csv", (state.collection ?? state.finished).csv());
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) { state.pen = false; $("pen").classList.remove("down"); }
    else if (state.telephone && hasSettled) unsettle("The sensors paused while the page was hidden.");
  });
  choose("air");
  document.body.dataset.ready = "";
  if (navigator.serviceWorker && window.isSecureContext) {
    await navigator.serviceWorker.register("sw.js");
    await navigator.serviceWorker.ready;
    $("offline").textContent = "Ready to work offline.";
  }
}
begin().catch(error => problem(`The page can't start: ${error.message}`));
