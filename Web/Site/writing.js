// What was read becomes text. A tap corrects a letter, teaches it and repairs the text; one more undoes all three.
import { applied, isOffered } from "./gestures.js";
import { keepPerson, reader } from "./readers.js";
import { set, state } from "./state.js";
import { keep, load } from "./store.js";
import { named, translated } from "./words.js";

const misses = { rejected: { duration: "missDuration", turning: "missTurning", extent: "missExtent", retracing: "missRetracing",
  flatness: "missFlatness" }, abandoned: { gap: "missGap", "too short": "missShort", "not converged": "missSettle" } };

/** Why what was written is no letter: a word. */
export function miss(event) {
  if (event.kind === "too small") return "missSmall";
  const word = misses[event.kind]?.[event.gate ?? event.reason] ?? "missOther";
  return word === "missShort" && state.mode === "draw" ? "missShortDrawn" : word;
}

export function read(event) {
  navigator.vibrate?.(event.kind === "letter" && !event.isRejected ? 40 : [30, 60, 30]);
  if (event.kind !== "letter") return set({ last: null, undo: null, note: [miss(event)] });
  // A gesture that does nothing here is replaced by the next best, in doubt.
  const [label, ...rivals] = event.best.map(({ label }) => label).filter(isOffered);
  const isDoubtful = event.isRejected || label !== event.label, before = state.text;
  if (label === "checkMark" && !isDoubtful && state.last?.isDoubtful) return accept();
  if (label === "wave" && !isDoubtful && state.undo) return takeBack();
  const last = { event, label, rivals, isDoubtful, before, after: isDoubtful ? before : applied(before, label) };
  const name = () => named(label);
  set({
    last, text: last.after,
    undo: last.after === "" && before ? () => set({ text: before, last: null, undo: null, note: ["takenBack"] }) : null,
    note: isDoubtful ? ["notSure", { name }] : label.length > 1 ? ["didGesture", { name }] : null,
  });
}

/** The text with `label` in place of what the last letter gave, and what is before and after it then. */
function repaired(label) {
  const { text, last } = state, place = last.before.length;
  if (text !== last.after && label.length === 1 && last.after.length > place && text.startsWith(last.after)) {
    const after = last.before + label;
    return { text: after + text.slice(after.length), before: last.before, after };
  }
  const before = text === last.after ? last.before : text, after = applied(before, label);
  return { text: after, before, after };
}

/** The last letter was meant to be `label`. */
export function correct(label) {
  const teacher = reader(), { last, text } = state;
  if (!last) return;
  const outcome = teacher.teach(label), { text: repairedText, before, after } = repaired(label);
  const rivals = last.label === label ? last.rivals : [last.label, ...last.rivals.filter(each => each !== label)];
  set({
    text: repairedText, last: { ...last, label, rivals, isDoubtful: false, before, after },
    note: [outcome === "refused" ? "onlyCorrected" : "learned", { name: () => named(label) }],
    undo() {
      if (outcome === "learned" && teacher.undo()) keepPerson(teacher);
      set({ text, last, undo: null, note: ["takenBack"] });
    },
  });
  if (outcome === "learned") keepPerson(teacher);
  if (label !== last.event.label) remember(label);
}
export const accept = () => correct(state.last.label);
export const takeBack = () => state.undo?.();

/** Counts what is misread: that is what teaching asks for first. */
async function remember(label) {
  const misread = await load("misread") ?? {};
  misread[label] = (misread[label] ?? 0) + 1;
  await keep("misread", misread);
}

/** Changes the text by hand. With a deleted letter its other answers go. */
export const type = label => set({ text: applied(state.text, label), undo: null, note: null, ...label === "swipeLeft" && { last: null } });
export function clear() {
  const { text } = state;
  if (text) set({ text: "", last: null, note: ["cleared"], undo: () => set({ text, undo: null, note: ["takenBack"] }) });
}
export async function copy() {
  try { await navigator.clipboard.writeText(state.text); set({ note: ["copied"] }); } catch { set({ note: ["notCopied"] }); }
}
export const share = () => navigator.share({ text: state.text }).catch(() => {});

/** Shows what is wrong, in words of this page or of a shared file. */
export const complain = sentence => set({ problem: sentence ? () => translated(sentence) : null });
