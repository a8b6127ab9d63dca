// What the page shows of a board: what it receives, and the meanings of the columns, to change by hand.
import { hasSensors } from "./air.js";
import { Board } from "./board.js";
import { roles, units } from "./columns.js";
import { readers } from "./readers.js";
import { state } from "./state.js";
import { say } from "./words.js";
import { complain } from "./writing.js";

const $ = id => document.getElementById(id);
let board = null, said = null, shownColumns = null, shownAt = 0;

export async function connect(tell) {
  complain(null);
  board ??= new Board(readers.board, {
    tell, seen: showLines, say: (word, values) => { said = [word, values]; showNote(); },
    sensed() {
      if (!readers.board.motion.isSettled) said = ["boardStill"];
      else if (said?.[0] === "boardReading" || said?.[0] === "boardStill") said = ["boardReady", { format: board.format }];
      else return;
      showNote();
    },
  });
  try { await board.connect(); } catch (error) {
    if (error.name === "NotFoundError") said = ["boardNone"]; else said = ["boardBroken", { reason: error.message }];
    showNote();
  }
}

export function showNote() {
  const words = said ? say(...said) : "";
  if ($("board-note").textContent !== words) $("board-note").textContent = words;
}

/** Shows the last lines, a few times a second, and the columns when they change. */
function showLines() {
  const now = performance.now(), { lines, rows } = board.finder;
  if (now - shownAt < 200 && board.columns === shownColumns) return;
  shownAt = now;
  $("board-lines").textContent = lines.join("\n");
  $("board-lines").hidden = false;
  if (board.columns && board.columns !== shownColumns) showColumns();
  const values = rows.at(-1) ?? [];
  document.querySelectorAll("#column-list data").forEach((place, column) => { place.textContent = values[column]?.toPrecision(4) ?? ""; });
}

function select(options, chosen, label, change) {
  const list = document.createElement("select");
  list.setAttribute("aria-label", label);
  options.forEach(([value, words]) => list.add(new Option(words, value, false, value === chosen)));
  list.onchange = () => change(list.value);
  return list;
}

export function showColumns() {
  const { columns } = board ?? {};
  if (!columns) return;
  shownColumns = columns;
  $("columns").hidden = false;
  $("columns-note").textContent = say(columns.hasNames ? "columnsNamed" : columns.isCertain ? "columnsFound" : columns.isByHand ? "columnsByHand" : "columnsGuessed");
  const change = part => board.readColumns({ ...columns, ...part, hasNames: false, isCertain: false, isByHand: true }, true);
  $("column-list").replaceChildren(...columns.names.map((name, column) => {
    const item = document.createElement("li"), number = document.createElement("span");
    number.textContent = column + 1;
    item.append(number, document.createElement("data"),
      select(roles.map(role => [role, role === "other" ? say("notRead") : role === "t" ? say("time") : role]), name,
        say("columnIs", { number: column + 1 }), role => change({ names: columns.names.map((other, place) => place === column ? role : other === role && role !== "other" ? "other" : other) })));
    return item;
  }));
  $("units").replaceChildren(...Object.entries(units).filter(([quantity]) => columns.names.some(name => name[0] === { acceleration: "a", rate: "g", time: "t" }[quantity]))
    .map(([quantity, all]) => {
      const label = document.createElement("label");
      label.append(say(`${quantity}In`), select([["-1", say("byItself")], ...all.map(([words], place) => [String(place), words])],
        String(columns[quantity]), say(`${quantity}In`), unit => change({ [quantity]: Number(unit) })));
      return label;
    }));
}

export function setByMotion() {
  readers.board.settings(state.byMotion ? { pen: "motion", penUpTime: 800, gates: 31 } : {});
}
/** What must be done before a person can write: a word, or null. */
export const missing = () => state.mode === "air" && !hasSensors() ? "startFirst" : state.mode === "board" && !board?.isRunning ? "boardFirst" : null;
export function press(isDown) { readers.board.pen = isDown; }
