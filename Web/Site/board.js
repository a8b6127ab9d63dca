// A board by Web Serial: finds speed and format by the core's decoders, and comes back when the board does.

const speeds = [115200, 9600, 57600, 921600, 230400, 460800, 38400];

export class Board {
  /** `tell(event)`, `sensed(sample)` and `say(words)` are called while it runs. */
  constructor(quillon, { tell, sensed, say }) {
    Object.assign(this, { quillon, tell, sensed, say, port: null, isRunning: false });
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
      this.say("Bytes of no known format came, or none. Is the board sending? Press Connect to try again.");
    } catch (error) {
      this.say(error.name === "NetworkError" || /lost/.test(error.message)
        ? "The board was unplugged. Plug it in again." : `The board can't be read: ${error.message}`);
    } finally { this.isRunning = false; }
  }

  /** Listens at a speed; true if its bytes had a format, and the board has ended. */
  async listen(speed) {
    this.say(`Listening at ${speed} bits a second …`);
    await this.port.open({ baudRate: speed });
    const reader = this.port.readable.getReader();
    const [begin, limit] = [performance.now(), speed === speeds[0] ? 2000 : 700];
    const timer = setTimeout(() => { if (!this.quillon.line.format) reader.cancel(); }, limit);
    let count = 0, format = null;
    this.quillon.expect();
    try {
      for (;;) {
        const { value, done } = await reader.read();
        if (done) break;
        count += value.length;
        this.quillon.pushBytes(value, performance.now(), this.tell, this.sensed);
        if (!format && performance.now() - begin > 300 && count >= 300) {
          format = this.quillon.findFormat();
          if (format) this.say(`Reading ${format} at ${speed} bits a second.`);
        }
        const { shortcoming } = this.quillon.line;
        if (shortcoming) this.say(`This board sends ${shortcoming}: letters can't be read with it.`);
      }
    } finally {
      clearTimeout(timer);
      reader.releaseLock();
      await this.port.close().catch(() => {});
    }
    if (format) this.say("The board was unplugged. Plug it in again.");
    return format !== null;
  }
}
