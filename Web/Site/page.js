// The page: puts the parts together and shows the state.
import { press as pressAir, setUpAir, startAir } from "./air.js";
import { connect, missing, press as pressBoard, setByMotion, showColumns, showNote } from "./boardside.js";
import { code, drawCode } from "./code.js";
import { nameButton, setUpDemo } from "./demo.js";
import { setUpDrawing } from "./draw.js";
import { showInk } from "./picture.js";
import { loadReaders, reader } from "./readers.js";
import { open, setUpSheet, showSheet } from "./sheet.js";
import { restore, set, state, watch } from "./state.js";
import { again, end, itWas, judge, skip } from "./task.js";
import { named, say, speak } from "./words.js";
import { accept, clear, complain, copy, correct, read, share, takeBack, type } from "./writing.js";

const $ = id => document.getElementById(id);
const isTouched = matchMedia("(pointer: coarse)");
const tell = event => state.task ? judge(event) : read(event);

// MARK: What is shown

/** A button; `attributes` are set on it. */
const button = (textContent, onclick, attributes = {}) => Object.assign(document.createElement("button"), { textContent, onclick, ...attributes });

function showPlace() {
  document.body.dataset.screen = state.screen;
  document.body.dataset.mode = state.mode;
  for (const each of document.querySelectorAll("#modes button")) each.setAttribute("aria-pressed", String(each.dataset.mode === state.mode));
  $("area").dataset.state = state.isWriting ? "writing" : state.mode === "air" && state.air === "settling" ? "settling"
    : state.last ? "read" : "idle";
  $("pen").classList.toggle("down", state.isWriting);
  $("settle-note").textContent = say(state.paused ? "settlePaused" : "settleNote");
  $("by-motion").checked = state.byMotion;
}
function showText() {
  $("text").textContent = state.text;
  $("text").dataset.empty = say("textEmpty");
  $("text").scrollLeft = $("text").scrollWidth;
  for (const name of ["delete", "copy", "share", "clear"]) $(name).disabled = !state.text;
}
function showAnswer() {
  const { last, task } = state;
  $("letter").textContent = last ? named(last.label) : "";
  $("letter").className = `${last?.isDoubtful ? "doubtful" : ""} ${last && last.label.length > 1 ? "name" : ""}`;
  $("letter").disabled = !last?.isDoubtful || task !== null;
  $("letter").setAttribute("aria-label", last?.isDoubtful ? say("accept", { name: named(last.label) }) : named(last?.label ?? ""));
  const rivals = task ? [] : last?.rivals.slice(0, 5) ?? [], hasFocus = $("answer").contains(document.activeElement);
  $("rivals").replaceChildren(...rivals.map(label => button(named(label), () => correct(label), { ariaLabel: say("correctTo", { name: named(label) }), className: label.length > 1 ? "name" : "" })),
    ...last && !task ? [button("…", choose, { id: "others", ariaLabel: say("others") })] : []);
  if (hasFocus) $(state.mode === "draw" ? "pad" : "pen").focus();
  showInk($("ink"), last?.event.ink);
  if (last) $("announcement").textContent = `${last.isDoubtful ? say("perhaps") + " " : ""}${named(last.label)}`;
}
function showNotes() {
  const words = state.note ? say(...state.note) : "";
  $("note").textContent = words || (state.last && !state.task ? say("ifWrong") : "");
  if (words) $("announcement").textContent = words;
  $("undo").hidden = !state.undo;
  $("problem").hidden = !state.problem;
  $("problem").textContent = state.problem?.() ?? "";
}
/** What is asked for, beside its count; the keys ask if something else was read. */
function showTask() {
  const { task } = state, prompt = task?.prompts[task.place];
  if (task && !$("task").open) $("task").show(); else if (!task) $("task").close();
  $("head").hidden = task !== null;
  $("pad-words").textContent = prompt ? say("drawThis", { prompt }) : say("drawHere");
  $("pen-words").textContent = prompt ? say("holdAndWrite", { prompt }) : say("holdToWrite");
  if (!task) return;
  $("task-words").textContent = task.doubt ? say("readInstead", { read: named(task.doubt.event.label) }) : say("writeThis");
  $("task-prompt").textContent = prompt;
  $("task-count").textContent = say("taskCount", { place: task.place + 1, count: task.prompts.length });
  $("task-keys").replaceChildren(...task.doubt
    ? [button(say("itWas", { prompt }), itWas, { className: "primary" }), button(say("again"), again)]
    : [button(say("skip"), skip), button(say("cancel"), () => end())]);
  $("announcement").textContent = task.doubt ? $("task-words").textContent : $(state.mode === "draw" ? "pad-words" : "pen-words").textContent;
}
const views = [
  [["language", "screen", "mode", "air", "isWriting", "last", "paused", "byMotion"], showPlace],
  [["language", "text"], showText],
  [["language", "last", "task"], showAnswer],
  [["language", "task"], showTask],
  [["language", "note", "undo", "problem", "last", "task"], showNotes],
  [["language", "isOffline"], () => { $("offline").textContent = state.isOffline ? say("offline") : ""; }],
  [["language"], () => { $("code").setAttribute("aria-label", say("code", { address: location.origin + location.pathname })); nameButton(); showSheet(); showNote(); showColumns(); }],
];
watch(changes => { for (const [names, show] of views) if (names.some(name => name in changes)) show(); });

