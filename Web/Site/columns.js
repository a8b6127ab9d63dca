// What the columns of lines of numbers hold. A header or names give it, otherwise physics: at rest the three numbers whose
// length is 1 g are the acceleration, what turns it is the rate, and what rises steadily is the time. `quillon bridge` decides alike.

export const roles = ["other", "t", "ax", "ay", "az", "gx", "gy", "gz", "mx", "my", "mz", "qw", "qx", "qy", "qz", "pen"];
const radian = Math.PI / 180, mpu = radian / 131.072;
/** The units in the module's order: words, and one unit in 1/g or in rad/s. */
export const units = {
  acceleration: [["g", 1], ["mg", 1000], ["m/s²", 9.80665], ["256/g", 256], ["2048/g", 2048], ["4096/g", 4096], ["8192/g", 8192], ["16384/g", 16384]],
  rate: [["°/s", radian], ["m°/s", radian / 1000], ["rad/s", 1], ["mrad/s", 0.001], ["131/(°/s)", mpu], ["65.5/(°/s)", 2 * mpu], ["32.8/(°/s)", 4 * mpu],
    ["16.4/(°/s)", 8 * mpu], ["16/(°/s)", radian / 16]],
  time: [["ms", 1e-3], ["µs", 1e-6], ["s", 1], ["ns", 1e-9]],
};
const [enough, most, fewest, enoughNamed] = [60, 200, 5, 40];
const usualOrder = "ax ay az gx gy gz mx my mz qw qx qy qz".split(" ");

const median = values => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
const norm = vector => Math.hypot(...vector);
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const companion = force => [4, 5, 6, 7].includes(force) ? 4 : force === 2 ? 2 : 0;

/** The unit of time in which rows that far apart are 0.5 to 60 ms apart. */
function timeUnit(step) {
  return [[2, 5e-4], [0, 0.5], [1, 500], [3, 5e5]].find(([, least]) => step >= least && step < 120 * least)?.[0] ?? -1;
}

