// The recognizer for pages, workers and Node. firmware-docs/WEB.md describes the module that it wraps; quillon.d.ts has the types.

// Generated from BuiltIn.swift by `make lists`: do not edit.
export const models = ["air-board", "ink", "gestures", "accelerometer"];
// End of the generated part.
// Generated from SerialFormat.swift by `make lists`: do not edit.
export const formats = [
  "quillon", "csv", "tagged", "witmotion-11", "witmotion-ble", "teapot", "bno08x-rvc", "x-imu3", "mavlink", "razor-text",
  "razor-binary-ypr", "razor-binary-sensors", "vectornav-ascii", "vectornav-binary", "xsens-xbus", "mip",
];
// End of the generated part.
const gates = ["duration", "turning", "rest before", "rest after", "extent", "retracing", "flatness"];
const reasons = ["gap", "too short", "not converged"];
const statuses = ["starting", "gravity", "bias", "ready"];
const outcomes = ["learned", "known", "refused", "no letter"];
const shortcomings = [null, "no acceleration", "no rate", "too slow"];
const firstByte = 4 * 80, byteCapacity = 16384, firstInk = 80 + byteCapacity / 4;

/** The nearest integer of a fixed-point format, ties away from zero, clamped to 32 bits. */
function fixed(value, fractionBits) {
  const scaled = Math.abs(value) * 2 ** fractionBits;
  const rounded = Math.sign(value) * Math.round(scaled) || 0;
  return Math.min(Math.max(rounded, -(2 ** 31)), 2 ** 31 - 1);
}
// Another count would shift all numbers that follow.
function numbers(vector, count, fractionBits) {
  if (vector.length !== count) throw new RangeError(`found ${vector.length} numbers, expected ${count}: give the whole vector`);
  return Array.from(vector, value => fixed(value, fractionBits));
}
const microseconds = milliseconds => Math.round(milliseconds * 1000) >>> 0;

async function compiled(source) {
  if (source instanceof WebAssembly.Module) return source;
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return WebAssembly.compile(source);
  const place = source ?? new URL("quillon.wasm", import.meta.url);
  if (String(place).startsWith("file:")) {
    const { readFile } = await import("node:fs/promises");
    return WebAssembly.compile(await readFile(new URL(place)));
  }
  const answer = await fetch(place);
  if (!answer.ok) throw new Error(`${place} answers ${answer.status}; is it beside quillon.js?`);
  return WebAssembly.compile(await answer.arrayBuffer());
}

export class Quillon {
  /** Loads a recognizer of its own. Options: `model`, and `wasm`: an address, bytes or a compiled module. */
  static async load({ model = "air-board", wasm } = {}) {
    const module = await compiled(wasm);
    const quillon = new Quillon(await WebAssembly.instantiate(module, {}), module);
    quillon.create(model);
    return quillon;
  }

  constructor(instance, module) {
    this.calls = instance.exports;
    this.module = module;
    if (this.calls.quillon_version() !== 2) throw new Error("quillon.wasm has another version than quillon.js");
    const { buffer } = this.calls.memory, start = this.calls.quillon_block();
    this.words = new Int32Array(buffer, start);
    this.bytes = new Uint8Array(buffer, start + firstByte, byteCapacity);
  }

  /** The place of a name in a list of all. */
  number(name, names = models, kind = "model") {
    const place = names.indexOf(name);
    if (place < 0) throw new Error(`there is no ${kind} ${name}; one of ${names.join(", ")}`);
    return place;
  }
  text(count) { return new TextDecoder().decode(this.bytes.slice(0, count)); }
  vector(place, fractionBits, count = 3) {
    return Array.from(this.words.subarray(place, place + count), word => word / 2 ** fractionBits);
  }

