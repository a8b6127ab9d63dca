"use strict";
// The charts of the streams over time.

// The letters that were read, with the times of the charts at which they were complete, s.
let letterMarks = [];

/** The intervals [start, end] of rows, s, in which the pen is down. */
function penBars(rows) {
  const bars = [];
  let start = null;
  rows.forEach((row, index) => {
    if (row[columns.pen]) start ??= row[0];
    if (start === null || (row[columns.pen] && index < rows.length - 1)) return;
    bars.push([start, row[0]]);
    start = null;
  });
  return bars;
}

/** The longest time between two rows that is no gap, s: two and a half times the usual one. */
function longestStep(rows) {
  const steps = rows.slice(-200).map((row, index, last) => (index ? row[0] - last[index - 1][0] : 0)).slice(1);
  return steps.length ? 2.5 * steps.sort((a, b) => a - b)[steps.length >> 1] : Infinity;
}

/** Runs of rows that have a value in a column, without a gap of more than `longest` s. */
function runs(rows, column, longest) {
  const found = [];
  let last = -Infinity;
  for (const row of rows) {
    if (row[column] === null) continue;
    if (row[0] - last > longest || !found.length) found.push([]);
    found.at(-1).push(row);
    last = row[0];
  }
  return found;
}

/** One chart: three lines, a time axis, pen bars with their letters, and the cursor with its values. */
class Strip {
  constructor(parent, title, unit, column) {
    const [figure, caption, name, canvas] =
      ["figure", "figcaption", "span", "canvas"].map((tag) => document.createElement(tag));
    this.values = document.createElement("output");
    name.textContent = `${title}, ${unit}`;
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", `${title} in ${unit}`);
    caption.append(name, this.values);
    figure.append(caption, canvas);
    parent.append(figure);
    this.canvas = canvas;
    this.column = column;
  }

  /** True while some of it is on the screen. */
  get isSeen() {
    const box = this.canvas.getBoundingClientRect();
    return box.width > 0 && box.bottom > 0 && box.top < window.innerHeight;
  }

  /** The place of the lines in the canvas. */
  get frame() {
    return { left: 46, right: this.canvas.clientWidth - 2, top: 18, bottom: this.canvas.clientHeight - 18 };
  }

  /** Draws rows from `start` to `end`, s. `at` is the row under the cursor, if there is one; a longer step than `longest` is a gap. */
  draw(rows, { start, end, at, longest }) {
    const { context, height } = sharp(this.canvas);
    const place = this.frame;
    const x = (time) => place.left + ((time - start) / (end - start)) * (place.right - place.left);
    context.font = "12px system-ui, sans-serif";
    context.fillStyle = color("soft");
    const values = rows.flatMap((row) => row.slice(this.column, this.column + 3)).filter((value) => value !== null);
    this.showValues(at);
    this.canvas.classList.toggle("unknown", rows.length > 0 && !values.length);
    if (!values.length) {
      context.fillText(rows.length ? "not known of this board" : "no sample yet", place.left, height / 2);
      return;
    }
    let [low, high] = values.reduce(([a, b], value) => [Math.min(a, value), Math.max(b, value)], [Infinity, -Infinity]);
    const margin = Math.max((high - low) * 0.08, 1e-3);
    [low, high] = [low - margin, high + margin];
    const y = (value) => place.top + ((high - value) / (high - low)) * (place.bottom - place.top);
    this.drawPen(context, rows, x, place);
    this.drawAxes(context, x, y, place, [start, end], [low, high]);
    context.lineWidth = 1.5;
    ["x", "y", "z"].forEach((name, axis) => {
      context.strokeStyle = color(name);
      for (const run of runs(rows, this.column + axis, longest)) {
        polyline(context, run.map((row) => [x(row[0]), y(row[this.column + axis])]));
      }
    });
    if (!at) return;
    context.strokeStyle = color("ink");
    context.lineWidth = 1;
    polyline(context, [[x(at[0]), place.top], [x(at[0]), place.bottom]]);
  }

  showValues(row) {
    const values = row ? row.slice(this.column, this.column + 3) : [];
    const text = values.map((value, axis) => `${"xyz"[axis]} ${value === null ? "–" : value.toFixed(2)}`).join("  ");
    if (this.values.textContent !== text) this.values.textContent = text;
  }

  // The letter of a bar is the one that was complete after its end and before the next begins. A letter of several
  // strokes stands above its last one.
  drawPen(context, rows, x, place) {
    const bars = penBars(rows);
    context.textAlign = "center";
    bars.forEach(([start, end], index) => {
      context.fillStyle = color("shade");
      context.fillRect(x(start), place.top, x(end) - x(start), place.bottom - place.top);
      const next = bars[index + 1]?.[0] ?? Infinity;
      const mark = letterMarks.find(({ time }) => time > end - 0.05 && time < next);
      if (!mark) return;
      context.fillStyle = color("ink");
      context.fillText(mark.label, Math.min((x(start) + x(end)) / 2, place.right - 6), place.top - 5);
    });
    context.textAlign = "left";
  }

  drawAxes(context, x, y, place, [start, end], [low, high]) {
    context.strokeStyle = color("line");
    context.lineWidth = 1;
    context.strokeRect(place.left, place.top, place.right - place.left, place.bottom - place.top);
    if (low < 0 && high > 0) polyline(context, [[place.left, y(0)], [place.right, y(0)]]);
    context.fillStyle = color("soft");
    context.textAlign = "right";
    context.fillText(high.toPrecision(3), place.left - 4, place.top + 10);
    context.fillText(low.toPrecision(3), place.left - 4, place.bottom);
    context.textAlign = "center";
    const step = [0.2, 0.5, 1, 2, 5, 10, 20].find((step) => ((place.right - place.left) * step) / (end - start) > 60) ?? 60;
    for (let number = Math.max(Math.ceil(start / step), 0); number * step <= end; number++) {
      const time = number * step;
      if (x(time) < place.left + 10 || x(time) > place.right - 14) continue;
      polyline(context, [[x(time), place.bottom], [x(time), place.bottom + 4]]);
      context.fillText(`${Number(time.toFixed(1))} s`, x(time), place.bottom + 15);
    }
    context.textAlign = "left";
  }
}