/** Rows of numbers, and what physics reveals about their columns. */
class Table {
  constructor(rows, period) {
    Object.assign(this, { rows, width: rows[0].length, period });
    this.times = [...rows[0].keys()].filter(column => this.rises(column)).sort((a, b) => this.counts(a) - this.counts(b) || a - b);
    this.timeUnit = this.times.length && !this.counts(this.times[0]) ? timeUnit(median(this.steps(this.times[0]))) : -1;
  }
  steps(column) { return this.rows.slice(1).map((row, place) => row[column] - this.rows[place][column]); }
  rises(column) {
    const steps = this.steps(column);
    return steps.length >= 4 && steps.every(step => step >= 0) && steps.filter(step => step > 0).length * 10 >= steps.length * 9;
  }
  counts(column) { return this.steps(column).filter(step => step === 1).length * 10 >= (this.rows.length - 1) * 9; }
  vectors(start) { return this.rows.map(row => row.slice(start, start + 3)); }
  norms(start) { return this.vectors(start).map(norm); }
  isConstant(column) { return this.rows.every(row => row[column] === this.rows[0][column]); }
  isAlike(start, force) {
    const others = this.vectors(force);
    return this.vectors(start).every((a, place) => {
      const b = others[place], [x, y] = [norm(a), norm(b)];
      return Math.abs(x - y) < 0.2 * y && dot(a, b) > 0.9 * x * y;
    });
  }
  /** How much of the changes of acceleration a rate explains, and the factor that makes the rate rad/s. */
  turning(force, rate) {
    const [a, w] = [this.vectors(force), this.vectors(rate)];
    let [xy, xx, yy] = [0, 0, 0];
    for (let place = 1; place < a.length; place += 1) {
      const middle = a[place].map((value, axis) => (value + a[place - 1][axis]) / 2);
      const period = this.timeUnit < 0 ? this.period
        : (this.rows[place][this.times[0]] - this.rows[place - 1][this.times[0]]) * units.time[this.timeUnit][1];
      const turn = cross(middle, w[place].map((value, axis) => (value + w[place - 1][axis]) / 2)).map(value => value * period);
      const change = a[place].map((value, axis) => value - a[place - 1][axis]);
      xy += dot(turn, change);
      xx += dot(turn, turn);
      yy += dot(change, change);
    }
    return xx > 0 && yy > 0 && xy > 0 ? [xy * xy / (xx * yy), xy / xx] : [0, 0];
  }
  forceUnit(start) {
    const length = median(this.norms(start));
    return units.acceleration.map(([, gravity], unit) => ({ unit, error: Math.abs(length / gravity - 1) }))
      .filter(({ error }) => error <= 0.15).sort((a, b) => a.error - b.error)[0];
  }
  /** The unit of a rate beside an acceleration, and what it costs: how fast the board would turn, less what the turning explains. */
  rated(force, unit, rate) {
    const [share, factor] = this.turning(force, rate);
    const fits = (companion(unit) === 4 ? [4, 5, 6, 7] : [2, 0, 1, 4])
      .find(each => Math.abs(Math.log(units.rate[each][1] / factor)) < Math.log(1.4));
    let rateUnit = companion(unit);
    if (share > 0.5 && fits !== undefined) rateUnit = fits;
    else if (rateUnit === 2 && this.isStill(force) && median(this.norms(rate)) > 0.35) rateUnit = 0;
    const speed = median(this.norms(rate)) * units.rate[rateUnit][1] / radian;
    return { rateUnit, cost: Math.min(speed / 100, 1) - (share > 0.5 ? share : 0) };
  }
  isStill(start) {
    const all = this.vectors(start), mean = [0, 1, 2].map(axis => all.reduce((sum, vector) => sum + vector[axis], 0) / all.length);
    return all.every(vector => norm(vector.map((value, axis) => value - mean[axis])) < 0.1 * norm(mean));
  }

  /** The best places of acceleration and rate; null if no three columns can be an acceleration. */
  best() {
    const triples = [...this.rows[0].keys()].slice(0, -2).filter(start => !this.times.some(time => time >= start && time < start + 3));
    const found = [];
    for (const force of triples) {
      if (triples.some(other => other + 3 <= force && this.isAlike(force, other))) continue;
      const fit = this.forceUnit(force);
      if (!fit) continue;
      for (const rate of [...triples, null]) {
        if (rate !== null && (Math.abs(rate - force) < 3 || this.isAlike(rate, force))) continue;
        const used = rate === null ? [force] : [force, rate], columns = used.flatMap(start => [start, start + 1, start + 2]);
        let cost = fit.error, rateUnit = companion(fit.unit);
        for (let column = 0; column < Math.max(...columns); column += 1) {
          if (!this.times.includes(column) && !columns.includes(column)) cost += 0.02;
        }
        const still = columns.filter(column => this.isConstant(column)).length;
        if (still < columns.length) cost += 0.3 * still;
        if (rate === null) cost += 0.6;
        else {
          const rated = this.rated(force, fit.unit, rate);
          rateUnit = rated.rateUnit;
          cost += rated.cost + (rate < force ? 0.01 : 0);
        }
        if (force === (this.times[0] === 0 ? 1 : 0) && rate === force + 3) cost -= 0.1;
        found.push({ force, rate, unit: fit.unit, rateUnit, cost });
      }
    }
    found.sort((a, b) => a.cost - b.cost);
    if (!found.length) return null;
    const [{ force, rate, unit, rateUnit, cost }, next] = found, names = new Array(this.width).fill("other");
    if (this.timeUnit >= 0) names[this.times[0]] = "t";
    ["x", "y", "z"].forEach((axis, place) => {
      names[force + place] = `a${axis}`;
      if (rate !== null) names[rate + place] = `g${axis}`;
    });
    // A column of 0 and 1 beside a motion is a pen.
    const pen = names.findIndex((name, column) => name === "other" && this.rows.every(row => row[column] === 0 || row[column] === 1));
    if (pen >= 0) names[pen] = "pen";
    return { names, acceleration: unit, rate: rate === null ? -1 : rateUnit, time: this.timeUnit, isCertain: !next || next.cost - cost > 0.05 };
  }
}

