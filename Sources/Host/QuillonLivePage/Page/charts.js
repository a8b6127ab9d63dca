"use strict";
// The charts of the live page. They use plain 2-D canvases and no WebGL; drawing.js has what they share with other pages.

// The columns of a row that the server sends.
const columns = { time: 0, position: 19, attitude: 22, pen: 28 };

// How canvases are drawn that are not drawn again and again.
const drawings = new WeakMap();
const redraw = (canvas) => { if (canvas.clientWidth) drawings.get(canvas)?.(); };
const sizes = new ResizeObserver((entries) => entries.forEach(({ target }) => redraw(target)));
matchMedia("(prefers-color-scheme: dark)").addEventListener("change",
  () => document.querySelectorAll("canvas").forEach(redraw));

/** Draws on a canvas whenever it is shown, its size changes, or the page gets light or dark. */
function drawWhenSeen(canvas, draw) {
  drawings.set(canvas, draw);
  sizes.observe(canvas);
}

/** v rotated by the quaternion q = [w, x, y, z]. */
function rotate([w, x, y, z], [a, b, c]) {
  const [tx, ty, tz] = [2 * (y * c - z * b), 2 * (z * a - x * c), 2 * (x * b - y * a)];
  return [
    a + w * tx + y * tz - z * ty, b + w * ty + z * tx - x * tz, c + w * tz + x * ty - y * tx,
  ];
}

/** The direction of the board's x axis from roll, pitch and yaw in degrees. */
function sideways(angles) {
  const [roll, pitch, yaw] = angles.map((angle) => (angle * Math.PI) / 180);
  const [a, b] = [Math.cos(roll), Math.sin(pitch) * Math.sin(roll)];
  return [
    a * Math.cos(yaw) - b * Math.sin(yaw), a * Math.sin(yaw) + b * Math.cos(yaw),
    -Math.cos(pitch) * Math.sin(roll),
  ];
}

/** A filled polygon with its outline. */
function polygon(context, corners) {
  context.beginPath();
  corners.forEach(([x, y], index) => (index ? context.lineTo(x, y) : context.moveTo(x, y)));
  context.closePath();
  context.fill();
  context.stroke();
}

/** The path of the pen as a ribbon in the attitude of the board; a line where the attitude is unknown. */
function drawRibbon(context, project, way) {
  const half = 0.012;
  const edges = way.map(({ position, angles }) => {
    if (angles.includes(null)) return [project(position), project(position)];
    const side = sideways(angles);
    return [-half, half].map((width) =>
      project(position.map((value, axis) => value + width * side[axis])));
  });
  context.strokeStyle = color("accent");
  context.fillStyle = color("shade");
  context.lineWidth = 1;
  context.beginPath();
  traceCurve(context, edges.map(([left]) => left), true);
  traceCurve(context, edges.map(([, right]) => right).reverse(), false);
  context.closePath();
  context.fill();
  context.stroke();
  context.lineWidth = 2;
  curve(context, way.map(({ position }) => project(position)));
}

/**
 * The board as a box in its attitude at the pen's position, the reference axes and the paths of the pen, older ones fainter.
 * The canvas shows so many meters.
 */
function drawBoard(canvas, attitude, position, ways, meters = 0.5) {
  const { context, width, height } = sharp(canvas);
  const scale = Math.min(width, height) / meters;
  const [turn, tilt] = [-0.5, 0.35];
  // The view is from the front, a little from above and from the side: right, up, and toward the eye.
  const project = ([x, y, z]) => {
    const right = x * Math.cos(turn) - y * Math.sin(turn);
    const away = x * Math.sin(turn) + y * Math.cos(turn);
    return [
      width / 2 + scale * right,
      height / 2 - scale * (z * Math.cos(tilt) + away * Math.sin(tilt)),
      z * Math.sin(tilt) - away * Math.cos(tilt),
    ];
  };
  context.font = "13px system-ui, sans-serif";
  context.lineWidth = 2;
  const length = 0.4 * meters;
  [["x", [length, 0, 0]], ["y", [0, length, 0]], ["z", [0, 0, length]]].forEach(([name, end]) => {
    context.strokeStyle = context.fillStyle = color(name);
    polyline(context, [project([0, 0, 0]), project(end)]);
    const [x, y] = project(end.map((value) => value * 1.1));
    context.fillText(name, x - 3, y + 4);
  });
  context.lineJoin = "round";
  ways.forEach((way, index) => {
    context.globalAlpha = 0.5 ** (ways.length - 1 - index);
    if (way.length > 1) drawRibbon(context, project, way);
  });
  context.globalAlpha = 1;
  if (!attitude) return;
  const half = [0.035, 0.07, 0.005];
  const corner = (signs) => {
    const turned = rotate(attitude, signs.map((sign, axis) => sign * half[axis]));
    return project(turned.map((value, axis) => value + position[axis]));
  };
  const faces = [];
  for (let axis = 0; axis < 3; axis++) {
    for (const side of [-1, 1]) {
      const corners = [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([a, b]) => {
        const signs = [0, 0, 0];
        signs[axis] = side;
        signs[(axis + 1) % 3] = a;
        signs[(axis + 2) % 3] = b;
        return corner(signs);
      });
      const depth = corners.reduce((sum, point) => sum + point[2], 0);
      faces.push({ corners, depth, isFace: axis === 2 && side === 1 });
    }
  }
  faces.sort((a, b) => a.depth - b.depth);
  for (const face of faces) {
    context.fillStyle = face.isFace ? color("accent") : color("card");
    context.strokeStyle = color("ink");
    context.lineWidth = 1.5;
    polygon(context, face.corners);
  }
}

/** Directions spread evenly over a sphere along a spiral. */
const dots = Array.from({ length: 600 }, (_, index) => {
  const z = 1 - (2 * index + 1) / 600;
  const [radius, angle] = [Math.sqrt(1 - z * z), index * Math.PI * (3 - Math.sqrt(5))];
  return [radius * Math.cos(angle), radius * Math.sin(angle), z];
});

/** A fixed sphere of dots around the board, seen through the board as through a window. */
function drawSphere(canvas, attitude) {
  const { context, width, height } = sharp(canvas);
  context.font = "15px system-ui, sans-serif";
  context.textAlign = "center";
  if (!attitude) {
    context.fillStyle = color("soft");
    context.fillText("no attitude yet", width / 2, height / 2);
    return;
  }
  const [w, x, y, z] = attitude;
  const size = Math.min(width, height) * 0.6;
  // The view through the board's back: its x axis to the right, its y axis up.
  const project = (direction) => {
    const [right, up, back] = rotate([w, -x, -y, -z], direction);
    if (back > -0.2) return null;
    return [width / 2 - (size * right) / back, height / 2 + (size * up) / back, -back];
  };
  for (const dot of dots) {
    const place = project(dot);
    if (!place) continue;
    context.fillStyle = color(Math.abs(dot[2]) < 0.03 ? "accent" : "soft");
    context.beginPath();
    context.arc(place[0], place[1], 1 + 2 * place[2], 0, 2 * Math.PI);
    context.fill();
  }
  for (const [name, axis, sign] of [
    ["+x", 0, 1], ["−x", 0, -1], ["+y", 1, 1], ["−y", 1, -1], ["up", 2, 1], ["down", 2, -1],
  ]) {
    const place = project([0, 1, 2].map((index) => (index === axis ? sign : 0)));
    if (!place) continue;
    context.fillStyle = color("xyz"[axis]);
    context.fillText(name, place[0], place[1] + 5);
  }
}
