// Pictures of letters in the large area: the hand's way while it writes, and the corrected ink after it.

const line = 6;
let wanted = null;

/** The strokes moved and scaled alike into a box, but not larger than `most` pixels a unit. */
export function fitted(strokes, { x, y, width, height }, most = Infinity) {
  const all = strokes.flat(), [xs, ys] = [0, 1].map(axis => all.map(point => point[axis]));
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const scale = Math.min(width / (right - left || 1e-9), height / (bottom - top || 1e-9), most);
  const [dx, dy] = [x + (width - scale * (right - left)) / 2, y + (height - scale * (bottom - top)) / 2];
  return strokes.map(stroke => stroke.map(([px, py]) => [dx + scale * (px - left), dy + scale * (py - top)]));
}

/** A box in a canvas, with a rim. */
const inside = (width, height, rim) => ({ x: rim, y: rim, width: width - 2 * rim, height: height - 2 * rim });

/** Draws the way so far with the next picture of the screen, once however many points come before it. Ways in pixels stay as they are;
    those in meters are fitted, with 15 cm as the least size. */
export function liveInk(strokes, isInPixels = false) {
  if (!wanted) requestAnimationFrame(() => {
    if (!wanted) return;
    const { strokes, isInPixels } = wanted, { context, width, height } = sharp(document.getElementById("ink"));
    wanted = null;
    pen(context, isInPixels ? strokes : fitted(strokes, inside(width, height, 32), Math.min(width, height) / 0.2));
  });
  wanted = { strokes, isInPixels };
}

/** Draws the corrected ink of a letter, points of the unit square. */
export function showInk(canvas, ink) {
  wanted = null;
  const { context, width, height } = sharp(canvas);
  if (ink) pen(context, fitted(ink.map(stroke => stroke.map(({ x, y }) => [x, y])), inside(width, height, 14)));
}

export function pen(context, strokes, name = "accent") {
  context.strokeStyle = color(name);
  context.lineWidth = line;
  context.lineCap = context.lineJoin = "round";
  strokes.forEach(stroke => curve(context, stroke));
}
