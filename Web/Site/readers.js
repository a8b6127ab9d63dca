// The recognizers, one for each way to write, and what a person taught them.
import { Quillon } from "./quillon.js";
import { state } from "./state.js";
import { keep, load } from "./store.js";

export const readers = {};
export const reader = () => readers[state.mode];

export async function loadReaders() {
  readers.air = await Quillon.load();
  const wasm = readers.air.module;
  [readers.draw, readers.board, readers.demo] = await Promise.all(
    ["ink", "air-board", "air-board"].map(model => Quillon.load({ model, wasm })));
  readers.draw.settings({ penUpTime: 500 });
  await useGestures();
  await restorePerson(readers.draw);
}
/** Reads gestures beside letters, or letters alone. */
export async function useGestures() {
  const model = state.gestures ? "gestures" : "air-board";
  for (const each of [readers.air, readers.board]) if (each.model === model || each.use(model)) await restorePerson(each);
}
export async function keepPerson(reader) {
  await keep(`person ${reader.model}`, reader.trainingUpdates ? reader.savePerson() : null);
}
export async function restorePerson(reader) {
  const file = await load(`person ${reader.model}`);
  try { if (file) reader.loadPerson(file); } catch { /* of an older model: it is left as it is */ }
}
