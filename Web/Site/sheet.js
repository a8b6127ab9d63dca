// The sheet: teaching, collecting, gestures and languages, one page at a time.
import { hasSensors, restart } from "./air.js";
import { missing } from "./boardside.js";
import { Collection } from "./collection.js";
import { gestures } from "./gestures.js";
import { keepPerson, reader, useGestures } from "./readers.js";
import { set, state } from "./state.js";
import { offer } from "./store.js";
import { collect, teach } from "./task.js";
import { named, say, speak, translated } from "./words.js";

const $ = id => document.getElementById(id);
let page = "menu", removed = null;

function picture(path) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg"), line = document.createElementNS(svg.namespaceURI, "path");
  svg.setAttribute("viewBox", "-6 -6 112 112");
  svg.setAttribute("aria-hidden", "true");
  line.setAttribute("d", path);
  svg.append(line);
  return svg;
}

export async function open(name = "menu") {
  page = name;
  if (name === "collect") await showCollection();
  $("teach-note").textContent = "";
  $("forget-ask").hidden = true;
  showSheet();
  if (!$("sheet").open) $("sheet").showModal();
}
export const close = () => $("sheet").close();

/** Shows the page in the words of the language. */
export function showSheet() {
  for (const part of document.querySelectorAll("[data-page]")) part.hidden = part.dataset.page !== page;
  $("sheet-back").hidden = page === "menu";
  $("sheet-title").textContent = say(page);
  const count = reader()?.trainingUpdates ?? 0;
  $("lessons").textContent = say(count === 0 ? "lessonsNone" : count === 1 ? "lessonsOne" : "lessons", { count });
  $("gestures").checked = state.gestures;
  $("gesture-list").replaceChildren(...Object.entries(gestures).map(([name, { does, path }]) => {
    const item = document.createElement("li"), words = document.createElement("p"), title = document.createElement("b");
    title.textContent = named(name);
    words.append(title, say(does));
    item.append(picture(path), words);
    return item;
  }));
}

async function showCollection() {
  const collection = state.collection ?? await Collection.kept();
  set({ collection });
  $("save").disabled = $("drop-examples").disabled = !collection.letters.length;
  $("restore-example").hidden = !removed;
  $("collect-note").textContent = collection.letters.length ? say("collectedSoFar", { count: collection.letters.length }) : "";
  $("examples").replaceChildren(...collection.letters.map(letter => {
    const item = document.createElement("li"), button = document.createElement("button"), name = document.createElement("span");
    const path = letter.ink.map(stroke => "M" + stroke.map(({ x, y }) => `${(100 * x).toFixed(0)} ${(100 * y).toFixed(0)}`).join("L")).join("");
    name.textContent = letter.read === letter.label ? letter.label : `${letter.label} (${letter.read})`;
    button.append(picture(path), name);
    button.setAttribute("aria-label", say("deleteExample", { label: letter.label, read: letter.read }));
    button.onclick = () => { removed = collection.remove(letter); showCollection(); };
    item.append(button);
    return item;
  }));
}

async function beginCollecting() {
  const labels = [...$("collect-labels").value.replace(/[^A-Za-z0-9]/g, "")];
  if (!hasSensors()) return void ($("collect-note").textContent = say(matchMedia("(pointer: coarse)").matches ? "collectNeedsAir" : "collectNeedsPhone"));
  if (!labels.length) return void ($("collect-note").textContent = say("collectNeedsLetters"));
  if (state.collection?.isFull) return void ($("collect-note").textContent = say("collectFull"));
  close();
  set({ mode: "air", screen: "write" });
  await restart();
  await collect(labels);
}

export function setUpSheet() {
  for (const button of document.querySelectorAll("[data-open]")) button.onclick = () => open(button.dataset.open);
  $("open-sheet").onclick = () => open();
  $("sheet-back").onclick = () => open();
  $("sheet").onclick = event => { if (event.target === $("sheet")) close(); };
  $("language").onclick = () => speak(state.language === "en" ? "de" : "en");
  $("know-me").onclick = () => {
    const word = missing();
    if (word) return void ($("teach-note").textContent = say(word));
    close();
    set({ screen: "write" });
    teach();
  };
  $("export").onclick = () => offer(`${reader().model}-person.json`, "application/json", reader().savePerson());
  $("import").onclick = () => $("import-file").click();
  $("import-file").onchange = async ({ target }) => {
    try {
      reader().loadPerson(await target.files[0].text());
      await keepPerson(reader());
      showSheet();
      $("teach-note").textContent = say("wasRead");
    } catch (error) { $("teach-note").textContent = translated(error.message); }
    target.value = "";
  };
  $("forget").onclick = () => { $("forget-ask").hidden = false; $("forget-no").focus(); };
  $("forget-no").onclick = () => { $("forget-ask").hidden = true; };
  $("forget-yes").onclick = async () => {
    reader().forget();
    await keepPerson(reader());
    set({ undo: null });
    $("forget-ask").hidden = true;
    showSheet();
  };
  $("collect").onclick = beginCollecting;
  $("save").onclick = () => offer("letters.csv", "text/csv", state.collection.csv());
  $("drop-examples").onclick = () => {
    const old = state.collection;
    removed = () => { set({ collection: old }); old.keepAll(); };
    set({ collection: new Collection([], old.source) });
    state.collection.keep();
    showCollection();
  };
  $("restore-example").onclick = () => { removed(); removed = null; showCollection(); };
  $("gestures").onchange = async ({ target }) => { set({ gestures: target.checked, last: null, undo: null }); await useGestures(); };
}
