"use strict";
// The streams over time.

// The letters that were read, with the board's times at which they were complete, s.
let letterMarks = [];

/** Remembers a letter of the board for the charts; what was drawn on the page has no time. */
function markLetter(letter) {
  if (letter.time !== undefined && letter.label) {
    letterMarks = [...letterMarks, { label: inText(letter.label), time: letter.time }].slice(-50);
  }
}

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

/** One strip chart: three lines over the last ten seconds, a time axis, and pen bars with their letters. */
class Strip {
  static span = 10;
  static step = 2;

  constructor(parent, title, unit, column) {
    this.canvas = document.createElement("canvas");
    this.canvas.setAttribute("role", "img");
    this.canvas.setAttribute("aria-label", title + " in " + unit);
    parent.append(this.canvas);
    this.title = title;
    this.unit = unit;
    this.column = column;
  }

  draw(rows) {
    const { context, width, height } = sharp(this.canvas);
    const place = { left: 46, right: width - 2, top: 32, bottom: height - 18 };
    const end = rows.length ? rows[rows.length - 1][0] : 0;
    const x = (time) => place.right - ((end - time) / Strip.span) * (place.right - place.left);
    context.font = "12px system-ui, sans-serif";
    context.fillStyle = color("soft");
    context.fillText(`${this.title}, ${this.unit}`, place.left, 12);
    const values = rows.flatMap((row) => row.slice(this.column, this.column + 3)).filter((value) => value !== null);
    if (!values.length) {
      context.fillText(rows.length ? "not known of this board" : "no sample yet", place.left, height / 2);
      return;
    }
    let [low, high] = values.reduce(([a, b], value) => [Math.min(a, value), Math.max(b, value)], [Infinity, -Infinity]);
    const margin = Math.max((high - low) * 0.08, 1e-3);
    [low, high] = [low - margin, high + margin];
    const y = (value) => place.top + ((high - value) / (high - low)) * (place.bottom - place.top);
    this.drawPen(context, rows, x, place);
    this.drawAxes(context, x, y, place, end, [low, high]);
    context.lineWidth = 1.5;
    ["x", "y", "z"].forEach((name, axis) => {
      context.strokeStyle = color(name);
      polyline(context, rows.filter((row) => row[this.column + axis] !== null)
        .map((row) => [x(row[0]), y(row[this.column + axis])]));
    });
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

  drawAxes(context, x, y, place, end, [low, high]) {
    context.strokeStyle = color("line");
    context.lineWidth = 1;
    context.strokeRect(place.left, place.top, place.right - place.left, place.bottom - place.top);
    if (low < 0 && high > 0) polyline(context, [[place.left, y(0)], [place.right, y(0)]]);
    context.fillStyle = color("soft");
    context.textAlign = "right";
    context.fillText(high.toPrecision(3), place.left - 4, place.top + 10);
    context.fillText(low.toPrecision(3), place.left - 4, place.bottom);
    context.textAlign = "center";
    const first = Math.max(Math.ceil((end - Strip.span) / Strip.step), 0) * Strip.step;
    for (let time = first; time <= end; time += Strip.step) {
      if (x(time) < place.left + 10 || x(time) > place.right - 14) continue;
      polyline(context, [[x(time), place.bottom], [x(time), place.bottom + 4]]);
      context.fillText(`${time} s`, x(time), place.bottom + 15);
    }
    context.textAlign = "left";
  }
}
