// Writing in the air with a telephone: its sensors, the moment of rest before the first letter, and the press area.
import { Collection } from "./collection.js";
import { liveInk } from "./picture.js";
import { readers, restorePerson } from "./readers.js";
import { set, state } from "./state.js";
import { Telephone, permission } from "./telephone.js";

let telephone = null, settlingSince = null, isDown = false, tell = null, ribbon = [];

/** `tell(event)` is called with what was read. */
export function setUpAir(teller) {
  tell = teller;
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) release();
    else if (telephone && state.air === "ready") unsettle(true);
  });
}
export async function startAir(missing) {
  const answer = permission(); // before anything is awaited: the click counts no longer after that
  const wrong = await answer;
  if (wrong) return missing(wrong);
  telephone?.end();
  readers.air.create();
  await restorePerson(readers.air);
  unsettle();
  telephone = new Telephone(sensed, words => {
    telephone = null;
    set({ air: "off" });
    missing(words);
  });
}
/** Begins anew from rest, so that a replay of a collection finds what the page finds. */
export async function restart() {
  readers.air.create();
  await restorePerson(readers.air);
  unsettle();
}
export const hasSensors = () => telephone !== null;

/** The pen goes down or up. */
export function press(down) {
  isDown = down && state.mode === "air";
  if (isDown) ribbon = [];
}
function release() {
  isDown = false;
  set({ isWriting: false });
}
function unsettle(paused = false) {
  settlingSince = null;
  set({ air: "settling", paused });
}

function sensed(time, force, rate) {
  if (state.task?.kind === "collect") [time, force, rate] = Collection.rounded(time, force, rate);
  const event = readers.air.pushRaw(time, force, rate, isDown);
  if (state.task?.kind === "collect") state.collection.add(time, force, rate, isDown);
  const { isSettled, ribbon: [x, y] } = readers.air.motion;
  if (state.air === "settling") {
    settlingSince ??= time;
    const share = isSettled ? 100 : Math.min(97, (time - settlingSince) / 6);
    document.getElementById("ring").style.strokeDasharray = `${share} 100`;
    if (isSettled) {
      set({ air: "ready", paused: false, note: ["ready"] });
      navigator.vibrate?.(40);
    }
  } else if (!isSettled && !isDown) unsettle(true);
  if (isDown) {
    ribbon.push([x, -y]);
    liveInk([ribbon]);
  }
  if (event) tell(event);
}
