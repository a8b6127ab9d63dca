// What the page knows: one place. What is kept survives a reload; who shows something watches.
import { keep, load } from "./store.js";

const kept = ["language", "mode", "text", "gestures", "byMotion"];
const watchers = [];

export const state = {
  language: null, screen: "home", mode: null, text: "", gestures: false, byMotion: false,
  /** The letter that was read last: `event`, `label`, `rivals`, `isDoubtful`, and the text `before` and `after` it. */
  last: null,
  /** The function that undoes the last step. */
  undo: null,
  /** The note on the last event, and the problem: a word of the language, and its values. */
  note: null, problem: null,
  /** The telephone's sensors: "off", "settling" or "ready". */
  air: "off", paused: false,
  isWriting: false, isOffline: false,
  /** What is asked for: teaching or collecting. */
  task: null,
  /** Recorded letters, and those of the page before a reload. */
  collection: null,
};

/** Calls `show(changed)` after each change with the names of what changed. */
export function watch(show) { watchers.push(show); }

export function set(changes) {
  Object.assign(state, changes);
  for (const name of kept) if (name in changes) keep(name, state[name]);
  for (const show of watchers) show(changes);
}

export async function restore() {
  const values = await Promise.all(kept.map(name => load(name)));
  kept.forEach((name, place) => { if (values[place] !== undefined) state[name] = values[place]; });
}
