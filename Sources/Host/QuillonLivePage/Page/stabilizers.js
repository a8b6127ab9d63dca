"use strict";
// The ribbon of the last stroke in the air under each stabilizer, side by side and to one scale.

const ribbonsHint = "All ribbons have the same scale. The drift is the distance from a ribbon's end, a dot, to the "
  + "end of the ribbon whose drift was removed at pen-up, a ring. That stabilizer takes the hand to rest at both ends.";
let ribbons = [];

function showRibbons(message) {
  ribbons = message.ribbons;
  document.getElementById("ribbons-hint").textContent = ribbonsHint;
  document.getElementById("ribbons").replaceChildren(...ribbons.map((ribbon) => {
    const [figure, canvas, caption, name, numbers] =
      ["figure", "canvas", "figcaption", "span", "span"].map((tag) => document.createElement(tag));
    name.textContent = ribbon.name;
    numbers.textContent = `drift ${ribbon.drift.toFixed(1)} cm, size ${ribbon.size.toFixed(1)} cm`;
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", `Ribbon under ${ribbon.name}: ${numbers.textContent}`);
    caption.append(name, numbers);
    figure.append(canvas, caption);
    drawWhenSeen(canvas, () => drawRibbonOf(canvas, ribbon));
    return figure;
  }));
}

function drawRibbonOf(canvas, { points }) {
  const places = ribbons.flatMap((ribbon) => ribbon.points);
  if (!points.length) return;
  const ranges = [0, 1].map((axis) => {
    const values = places.map((place) => place[axis]);
    return [Math.min(...values), Math.max(...values)];
  });
  const extent = Math.max(...ranges.map(([low, high]) => high - low), 0.1);
  const middle = ranges.map(([low, high]) => (low + high) / 2);
  const reference = ribbons.find((ribbon) => ribbon.name === "Drift removed at pen-up");
  const { context, width, height } = sharp(canvas);
  const scale = (Math.min(width, height) - 16) / extent;
  const place = ([x, y]) =>
    [width / 2 + (x - middle[0]) * scale, height / 2 + (y - middle[1]) * scale];
  context.strokeStyle = color("ink");
  context.lineWidth = 3;
  context.lineCap = context.lineJoin = "round";
  polyline(context, points.map(place));
  context.fillStyle = context.strokeStyle = color("accent");
  context.beginPath();
  context.arc(...place(points.at(-1)), 4, 0, 2 * Math.PI);
  context.fill();
  context.lineWidth = 1.5;
  context.beginPath();
  context.arc(...place(reference.points.at(-1)), 7, 0, 2 * Math.PI);
  context.stroke();
}
