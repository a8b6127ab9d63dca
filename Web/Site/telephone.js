// A telephone as a board: its motion events become samples in the core's axes and signs.

const degree = Math.PI / 180;

/** Asks for the sensors. Call it directly in a click: nothing may be awaited before. Returns what is wrong, or null. */
export async function permission() {
  if (!window.isSecureContext) return "This page needs https for the motion sensors. Open it from an https address.";
  if (!window.DeviceMotionEvent) return "This browser has no motion sensors.";
  try {
    const answers = await Promise.all([window.DeviceMotionEvent, window.DeviceOrientationEvent]
      .map(kind => kind?.requestPermission?.() ?? "granted"));
    if (answers[0] !== "granted") return "The motion sensors were not permitted. Allow them in the browser's settings.";
  } catch { return "The motion sensors were not permitted. Allow them in the browser's settings."; }
  return null;
}

/** Follows the sensors. `take(time, force, rate)` gets samples, ms, m/s² and rad/s; `missing(words)` is called if none come. */
export class Telephone {
  constructor(take, missing) {
    Object.assign(this, { take, missing, votes: 0, sign: 0, count: 0, up: null, hasForce: false, hasRate: false });
    this.onMotion = event => this.moved(event);
    this.onTurn = ({ beta, gamma }) => {
      if (beta === null || gamma === null) return;
      const [b, g] = [beta * degree, gamma * degree];
      this.up = [-Math.cos(b) * Math.sin(g), Math.sin(b), Math.cos(b) * Math.cos(g)];
    };
    window.addEventListener("devicemotion", this.onMotion);
    window.addEventListener("deviceorientation", this.onTurn);
    this.timer = setTimeout(() => {
      if (this.count) return;
      this.end();
      this.missing(this.hasForce ? "This device has no gyroscope." : this.hasRate ? "This device has no accelerometer."
        : "This device has no motion sensors, or the browser does not show them.");
    }, 2500);
  }
  end() {
    clearTimeout(this.timer);
    window.removeEventListener("devicemotion", this.onMotion);
    window.removeEventListener("deviceorientation", this.onTurn);
  }
  moved({ accelerationIncludingGravity: a, rotationRate: r, timeStamp }) {
    const force = [a?.x, a?.y, a?.z], rate = [r?.alpha, r?.beta, r?.gamma];
    this.hasForce ||= force.every(Number.isFinite);
    this.hasRate ||= rate.every(Number.isFinite);
    if (![...force, ...rate].every(Number.isFinite)) return;
    this.count += 1;
    if (!this.sign) this.vote(force);
    if (this.sign) this.take(timeStamp, force.map(value => this.sign * value), rate.map(value => value * degree));
  }
  /** WebKit reports the negative of the force. At rest the force points up, and the orientation shows where up is. Without an
      orientation the screen counts as up, which it is when the telephone lies down as it is asked to. */
  vote(force) {
    const up = this.up ?? (this.count > 60 ? [0, 0, 1] : null);
    if (!up) return;
    this.votes += Math.sign(force[0] * up[0] + force[1] * up[1] + force[2] * up[2]);
    if (Math.abs(this.votes) >= 8) this.sign = Math.sign(this.votes);
  }
}
