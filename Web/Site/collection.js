// Labeled letters with their raw samples, as the trace file that `quillon evaluate --air` and `train --air` read.

export class Collection {
  /** The most samples: half an hour at 100 a second. */
  static capacity = 180_000;

  constructor(labels, source) {
    Object.assign(this, { labels, source, samples: [], letters: [], stroke: 0, wasDown: false, next: 0 });
  }
  get prompt() { return this.labels[this.next] ?? null; }
  get isFull() { return this.samples.length >= Collection.capacity; }

  /** A sample in the precision of the file: whole µs and nine digits. */
  static rounded(time, force, rate) {
    const round = value => Number(value.toFixed(9)) + 0;
    return [Math.round(time * 1000) / 1000, force.map(round), rate.map(round)];
  }
  add(time, force, rate, pen) {
    if (this.isFull) return;
    if (pen && !this.wasDown) this.stroke += 1;
    this.wasDown = pen;
    this.samples.push({ time, force, rate, stroke: pen ? this.stroke : 0 });
  }
  /** The last stroke was read. What is no letter is not kept. */
  read(event) {
    if (event.kind !== "letter" || !this.prompt) return null;
    const letter = { stroke: this.stroke, label: this.prompt, read: event.label, ink: event.ink };
    this.letters.push(letter);
    this.next += 1;
    return letter;
  }
  remove(letter) {
    this.letters = this.letters.filter(other => other !== letter);
    this.labels.push(letter.label);
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
