// A QR code of an address, for the camera of a telephone: ISO/IEC 18004, bytes, level M, versions 1 to 6.

const totals = [26, 44, 70, 100, 134, 172], blockCounts = [1, 1, 1, 2, 2, 4], checks = [10, 16, 26, 18, 24, 16];
const range = count => Array.from({ length: count }, (_, place) => place);

/** The product in GF(2⁸) with x⁸ + x⁴ + x³ + x² + 1. */
function product(a, b) {
  let result = 0;
  for (let bit = 7; bit >= 0; bit -= 1) result = result << 1 ^ (result >>> 7) * 0x11d ^ (b >>> bit & 1) * a;
  return result;
}
/** The remainder of the data by the generator of Reed and Solomon's code, highest power first. */
function remainder(data, count) {
  let [generator, root] = [[1], 1];
  for (let power = 0; power < count; power += 1, root = product(root, 2)) {
    generator = [...generator, 0].map((value, place) => value ^ (place ? product(generator[place - 1], root) : 0));
  }
  const rest = [...data, ...new Array(count).fill(0)];
  data.forEach((_, place) => {
    const factor = rest[place];
    generator.forEach((value, offset) => { rest[place + offset] ^= product(value, factor); });
  });
  return rest.slice(data.length);
}
/** The bytes of the symbol: the data in blocks, one byte of each in turn, and then their checks. */
function codewords(bytes, version) {
  const [blocks, check] = [blockCounts[version], checks[version]], each = totals[version] / blocks - check, capacity = blocks * each;
  const nibbles = [4, bytes.length >> 4, bytes.length & 15, ...bytes.flatMap(byte => [byte >> 4, byte & 15]), 0];
  const data = range(nibbles.length / 2).map(place => nibbles[2 * place] << 4 | nibbles[2 * place + 1]);
  for (let place = 0; data.length < capacity; place += 1) data.push(place % 2 ? 0x11 : 0xec);
  const parts = range(blocks).map(block => data.slice(block * each, (block + 1) * each));
  return [parts, parts.map(part => remainder(part, check))].flatMap(group => group[0].flatMap((_, place) => group.map(part => part[place])));
}
const masks = [(x, y) => (x + y) % 2, (x, y) => y % 2, x => x % 3, (x, y) => (x + y) % 3, (x, y) => ((x / 3 | 0) + (y >> 1)) % 2,
  (x, y) => x * y % 2 + x * y % 3, (x, y) => (x * y % 2 + x * y % 3) % 2, (x, y) => ((x + y) % 2 + x * y % 3) % 2];

/** How hard a symbol is to read: long runs, and squares of one color. */
function penalty(rows) {
  const runs = lines => lines.reduce((sum, line) =>
    sum + (line.map(Number).join("").match(/0{5,}|1{5,}/g) ?? []).reduce((all, run) => all + run.length - 2, 0), 0);
  let squares = 0;
  for (let y = 1; y < rows.length; y += 1) for (let x = 1; x < rows.length; x += 1) {
    squares += 3 * (rows[y][x] === rows[y - 1][x] && rows[y][x] === rows[y][x - 1] && rows[y][x] === rows[y - 1][x - 1]);
  }
  return runs(rows) + runs(rows[0].map((_, x) => rows.map(row => row[x]))) + squares;
}

/** The rows of the code, true for black; null if the text is too long. */
export function code(text) {
  const bytes = [...new TextEncoder().encode(text)];
  const version = totals.findIndex((total, place) => bytes.length + 2 <= total - blockCounts[place] * checks[place]);
  if (version < 0) return null;
  const size = 21 + 4 * version, fixed = range(size).map(() => new Array(size).fill(null));
  const set = (x, y, isBlack) => { if (fixed[y]?.[x] !== undefined) fixed[y][x] = Boolean(isBlack); };
  const square = (cx, cy, reach, isWhite) => {
    for (let y = -reach; y <= reach; y += 1) for (let x = -reach; x <= reach; x += 1) {
      set(cx + x, cy + y, !isWhite.includes(Math.max(Math.abs(x), Math.abs(y))));
    }
  };
  range(size).forEach(place => { set(place, 6, place % 2 === 0); set(6, place, place % 2 === 0); });
  for (const [x, y] of [[3, 3], [size - 4, 3], [3, size - 4]]) square(x, y, 4, [2, 4]);
  if (version) square(size - 7, size - 7, 2, [1]);
  const format = mask => {
    let rest = mask;
    for (let bit = 0; bit < 10; bit += 1) rest = rest << 1 ^ (rest >>> 9) * 0x537;
    const bits = (mask << 10 | rest) ^ 0x5412, bit = place => bits >>> place & 1;
    for (const place of range(15)) {
      set(8, place < 6 ? place : place < 8 ? place + 1 : size - 15 + place, bit(place));
      set(place < 8 ? size - 1 - place : place < 9 ? 7 : 14 - place, 8, bit(place));
    }
    set(8, size - 8, true);
  };
  format(0);
  const bits = codewords(bytes, version).flatMap(word => range(8).map(bit => word >>> 7 - bit & 1)), free = [];
  for (let right = size - 1; right > 0; right -= right === 8 ? 3 : 2) {
    for (const step of range(size)) for (const x of [right, right - 1]) {
      const y = (right < 7 ? right + 1 : right) & 2 ? step : size - 1 - step;
      if (fixed[y][x] === null) free.push([x, y]);
    }
  }
  const symbols = masks.map((isKept, mask) => {
    format(mask);
    const rows = fixed.map(row => [...row]);
    free.forEach(([x, y], place) => { rows[y][x] = Boolean(bits[place] ?? 0) !== (isKept(x, y) === 0); });
    return rows;
  });
  const costs = symbols.map(penalty);
  return symbols[costs.indexOf(Math.min(...costs))];
}

/** Draws the code black on white with its margin, whatever the colors of the page. */
export function drawCode(canvas, rows) {
  const side = rows.length + 8, scale = Math.ceil(320 / side), context = canvas.getContext("2d");
  canvas.width = canvas.height = side * scale;
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.width);
  context.fillStyle = "#000";
  rows.forEach((row, y) => row.forEach((isBlack, x) => { if (isBlack) context.fillRect((x + 4) * scale, (y + 4) * scale, scale, scale); }));
}
