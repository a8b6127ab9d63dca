"use strict";
// Attitude, heading and reference frame, and what the charts leave out.

// The first and the last column of a row that are angles: they jump at 180°, so they are not filtered.
const angleColumns = [22, 24];

/** The coefficients of a Butterworth low-pass of second order (bilinear transform; RBJ Audio EQ Cookbook, LPF with
    Q = 1/√2); null if the cutoff, Hz, is not below half the rate. */
function lowPass(cutoff, rate) {
  if (!cutoff || !rate || cutoff >= rate / 2) return null;
  const angle = 2 * Math.PI * cutoff / rate;
  const alpha = Math.sin(angle) / Math.SQRT2;
  const a0 = 1 + alpha;
  const b1 = (1 - Math.cos(angle)) / a0;
  return { b0: b1 / 2, b1, b2: b1 / 2, a1: -2 * Math.cos(angle) / a0, a2: (1 - alpha) / a0 };
}

/** Rows with every column but time, angles and pen filtered; the filter begins settled at the first value. */
function filtered(rows, cutoff) {
  const rate = shownRate(rows);
  const c = lowPass(cutoff, rate);
  if (!c) return rows;
  const states = [];
  return rows.map((row) => row.map((value, column) => {
    const isAngle = column >= angleColumns[0] && column <= angleColumns[1];
    if (column === 0 || column === columns.pen || isAngle || value === null) return value;
    const s = states[column] ??= { x1: value, x2: value, y1: value, y2: value };
    const y = c.b0 * value + c.b1 * s.x1 + c.b2 * s.x2 - c.a1 * s.y1 - c.a2 * s.y2;
    [s.x2, s.x1, s.y2, s.y1] = [s.x1, value, s.y1, y];
    return y;
  }));
}

/** How many rows a second the charts get; 0 while that is not known. */
function shownRate(rows) {
  if (rows.length < 3) return 0;
  const last = rows.slice(-200);
  const span = last.at(-1)[0] - last[0][0];
  return span > 0 ? (last.length - 1) / span : 0;
}

/** The low-pass that is chosen for the charts, Hz; 0 for none. */
function chartCutoff() { return Number(element("cutoff").value); }

/** Shows heading, field and frame, and what the charts of these rows leave out. */
function showMotion(state, rows) {
  setText("heading", state.heading === undefined ? "–" : `${Math.round(state.heading) % 360}°`);
  setText("field", state.field ?? "none");
  setText("frame-note", state.frameNote ?? "");
  element("reference").setAttribute("aria-pressed", state.isRelative);
  const shown = shownRate(rows);
  if (!state.rate || !shown) return setText("nyquist", "");
  const limit = Math.min(state.rate, shown) / 2;
  setText("nyquist", `${state.rate.toFixed(0)} samples a second come, ${shown.toFixed(0)} are drawn: `
    + `the charts can't show what is faster than ${limit.toFixed(0)} Hz (Nyquist). It appears slower than it is.`);
}

function resetReference() { wish({ do: "reference", on: true }); }

/** Lets buttons and the key R ask for it; called once the page is there. */
function bindMotion() {
  element("reference").onclick = resetReference;
  element("frame").onclick = () => wish({ do: "reference", on: false });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "r" || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (event.target.closest("input, select, textarea")) return;
    resetReference();
  });
}
