// Drawing with a finger or the mouse.
import { liveInk } from "./picture.js";
import { readers } from "./readers.js";
import { set, state } from "./state.js";

const pause = 550;
let strokes = [], timer = 0;

/** Follows the pointer on `pad`, which `answer` lies on. `tell(event)` is called with what was read. */
export function setUpDrawing(pad, answer, tell) {
  const point = (event, pen) => {
    const box = pad.getBoundingClientRect(), [x, y] = [event.clientX - box.left, event.clientY - box.top];
    if (pen) strokes.at(-1).push([x, y]);
    const read = readers.draw.pushTouch(event.timeStamp, x, y, pen, Math.min(box.width, box.height) / 6);
    if (!read) return;
    strokes = pen ? [strokes.at(-1)] : [];
    tell(read);
  };
  const follow = event => { point(event, true); liveInk(strokes, true); };
  followPointer(pad, {
    down(event) {
      event.preventDefault();
      clearTimeout(timer);
      set({ isWriting: true });
      strokes.push([]);
      follow(event);
    },
    move: follow,
    up(event) {
      point(event, false);
      timer = setTimeout(() => {
        strokes = [];
        set({ isWriting: false });
        const read = readers.draw.finish({ touch: true });
        if (read) tell(read);
      }, pause);
    },
  });
  // A press on an answer that moves is a stroke: it begins where the press was.
  let press = null;
  answer.addEventListener("pointerdown", event => { press = event; });
  addEventListener("pointermove", event => {
    if (event.pointerId !== press?.pointerId || Math.hypot(event.clientX - press.clientX, event.clientY - press.clientY) < 8) return;
    if (event.buttons && state.mode === "draw") {
      const begin = new PointerEvent("pointerdown", press);
      Object.defineProperty(begin, "timeStamp", { value: press.timeStamp });
      pad.dispatchEvent(begin);
    }
    press = null;
  });
}
