"use strict";
// All drawings. They use plain 2-D canvases and no WebGL.

/** A canvas with the resolution of the screen. Width and height are in CSS pixels. */
function sharp(canvas) {
  const ratio = window.devicePixelRatio || 1;
  const [width, height] = [canvas.clientWidth, canvas.clientHeight];
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

// The columns of a row that the server sends.
const columns = { time: 0, position: 19, attitude: 22, pen: 28 };

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
  // Points in space have a depth, which a canvas would take for the next place.
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

/** The stroke in the unit square and its nine zones. */
function drawInk(canvas, points) {
  const { context, width, height } = sharp(canvas);
  const size = Math.min(width, height) - 20;
  const place = ([x, y]) => [10 + x * size, 10 + y * size];
  context.strokeStyle = color("line");
  for (let third = 0; third <= 3; third++) {
    polyline(context, [place([third / 3, 0]), place([third / 3, 1])]);
    polyline(context, [place([0, third / 3]), place([1, third / 3])]);
  }
  if (!points.length) return;
  context.strokeStyle = color("accent");
  context.lineWidth = 4;
  context.lineCap = context.lineJoin = "round";
  curve(context, points.map(place));
  context.fillStyle = color("good");
  context.beginPath();
  context.arc(...place(points[0]), 6, 0, 2 * Math.PI);
  context.fill();
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

/** The board as a box in its attitude at the pen's position, the reference axes and the paths of the pen, older ones fainter. */
function drawBoard(canvas, attitude, position, ways) {
  const { context, width, height } = sharp(canvas);
  const scale = Math.min(width, height) / 0.5;
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
  [["x", [0.2, 0, 0]], ["y", [0, 0.2, 0]], ["z", [0, 0, 0.2]]].forEach(([name, end]) => {
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
