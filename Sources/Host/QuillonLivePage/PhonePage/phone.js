// The telephone's page: sends each sample of the sensors, and whether the button is held, to the computer.
import { Telephone, permission } from "./telephone.js";

const [note, start, pen] = ["note", "start", "pen"].map(id => document.getElementById(id));
// The messages that may wait for the network, bytes: about a second of samples.
const waiting = 8192;
let [socket, telephone, isDown, times] = [null, null, false, []];

async function name() {
  const known = await navigator.userAgentData?.getHighEntropyValues?.(["model"]).catch(() => null);
  return known?.model || /iPhone|iPad/.exec(navigator.userAgent)?.[0] || "telephone";
}

/** The sensors' rate, Hz, from the times of the last samples. */
function rate() {
  return Math.round((times.length - 1) * 1000 / (times.at(-1) - times[0]));
}

async function connect() {
  const label = await name();
  const begin = new WebSocket(`wss://${location.host}/socket?token=${location.hash.slice(1)}`);
  begin.onopen = () => {
    [socket, times] = [begin, []];
    note.textContent = "Connected. The sensors begin.";
    begin.label = label;
  };
  begin.onclose = () => {
    socket = null;
    note.textContent = "The computer is gone, or another telephone took over. Trying again.";
    setTimeout(connect, 1000);
  };
}

function take(time, force, rates) {
  if (!socket || socket.readyState !== WebSocket.OPEN) return;
  if (socket.label) {
    times.push(time);
    if (times.length < 31) return;
    socket.send(`hello ${rate()} ${socket.label}`);
    note.textContent = `${socket.label}, ${rate()} samples a second`;
    socket.label = null;
  }
  if (socket.bufferedAmount > waiting) return;
  socket.send([time, ...force, ...rates].map(value => +value.toFixed(4)).join(" ") + (isDown ? " 1" : " 0"));
}

function hold(down) {
  isDown = down;
  pen.classList.toggle("down", down);
  pen.textContent = down ? "Writing" : "Hold to write";
}

start.onclick = async () => {
  const problem = await permission();
  if (problem) { note.textContent = problem; return; }
  start.hidden = true;
  pen.hidden = false;
  telephone = new Telephone(take, words => { note.textContent = words; });
  connect();
  navigator.wakeLock?.request?.("screen").catch(() => {});
};
pen.onpointerdown = event => { pen.setPointerCapture(event.pointerId); hold(true); };
pen.onpointerup = pen.onpointercancel = pen.onlostpointercapture = () => hold(false);
pen.onkeydown = event => { if (event.key === " " && !event.repeat) { event.preventDefault(); hold(true); } };
pen.onkeyup = event => { if (event.key === " ") hold(false); };
pen.oncontextmenu = event => event.preventDefault();
addEventListener("blur", () => hold(false));