// MARK: What a person does

function go(mode) {
  set({ mode, screen: "write", last: null, undo: null, note: null, problem: null, task: null });
  if (mode === "air" && state.air === "off") start();
}
function start() {
  startAir(words => {
    set({ screen: "home", mode: "draw" });
    complain(words);
    $("problem").append(" ", button(say("drawInstead"), () => go("draw")));
  }).then(() => { if (state.air === "settling") set({ mode: "air", screen: "write", problem: null, last: null, undo: null, note: null }); });
}
function choose() {
  const labels = reader().labels.filter(label => label.length === 1);
  $("choices").replaceChildren(...labels.map(label => button(label, () => { $("choose").close(); correct(label); })));
  $("choose").showModal();
}
/** A button that is held, with a pointer or a key. */
function hold(element, change) {
  let isDown = false;
  const to = down => event => {
    if (down === isDown || event.button > 0) return;
    if (down && event.pointerId !== undefined) element.setPointerCapture(event.pointerId);
    isDown = down;
    change(down, event.timeStamp);
    event.preventDefault();
  };
  const key = action => event => { if ([" ", "Enter"].includes(event.key) && !event.repeat) action(event); };
  element.addEventListener("pointerdown", to(true));
  for (const kind of ["pointerup", "pointercancel", "lostpointercapture", "blur"]) element.addEventListener(kind, to(false));
  element.addEventListener("keydown", key(to(true)));
  element.addEventListener("keyup", key(to(false)));
  element.addEventListener("contextmenu", event => event.preventDefault());
}

function setUp() {
  for (const each of document.querySelectorAll("#modes button")) each.onclick = () => go(each.dataset.mode);
  document.querySelector("#modes [data-mode=board]").hidden = !navigator.serial;
  document.querySelector("#modes [data-mode=air]").hidden = !isTouched.matches;
  $("share").hidden = !navigator.share;
  $("to-home").onclick = () => set({ screen: "home", mode: state.mode === "board" ? "draw" : state.mode, problem: null });
  $("start").onclick = start;
  $("draw-instead").onclick = () => go("draw");
  let began = 0;
  hold($("pen"), (isDown, time) => {
    const word = isDown && missing();
    if (word) return set({ note: [word] });
    set({ isWriting: isDown });
    const isTap = !isDown && time - began < 150;
    if (isDown) began = time;
    if (isTap) set({ note: ["missShort"] });
    if (isDown || isTap) showInk($("ink"), isTap ? state.last?.event.ink : null);
    if (state.mode === "air") pressAir(isDown); else pressBoard(isDown);
  });
  setUpAir(tell);
  setUpDrawing($("pad"), $("answer"), tell);
  $("connect").onclick = () => connect(tell);
  $("by-motion").onchange = ({ target }) => { set({ byMotion: target.checked }); setByMotion(); };
  $("space").onclick = () => type("swipeRight");
  $("delete").onclick = () => type("swipeLeft");
  $("clear").onclick = clear;
  $("copy").onclick = copy;
  $("share").onclick = share;
  $("undo").onclick = takeBack;
  $("letter").onclick = accept;
  $("choose").onkeydown = ({ key }) => {
    const found = [...$("choices").children].find(each => each.textContent === key.toUpperCase());
    found?.click();
  };
  setUpSheet();
  new ResizeObserver(() => { if (!state.isWriting) showInk($("ink"), state.last?.event.ink); }).observe($("area"));
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => showInk($("ink"), state.last?.event.ink));
  const address = location.origin + location.pathname, rows = code(address);
  // A telephone gives its sensors to https alone, and knows its own localhost.
  const isReachable = /^https:\/\/(?!localhost|127\.|\[::1)/.test(address);
  $("onward").hidden = !rows || !isReachable || isTouched.matches;
  $("no-code").hidden = isReachable || isTouched.matches;
  if (rows) drawCode($("code"), rows);
  $("code-address").textContent = address;
  $("project").hidden = !/^https:/.test($("project").getAttribute("href"));
}

async function begin() {
  await restore();
  speak(state.language ?? navigator.languages.map(each => each.slice(0, 2)).find(each => ["en", "de"].includes(each)));
  await loadReaders();
  setUp();
  setByMotion();
  // The sensors want a tap: on a telephone it begins with Start, unless a person draws there.
  const isAtHome = isTouched.matches ? state.mode !== "draw" : state.mode !== "board";
  set({ mode: !isAtHome ? state.mode : isTouched.matches ? "air" : "draw", screen: isAtHome ? "home" : "write" });
  for (const element of [document.querySelector("main"), $("modes"), $("open-sheet")]) element.hidden = false;
  await setUpDemo();
  set({ language: state.language });
  document.body.dataset.ready = "";
  if (navigator.serviceWorker && window.isSecureContext) keepOffline();
}
async function keepOffline() {
  await navigator.serviceWorker.register("sw.js");
  await navigator.serviceWorker.ready;
  set({ isOffline: true });
}
begin().catch(error => {
  $("problem").hidden = false;
  $("problem").textContent = `The page can't start: ${error.message}`;
});
