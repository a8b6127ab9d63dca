// Letters of a simulated person, read by the recognizer of this page while they play: hand, way, corrected ink, letter, text.
import { fitted, pen } from "./picture.js";
import { readers } from "./readers.js";
import { say } from "./words.js";

const $ = id => document.getElementById(id);
const rest = 2600, handLength = 200;
let samples = [], strokes = [], start = 0, frame = 0, isPlaying = false;

/** Reads the whole file at once: each sample with its place in a stroke, and each stroke with what was read. */
function recognize(text) {
  const row = new Array(8).fill(0);
  let stroke = null;
  for (const line of text.split("\n")) {
    if (!line || line.startsWith("#")) continue;
    line.split(",").forEach((change, column) => { row[column] += Number(change); });
    const [time, ax, ay, az, gx, gy, gz, isDown] = row;
    const event = readers.demo.pushRaw(time, [ax / 100, ay / 100, az / 100], [gx / 1000, gy / 1000, gz / 1000], isDown === 1);
    const [x, y] = readers.demo.motion.ribbon;
    if (!isDown) stroke = null;
    else if (!stroke) strokes.push(stroke = { way: [], event: null, readAt: Infinity });
    stroke?.way.push([x, -y]);
    if (event) Object.assign(strokes.at(-1), { event, readAt: time });
    samples.push({ time, stroke, length: stroke?.way.length ?? 0, strokeNumber: strokes.length });
  }
}

/** Where things are: the letter to the left, the hand below it. */
function place() {
  const { context, width, height } = sharp($("demo-ink")), side = Math.min(0.46 * width, Math.max(0.5 * height, height - handLength));
  const top = Math.max(0.08 * height, (height - side - handLength) / 2);
  $("demo-letter").style.top = `${top}px`;
  $("demo-letter").style.lineHeight = `${side}px`;
  return { context, zone: { x: 0.09 * width, y: top, width: side, height: side } };
}

/** Shows the play at a time of it. */
function show(time) {
  const { context, zone } = place();
  const at = samples.findLastIndex(sample => sample.time <= time), now = samples[Math.max(at, 0)];
  const last = strokes[now.strokeNumber - 1], isRead = last && time >= last.readAt;
  const text = strokes.filter(({ readAt, event }) => readAt <= time && event.kind === "letter").map(({ event }) => event.label).join("");
  const ways = strokes.map(({ way }) => fitted([way], zone)[0]);
  const way = now.stroke ? ways[now.strokeNumber - 1].slice(0, now.length) : last && !isRead ? ways[now.strokeNumber - 1] : null;
  if (way) pen(context, [way]);
  else if (last) pen(context, fitted(last.event.ink.map(stroke => stroke.map(({ x, y }) => [x, y])), zone));
  // Between strokes the hand goes to where the next one begins.
  const from = ways[now.strokeNumber - 1]?.at(-1) ?? [zone.x + zone.width / 2, zone.y + zone.height / 2], to = ways[now.strokeNumber]?.[0] ?? from;
  const next = samples.findIndex((sample, index) => index > at && sample.stroke);
  const begin = last ? samples.findLastIndex((sample, index) => index <= at && sample.stroke) : 0;
  const share = now.stroke || next < 0 ? 0 : (at - begin) / (next - begin), eased = share * share * (3 - 2 * share);
  const [x, y] = way && now.stroke ? way.at(-1) : [0, 1].map(axis => from[axis] + eased * (to[axis] - from[axis]));
  $("hand").style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
  $("demo").classList.toggle("down", now.stroke !== null);
  const letter = isRead ? last.event.label ?? "" : "";
  if ($("demo-letter").textContent !== letter) $("demo-letter").textContent = letter;
  $("demo-text").textContent = text;
}

function tick(now) {
  if (!isPlaying) return;
  const [first, last] = [samples[0].time, samples.at(-1).time];
  start ||= now;
  show(first + Math.min(now - start, last - first));
  if (now - start > last - first + rest) {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return play(false);
    start = now;
  }
  frame = requestAnimationFrame(tick);
}

/** Plays on or stops. */
export function play(on = !isPlaying) {
  isPlaying = on;
  start = 0;
  cancelAnimationFrame(frame);
  nameButton();
  if (on) frame = requestAnimationFrame(tick); else show(Infinity);
}
export function nameButton() { $("demo-play").textContent = say(isPlaying ? "stop" : "play"); }
/** Shows the end again, for another size of the page. */
export function redraw() { if (samples.length && !isPlaying) show(Infinity); }

export async function setUpDemo() {
  recognize(await (await fetch("demo.csv")).text());
  $("demo-play").onclick = () => play();
  new ResizeObserver(redraw).observe($("demo"));
  // What moves by itself stops where it can't be seen, and never begins for those who want no motion.
  let wasPlaying = !matchMedia("(prefers-reduced-motion: reduce)").matches;
  new IntersectionObserver(([{ isIntersecting }]) => {
    if (isIntersecting) play(wasPlaying);
    else { wasPlaying = isPlaying; play(false); }
  }).observe($("demo"));
}
