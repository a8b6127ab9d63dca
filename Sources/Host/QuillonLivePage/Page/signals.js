"use strict";
// The tab “Signals”: the charts of the last minute, which stop, go back, and show their values at a cursor.

const strips = [
  ["Acceleration as sent, board's axes", "m/s²", 1],
  ["Angular rate as sent, board's axes", "rad/s", 4],
  ["Angular rate without bias, board's axes", "rad/s", 7],
  ["Gravity, board's axes", "m/s²", 10],
  ["Linear acceleration, reference axes", "m/s²", 13],
  ["Velocity, reference axes", "m/s", 16],
  ["Position, reference axes", "m", 19],
  ["Attitude", "°", 22],
  ["Magnetic field, board's axes", "µT", 25],
].map(([title, unit, column]) => new Strip(document.getElementById("charts"), title, unit, column));

// How much is kept, s, and the times that can be shown at once.
const longestHistory = 60;
const spans = [1, 2, 5, 10, 20, 60];

const signals = {
  rows: [],
  /** The rows as they were when a person stopped the charts; null while they go on. */
  frozen: null,
  /** How much time is shown, and how long ago its end is, s. */
  span: 10,
  back: 0,
  /** Where the cursor is, as a share of what is shown, 0…1; null for none. */
  cursor: null,
  /** What is added to the board's time, s: it begins anew when the board does, and the charts go on. */
  shift: 0,
  /** When the last row came by the browser's clock, ms. */
  cameAt: 0,

  /** Adds rows by the board's time, and converts them to the time of the charts. */
  add(rows, now = performance.now()) {
    for (const row of rows) {
      const last = this.rows.at(-1)?.[0];
      if (last !== undefined && row[0] + this.shift < last) {
        this.shift = last + Math.max((now - this.cameAt) / 1000, 0.1) - row[0];
      }
      row[0] += this.shift;
      this.rows.push(row);
    }
    if (rows.length) this.cameAt = now;
    // The kept rows are cut only once a second.
    const end = this.rows.at(-1)?.[0] ?? 0;
    if (this.rows.length && this.rows[0][0] < end - longestHistory - 1) {
      this.rows = this.rows.filter((row) => row[0] >= end - longestHistory);
    }
    return rows;
  },

  /** The rows that can be looked at, and the interval that is shown. */
  view() {
    const rows = this.frozen ?? this.rows;
    const end = (rows.at(-1)?.[0] ?? 0) - this.back;
    const start = end - this.span;
    const shown = rows.filter((row) => row[0] >= start && row[0] <= end);
    const time = start + this.cursor * this.span;
    const at = this.cursor === null || !shown.length ? undefined
      : shown.reduce((best, row) => (Math.abs(row[0] - time) < Math.abs(best[0] - time) ? row : best));
    return { rows: shown, start, end, at, longest: longestStep(rows) };
  },

  draw() {
    const view = this.view();
    const rows = filtered(view.rows, chartCutoff());
    setText("cursor", view.at ? `at ${view.at[0].toFixed(2)} s` : "");
    strips.forEach((strip) => strip.isSeen && strip.draw(rows, view));
  },

  pause(isOn) {
    this.frozen = isOn ? this.rows.slice() : null;
    if (!isOn) this.back = 0;
    this.show();
  },

  goBack(seconds) {
    if (seconds > 0 && !this.frozen) this.frozen = this.rows.slice();
    this.back = seconds;
    this.show();
  },

  zoom(steps) {
    const index = spans.indexOf(this.span) + steps;
    this.span = spans[Math.min(Math.max(index, 0), spans.length - 1)];
    this.show();
  },

  show() {
    const isPaused = this.frozen !== null;
    document.getElementById("pause").setAttribute("aria-pressed", isPaused);
    document.getElementById("pause").textContent = isPaused ? "Go on" : "Pause";
    document.getElementById("span").textContent = `${this.span} s`;
    document.getElementById("zoom-in").disabled = this.span === spans[0];
    document.getElementById("zoom-out").disabled = this.span === spans.at(-1);
    // The right end of the slider is now.
    document.getElementById("back").value = longestHistory - this.back;
    document.getElementById("back").setAttribute("aria-valuetext", `${this.back.toFixed(1)} s ago`);
  },
};

document.getElementById("pause").onclick = () => signals.pause(signals.frozen === null);
document.getElementById("zoom-in").onclick = () => signals.zoom(-1);
document.getElementById("zoom-out").onclick = () => signals.zoom(1);
document.getElementById("back").oninput = (event) => signals.goBack(longestHistory - Number(event.target.value));

document.getElementById("charts").addEventListener("pointermove", (event) => {
  const strip = strips.find((strip) => strip.canvas === event.target);
  if (!strip) return;
  const { left, right } = strip.frame;
  const share = (event.offsetX - left) / (right - left);
  signals.cursor = share < 0 || share > 1 ? null : share;
});
document.getElementById("charts").addEventListener("pointerleave", () => { signals.cursor = null; });
document.getElementById("charts").addEventListener("keydown", (event) => {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!step) return;
  event.preventDefault();
  // A cursor on charts that move would leave its sample.
  if (!signals.frozen) signals.pause(true);
  const { rows, at, start } = signals.view();
  const next = rows[rows.indexOf(at) + step] ?? at ?? rows.at(-1);
  signals.cursor = next ? (next[0] - start) / signals.span : null;
});
signals.show();