/** Follows lines, and finds what their columns hold. `read(line, isFirst)` reads a line as the decoder does. */
export class ColumnFinder {
  constructor(read) { Object.assign(this, { read, rest: "", rows: [], lines: [], named: null, count: 0 }); }

  /** Processes bytes that arrived at `time`, ms. */
  push(bytes, time) {
    const parts = (this.rest + new TextDecoder("latin1").decode(bytes)).split(/[\r\n]+/);
    this.rest = parts.pop().slice(0, 256);
    for (const line of parts) if (line && line.length < 256) this.take(line, time);
  }
  take(line, time) {
    this.lines = [...this.lines.slice(-3), line];
    const { numbers, ...found } = this.read(line, this.count++ === 0);
    if (found.isNamed && !this.named) this.rows = [];
    if (found.isNamed) this.named = { ...found, header: this.named?.header ?? line };
    if (numbers.length < 3 || numbers.includes(null)) return;
    if (numbers.length !== this.rows[0]?.length) this.rows = [];
    if (!this.rows.length) this.first = time;
    this.last = time;
    this.rows = [...this.rows.slice(1 - most), numbers];
  }

  get isText() { return this.rows.length >= fewest; }
  /** True if more lines would hardly change the meanings of the columns. */
  get isSure() { return this.named ? this.rows.length >= enoughNamed : this.rows.length >= enough && Boolean(this.assignment?.isCertain); }

  /** What the columns hold: names as in a header, and the units' places; null if unknown. */
  get assignment() {
    if (!this.isText) return null;
    const period = (this.last - this.first) / 1000 / (this.rows.length - 1), width = this.rows[0].length;
    const table = new Table(this.rows, period > 0.002 ? period : 0.01);
    if (this.named) return this.byNames(table);
    const found = table.best(), hasTime = [4, 7, 10, 14].includes(width);
    if (found?.isCertain) return found;
    if (![3, 6, 9, 13].includes(width) && !hasTime || hasTime && table.times[0] !== 0) return found;
    const names = [...(hasTime ? ["t"] : []), ...usualOrder].slice(0, width);
    return { names, acceleration: -1, rate: -1, time: table.timeUnit, isCertain: false };
  }
  /** By the names; units that these do not give follow from the numbers. */
  byNames(table) {
    const { time, force, rate, header, units: told } = this.named, names = new Array(table.width).fill("other");
    // The decoder reports no pen: its name shows it.
    const pen = header.split(/[,;\t ]+/).findIndex(name => /^pen\b/i.test(name));
    if (time >= 0) names[time] = "t";
    ["x", "y", "z"].forEach((axis, place) => {
      if (force[place] >= 0) names[force[place]] = `a${axis}`;
      if (rate[place] >= 0) names[rate[place]] = `g${axis}`;
    });
    if (names[pen] === "other") names[pen] = "pen";
    const isRow = start => start[0] >= 0 && start[1] === start[0] + 1 && start[2] === start[0] + 2;
    const acceleration = told.acceleration >= 0 ? told.acceleration : isRow(force) ? table.forceUnit(force[0])?.unit ?? -1 : -1;
    const rateUnit = told.rate >= 0 ? told.rate : isRow(force) && isRow(rate) && acceleration >= 0 ? table.rated(force[0], acceleration, rate[0]).rateUnit : -1;
    return { names, acceleration, rate: rateUnit, time: told.time >= 0 ? told.time : time < 0 ? -1 : timeUnit(median(table.steps(time))), isCertain: true, hasNames: true };
  }
}
