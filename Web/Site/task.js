// What a person is asked to write: letters that teach, and letters that are collected. What was asked for counts only if it was
// read so, or if the person confirms it.
import { Collection } from "./collection.js";
import { keepPerson, reader } from "./readers.js";
import { set, state } from "./state.js";
import { load } from "./store.js";
import { miss } from "./writing.js";

/** A task for `prompts`: `take(event, prompt)` is called with each letter that counts. */
function begin(kind, prompts, take) {
  set({ task: { kind, prompts, place: 0, doubt: null, take }, note: null, last: null, undo: null });
}

/** Asks three times for the letters that are misread most. */
export async function teach() {
  const misread = await load("misread") ?? {};
  const most = [...new Set([...Object.keys(misread).filter(label => label.length === 1).sort((a, b) => misread[b] - misread[a]), ..."DPUV"])];
  const teacher = reader();
  begin("teach", most.slice(0, 4).flatMap(label => [label, label, label]), (_, prompt) => {
    if (teacher.teach(prompt) !== "learned") return;
    state.task.hasLearned = true;
    keepPerson(teacher);
  });
}

export async function collect(labels) {
  const collection = await Collection.kept(labels, navigator.userAgent);
  set({ collection });
  begin("collect", labels, (event, prompt, stroke) => collection.read(event, prompt, stroke));
}

/** Checks what was read for the task. */
export function judge(event) {
  const { task } = state, prompt = task.prompts[task.place], stroke = state.collection?.stroke;
  navigator.vibrate?.(40);
  if (!prompt) return;
  const last = event.kind === "letter" ? { event, label: event.label, rivals: [], isDoubtful: event.isRejected, before: "", after: "" } : null;
  set({ last, note: null });
  if (event.kind !== "letter") set({ task: { ...task, doubt: null }, note: [miss(event)] });
  else if (event.label === prompt) take(event, stroke);
  else set({ task: { ...task, doubt: { event, stroke } } });
}
function take(event, stroke) {
  const { task } = state;
  task.take(event, task.prompts[task.place], stroke);
  step();
}
function step() {
  const { task } = state, place = task.place + 1;
  if (place < task.prompts.length) set({ task: { ...task, place, doubt: null } });
  else end(task.hasLearned ? "taskDone" : task.wasMissed ? "taskEnded" : "taskNothing");
}

/** The person confirms that it was what was asked for. */
export const itWas = () => { state.task.wasMissed = true; take(state.task.doubt.event, state.task.doubt.stroke); };
export const again = () => set({ task: { ...state.task, doubt: null }, last: null });
export const skip = () => { state.task.wasMissed = true; step(); };
export function end(word = "taskEnded") {
  const { task } = state;
  set({ task: null, last: null, note: [task.kind === "collect" ? "collected" : word, { count: state.collection?.letters.length }] });
}