  /** Begins anew: no attitude, no letter. */
  create(model = this.model) {
    this.calls.quillon_create(this.number(model));
    this.adopt(model);
  }
  /** Reads the next letters with another model and keeps the attitude. False while a letter is being read. */
  use(model) {
    if (!this.calls.quillon_use(this.number(model))) return false;
    this.adopt(model);
    return true;
  }
  adopt(model) {
    this.model = model;
    this.labels = this.text(this.calls.quillon_labels()).split(" ");
  }
  /** `pen`: "samples" or "motion". `penUpTime`: ms, 0 to 65,535. `gates`: bits, as in WEB.md. Throws for others. */
  settings({ pen = "samples", penUpTime = 0, gates = 0 } = {}) {
    const place = this.number(pen, ["samples", "motion"], "pen");
    for (const [name, value, most] of [["penUpTime", penUpTime, 65535], ["gates", gates, 31]]) {
      if (!(value >= 0 && value <= most)) throw new RangeError(`${name} is ${value}; give 0 to ${most}`);
    }
    this.calls.quillon_settings(place, penUpTime, gates);
  }

  /** A raw sample: ms, specific force in m/s², angular rate in rad/s, whether the pen is down. Returns an event or null. */
  pushRaw(time, force, rate, pen) {
    return this.event(this.calls.quillon_push_raw(
      microseconds(time), ...numbers(force, 3, 23), ...numbers(rate, 3, 25), pen ? 1 : 0));
  }
  /** A sample with an attitude: ms, linear acceleration in m/s², unit quaternion w x y z from body to reference, the pen. */
  pushAttitude(time, acceleration, attitude, pen) {
    return this.event(this.calls.quillon_push_attitude(
      microseconds(time), ...numbers(acceleration, 3, 23), ...numbers(attitude, 4, 30), pen ? 1 : 0));
  }
  /** A point of a touch surface: ms, pixels to the right and down, the pen, and the smallest letter in pixels. */
  pushTouch(time, x, y, pen, minimumSize = 40) {
    return this.event(this.calls.quillon_push_touch(
      microseconds(time), fixed(x, 4), fixed(y, 4), pen ? 1 : 0, fixed(minimumSize, 4)));
  }
  /** Reads what waits. `touch`: the letter was drawn. */
  finish({ touch = false } = {}) { return this.event(this.calls.quillon_finish(touch ? 1 : 0)); }

  /** Expects bytes of a format of `formats`; of any without an argument. Throws for another. */
  expect(format) { this.calls.quillon_format(format ? this.number(format, formats, "format") : -1); }
  /** Expects lines of numbers in these units: places in `ColumnUnits`, −1 for one that the lines give. The first header names the columns. */
  expectColumns({ acceleration = -1, rate = -1, time = -1 } = {}) { this.calls.quillon_columns(acceleration, rate, time); }
  /** Reads a line of numbers as the decoder does: its numbers, null for a missing one, and the columns and units that names give. */
  readLine(line, isFirst) {
    const bytes = Uint8Array.from(line, character => character.charCodeAt(0));
    this.bytes.set(bytes.subarray(0, byteCapacity));
    const count = this.calls.quillon_read_line(bytes.length, isFirst ? 1 : 0), word = place => this.words[80 + place];
    return { isNamed: word(0) === 1, time: word(1), force: [word(2), word(3), word(4)], rate: [word(5), word(6), word(7)],
      units: { acceleration: word(8), rate: word(9), time: word(10) },
      numbers: Array.from({ length: count }, (_, place) =>
        word(11 + 2 * place) === -(2 ** 31) ? null : word(11 + 2 * place) * 2 ** word(12 + 2 * place)) };
  }
  /** The most probable format of the bytes so far, or null. Bytes are read as samples from then on. */
  findFormat() { return formats[this.calls.quillon_find_format()] ?? null; }
  /** Bytes of a board that arrived at `time`, ms. Calls `tell(event)` for each event and `sensed(sample)` for each sample. */
  pushBytes(bytes, time, tell, sensed) {
    for (let start = 0; start < bytes.length; start += byteCapacity) {
      const part = bytes.subarray(start, start + byteCapacity);
      this.bytes.set(part);
      for (let place = 0; place < part.length;) {
        const before = this.words[65];
        place = this.calls.quillon_push_bytes(place, part.length, microseconds(time));
        if (this.words[65] === before) continue;
        sensed?.(this.sample());
        if (this.words[1]) tell?.(this.event(1));
      }
    }
  }
  /** The pen for a board without one. */
  set pen(isDown) { this.calls.quillon_pen(isDown ? 1 : 0); }
  /** What is known of the board's line. */
  get line() {
    const [format, shortcoming, accepted, rejected] = this.words.subarray(45, 49);
    return { format: formats[format] ?? null, shortcoming: shortcomings[shortcoming], accepted: accepted >>> 0,
      rejected: rejected >>> 0 };
  }
  sample() {
    const content = this.words[50];
    return { time: (this.words[49] >>> 0) / 1000, isLinear: (content & 1) !== 0, acceleration: this.vector(51, 23),
      rate: content & 2 ? this.vector(54, 25) : null, attitude: content & 4 ? this.vector(57, 30, 4) : null };
  }

