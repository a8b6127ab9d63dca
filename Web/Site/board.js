// A board by Web Serial: finds speed, format and columns, and comes back when the board does.
import { ColumnFinder } from "./columns.js";

const speeds = [115200, 9600, 57600, 921600, 230400, 460800, 38400];
/** How long lines of numbers are examined before the likely columns are used, ms, and how many bytes are read again. */
const looking = 3000, heardLimit = 1 << 18;

export class Board {
  /** `tell(event)`, `sensed(sample)`, `say(word, values)` and `seen(board)` are called while it runs. */
  constructor(quillon, { tell, sensed, say, seen }) {
    Object.assign(this, { quillon, tell, sensed, say, seen, port: null, isRunning: false, format: null, speed: 0, finder: null, columns: null });
  }

  /** Asks for a port, in a click, and reads it until the page ends. */
  async connect() {
    this.port = await navigator.serial.requestPort();
    navigator.serial.addEventListener?.("connect", () => { if (!this.isRunning) this.run(); });
    await this.run();
  }

  async run() {
    this.isRunning = true;
    try {
      for (const speed of speeds) if (await this.listen(speed)) return;
      this.say("boardUnknown");
    } catch (error) {
      if (error.name === "NetworkError" || /lost/.test(error.message)) this.say("boardUnplugged");
      else this.say("boardBroken", { reason: error.message });
    } finally { this.isRunning = false; }
  }

  /** Listens at a speed; true if its bytes had a format, and the board has ended. */
  async listen(speed) {
    this.say("boardListening", { speed });
    await this.port.open({ baudRate: speed });
    const reader = this.port.readable.getReader(), limit = speed === speeds[0] ? 2000 : 700;
    Object.assign(this, { speed, format: null, columns: null, heard: [], heardCount: 0, begin: performance.now(),
      finder: new ColumnFinder((line, isFirst) => this.quillon.readLine(line, isFirst)) });
    const timer = setTimeout(() => { if (!this.format && !this.finder.isText) reader.cancel(); }, limit);
    this.quillon.expect();
    try {
      for (;;) {
        const { value, done } = await reader.read();
        if (done) break;
        this.take(value, performance.now());
      }
    } finally {
      clearTimeout(timer);
      reader.releaseLock();
      await this.port.close().catch(() => {});
    }
    if (this.format) this.say("boardUnplugged");
    return this.format !== null;
  }

  take(bytes, time) {
    if (!this.format || this.format === "csv") this.finder.push(bytes, time);
    this.quillon.pushBytes(bytes, time, this.tell, this.sensed);
    if (!this.format) {
      this.heard.push([bytes, time]);
      this.heardCount += bytes.length;
      if (this.heardCount > heardLimit) this.heardCount -= this.heard.shift()[0].length;
      if (time - this.begin > 300 && this.heardCount >= 300) this.look(time);
    }
    if (this.format === "csv" || this.finder.isText) this.seen(this);
    const { shortcoming } = this.quillon.line;
    if (shortcoming) this.say(shortcoming === "too slow" ? "boardSlow" : shortcoming === "no rate" ? "boardNoRate" : "boardNoForce");
  }

  /** Chooses the format of what came so far, once there is enough. What came is read again with it. */
  look(time) {
    const format = this.quillon.line.format ?? this.quillon.findFormat();
    if (format && format !== "csv") return this.read(format);
    if (!this.finder.isText || !this.finder.isSure && time - this.begin < looking) {
      // Lines of numbers are looked at longer. Their decoder is not asked yet.
      if (format) this.quillon.expect();
      return;
    }
    const columns = this.finder.assignment;
    if (columns) this.readColumns(columns);
  }
  read(format) {
    this.format = format;
    this.say("boardReading", { format, speed: this.speed });
    this.quillon.expect(format);
    this.hearAgain();
  }
  /** Reads lines of numbers as these columns. Without names the board's header, if any, names them. */
  readColumns(columns, isByHand = false) {
    this.columns = columns;
    this.quillon.expectColumns(columns);
    const header = new TextEncoder().encode(columns.names.join(",") + "\n");
    if (isByHand || !columns.hasNames) this.quillon.pushBytes(header, performance.now());
    if (!this.format) this.say("boardReading", { format: "csv", speed: this.speed });
    this.format = "csv";
    this.hearAgain();
    this.seen(this);
  }
  hearAgain() {
    for (const [bytes, time] of this.heard) this.quillon.pushBytes(bytes, time, this.tell, this.sensed);
    this.heard = [];
  }
}
