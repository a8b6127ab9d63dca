// Labeled letters with their raw samples, as the trace file that `quillon evaluate --air` and `train --air` read.

import { keep, load } from "./store.js";

/** The numbers of a sample in what is kept: time, force, rate, stroke. */
const width = 8;

export class Collection {
  /** The most samples: half an hour at 100 a second. */
  static capacity = 180_000;

  constructor(labels, source) {
    Object.assign(this, { labels, source, samples: [], letters: [], stroke: 0, wasDown: false, parts: 0, keptCount: 0, shift: null });
  }
  /** The collection that the browser keeps, to go on with, or a new one. */
  static async kept(labels = [], source = "") {
    const collection = new Collection(labels, source), about = await load("collection");
    if (!about) return collection;
    for (let part = 0; part < about.parts; part += 1) {
      const numbers = await load(`collection ${part}`) ?? [];
      for (let place = 0; place < numbers.length; place += width) {
        const [time, ax, ay, az, gx, gy, gz, stroke] = numbers.subarray(place, place + width);
        collection.samples.push({ time, force: [ax, ay, az], rate: [gx, gy, gz], stroke });
      }
    }
    return Object.assign(collection, about, { keptCount: collection.samples.length });
  }
  async keep() {
    const fresh = this.samples.slice(this.keptCount), part = this.parts++;
    this.keptCount += fresh.length;
    await keep(`collection ${part}`, Float64Array.from(fresh.flatMap(({ time, force, rate, stroke }) => [time, ...force, ...rate, stroke])));
    const { letters, stroke, source, parts } = this;
    await keep("collection", { letters, stroke, source, parts });
  }
  /** Keeps all anew, after another collection was kept. */
  keepAll() {
    this.parts = this.keptCount = 0;
    return this.keep();
  }
  get isFull() { return this.samples.length >= Collection.capacity; }

  /** A sample in the precision of the file: whole µs and nine digits. */
  static rounded(time, force, rate) {
    const round = value => Number(value.toFixed(9)) + 0;
    return [Math.round(time * 1000) / 1000, force.map(round), rate.map(round)];
  }
  /** Adds a sample. Its time continues a second after the last one of an earlier page. */
  add(time, force, rate, pen) {
    if (this.isFull) return;
    if (pen && !this.wasDown) this.stroke += 1;
    this.wasDown = pen;
    this.shift ??= this.samples.length ? this.samples.at(-1).time + 1000 - time : 0;
    this.samples.push({ time: time + this.shift, force, rate, stroke: pen ? this.stroke : 0 });
  }
  /** A stroke was read, and was meant to be `label`. */
  read(event, label, stroke) {
    this.letters.push({ stroke, label, read: event.label, ink: event.ink });
    return this.keep();
  }
  /** Removes a letter. Returns a function that restores it. */
  remove(letter) {
    const place = this.letters.indexOf(letter);
    this.letters.splice(place, 1);
    this.keep();
    return () => { this.letters.splice(place, 0, letter); this.keep(); };
  }

  csv() {
    const labels = new Map(this.letters.map(({ stroke, label }) => [stroke, label]));
    const first = this.samples[0]?.time ?? 0, last = this.samples.at(-1)?.time ?? 0;
    const rate = last > first ? (1000 * (this.samples.length - 1) / (last - first)).toFixed(1) : "unknown";
    const lines = [
      `# recorded by the page of Quillon: ${this.letters.length} letters`, `# device: ${this.source}`,
      `# rate: ${rate} samples a second`,
      "# axes: x to the right of the screen, y to its top, z out of it; they do not turn with the page",
      "# specific force in m/s², +9.8 upward at rest; angular rate in rad/s",
      "t,ax,ay,az,gx,gy,gz,pen,stroke,label",
    ];
    for (const { time, force, rate: turning, stroke } of this.samples) {
      const label = labels.get(stroke);
      const numbers = [...force, ...turning].map(value => value.toFixed(9).replace(/\.?0+$/, "")).join(",");
      lines.push(`${((time - first) / 1000).toFixed(6)},${numbers},${label ? `1,${stroke},${label}` : "0,,"}`);
    }
    return lines.join("\n") + "\n";
  }
}