  event(isThere) {
    if (!isThere) return null;
    const words = this.words, size = words[20] / 2 ** 23, [, kind, label, score, margin, rejected, reason, value] = words;
    switch (kind) {
      case 1: return { kind: "letter", label: this.labels[label], score: score / 4096, margin: margin / 4096,
        isRejected: rejected === 1, size, ink: this.ink(),
        best: Array.from({ length: words[8] }, (_, place) =>
          ({ label: this.labels[words[66 + place]], score: words[72 + place] / 4096 })) };
      case 2: return { kind: "rejected", gate: gates[reason], value: value / 4096, size };
      case 3: return { kind: "abandoned", reason: reasons[reason] };
      case 4: return { kind: "too small", size };
      default: return null;
    }
  }
  /** The ink of the last letter: strokes of points in the unit square, y down. */
  ink() {
    const strokes = [];
    for (let place = firstInk; place < firstInk + this.words[19]; place += 1) {
      const word = this.words[place];
      if (word < 0 || !strokes.length) strokes.push([]);
      strokes.at(-1).push({ x: (word & 0x7fff) / 16384, y: (word >>> 16 & 0x7fff) / 16384 });
    }
    return strokes;
  }
  /** The motion at the last sample, in SI units. `isSettled`: letters are read, gravity is known. `ribbon`: to the right and up since the pen
   * went down, m. */
  get motion() {
    return { status: statuses[this.words[23]], isSettled: this.words[23] >= 2, attitude: this.vector(24, 30, 4),
      gravity: this.vector(28, 23), linearAcceleration: this.vector(31, 23), angularRate: this.vector(34, 25),
      position: this.vector(37, 23), ribbon: this.vector(40, 23), pen: this.words[43] === 1 };
  }

  /** The last letter was meant to be `label`: "learned", "known", "refused" or "no letter". */
  teach(label) { return outcomes[this.calls.quillon_teach(this.labels.indexOf(label))]; }
  /** Undoes the last training update; false if there is none. */
  undo() { return this.calls.quillon_undo() === 1; }
  /** Forgets what was taught. */
  forget() { this.calls.quillon_forget(); }
  get trainingUpdates() { return this.words[62]; }
  get modelID() { return (this.words[61] >>> 0).toString(16).padStart(8, "0"); }
  /** The file that `quillon bridge --person` reads, as text. */
  savePerson() {
    const bytes = this.bytes.slice(0, this.calls.quillon_save_person());
    let text = "";
    for (const byte of bytes) text += String.fromCharCode(byte);
    return JSON.stringify({ format: "quillon-person", trainingUpdates: this.trainingUpdates, model: this.modelID, version: 1,
      weights: btoa(text) }, null, 2);
  }
  /** Continues with such a file. Throws what is wrong with it; nothing has changed then. */
  loadPerson(file) {
    let fields = null;
    try { fields = JSON.parse(file); } catch { /* reported below */ }
    if (fields?.format !== "quillon-person" || fields.version !== 1 || !Number.isInteger(fields.trainingUpdates)) {
      throw new Error("This is no person's file. Choose one that this page or quillon bridge --person wrote.");
    }
    if (fields.model !== this.modelID) {
      throw new Error(`This file was taught with another model (${fields.model}). Teach anew, or choose another file.`);
    }
    let bytes = new Uint8Array();
    try { bytes = Uint8Array.from(atob(fields.weights), character => character.charCodeAt(0)); } catch { /* reported below */ }
    this.bytes.set(bytes.subarray(0, byteCapacity));
    if (!this.calls.quillon_load_person(bytes.length, Math.min(fields.trainingUpdates, 2 ** 31 - 1))) {
      throw new Error("This file is damaged. Choose another one.");
    }
  }
}
