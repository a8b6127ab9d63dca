"use strict";
// Drawing of letters, on the live page and on the page for telephones: plain 2-D canvases.

/** A canvas with the resolution of the screen. Width and height are in CSS pixels; of a hidden canvas they are its own. */
function sharp(canvas) {
  const isShown = canvas.clientWidth > 0, ratio = isShown ? window.devicePixelRatio || 1 : 1;
  const [width, height] = isShown ? [canvas.clientWidth, canvas.clientHeight] : [canvas.width, canvas.height];
  if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
  }
  const context = canvas.getContext("2d");
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  context.lineWidth = 1;
  context.textAlign = "left";
  return { context, width, height };
}

/** A color of the page, for light or dark. */
function color(name) {
  return getComputedStyle(document.documentElement).getPropertyValue("--" + name).trim();
}

/** A path through points [x, y]. */
function polyline(context, points) {
  context.beginPath();
  points.forEach(([x, y], index) => (index ? context.lineTo(x, y) : context.moveTo(x, y)));
  context.stroke();
}

/**
 * A smooth curve through points [x, y]: a centripetal Catmull-Rom spline as Bézier curves (Yuksel, Schaefer and
 * Keyser 2011). It passes through every point. Points that fall together count as one.
 */
function curve(context, points) {
  context.beginPath();
  traceCurve(context, points, true);
  context.stroke();
}

/** Adds the curve to the context's path; with `begins` it begins there, else it goes on from the last place. */
function traceCurve(context, points, begins) {
  // Points in space have a depth, which a canvas would treat as the next place.
  const all = points.map(([x, y]) => [x, y]).filter(([x, y], index) =>
    !index || Math.hypot(x - points[index - 1][0], y - points[index - 1][1]) > 0.01);
  if (!all.length) return;
  if (begins) context.moveTo(...all[0]); else context.lineTo(...all[0]);
  if (all.length === 1) return context.lineTo(all[0][0] + 0.01, all[0][1]);
  const span = (a, b) => Math.sqrt(Math.hypot(b[0] - a[0], b[1] - a[1]));
  for (let index = 1; index < all.length; index++) {
    const [start, end] = [all[index - 1], all[index]];
    const [before, after] = [all[index - 2] ?? start, all[index + 1] ?? end];
    const middle = span(start, end);
    // Where the curve leaves one point for the next, seen from its other neighbor.
    const handle = (point, next, other) => {
      const side = span(other, point);
      if (side === 0) return point.map((value, axis) => value + (next[axis] - value) / 3);
      return point.map((value, axis) =>
        (side ** 2 * next[axis] - middle ** 2 * other[axis]
          + (2 * side ** 2 + 3 * side * middle + middle ** 2) * value) / (3 * side * (side + middle)));
    };
    context.bezierCurveTo(
      ...handle(start, end, before), ...handle(end, start, after), ...end);
  }
}

/** Strokes of points [x, y] of the unit square, in the middle of the canvas; with `zones` the nine zones and the beginning. */
function drawInk(canvas, strokes, zones = true) {
  const { context, width, height } = sharp(canvas);
  const size = 0.9 * Math.min(width, height);
  const place = ([x, y]) => [(width - size) / 2 + x * size, (height - size) / 2 + y * size];
  context.strokeStyle = color("line");
  for (let third = 0; zones && third <= 3; third++) {
    polyline(context, [place([third / 3, 0]), place([third / 3, 1])]);
    polyline(context, [place([0, third / 3]), place([1, third / 3])]);
  }
  drawStrokes(context, strokes.map((stroke) => stroke.map(place)), "accent");
  if (!zones || !strokes[0]?.length) return;
  context.fillStyle = color("good");
  context.beginPath();
  context.arc(...place(strokes[0][0]), 6, 0, 2 * Math.PI);
  context.fill();
}

/** Strokes of points [x, y], pixels, as a pen draws them. */
function drawStrokes(context, strokes, name) {
  context.strokeStyle = color(name);
  context.lineWidth = 4;
  context.lineCap = context.lineJoin = "round";
  strokes.forEach((stroke) => curve(context, stroke));
}

/** Follows one pointer on a canvas: calls `down(event)`, `move(event)` for each point on the way, and `up(event)`. */
function followPointer(canvas, { down, move, up }) {
  let pointer = null;
  canvas.addEventListener("pointerdown", (event) => {
    if (pointer !== null || event.button > 0) return;
    pointer = event.pointerId;
    canvas.setPointerCapture(pointer);
    down(event);
  });
  canvas.addEventListener("pointermove", (event) => {
    if (event.pointerId !== pointer) return;
    const steps = event.getCoalescedEvents?.() ?? [];
    (steps.length ? steps : [event]).forEach(move);
  });
  for (const name of ["pointerup", "pointercancel"]) {
    canvas.addEventListener(name, (event) => {
      if (event.pointerId !== pointer) return;
      pointer = null;
      up(event);
    });
  }
}
