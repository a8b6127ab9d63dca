// In JavaScript what Library/Tests/replay.c does in C, for a comparison bit for bit: rows of 15 words on standard input; for each, the
// attitude from six axes and the event, nine words.
import { readFileSync, writeFileSync } from "node:fs";
import { Quillon } from "quillon";

const bytes = readFileSync(0), rows = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4), answer = [];
const quillon = await Quillon.load({ model: "air-board" });
const vector = (place, bits) => Array.from(rows.subarray(place, place + 3), word => word / 2 ** bits);

function put(attitude, event) {
  answer.push(...attitude.map(part => part * 2 ** 30));
  if (!event) answer.push(-1, -1, -1, -1, -1);
  else if (event.kind !== "letter") throw new Error(`the event is no letter: ${JSON.stringify(event)}`);
  else answer.push(0, quillon.labels.indexOf(event.label), event.score * 4096, event.margin * 4096, event.isRejected ? 1 : 0);
}

for (let row = 0; row < rows.length; row += 15) {
  const event = quillon.pushRaw((rows[row] >>> 0) / 1000, vector(row + 2, 23), vector(row + 5, 25), (rows[row + 1] & 8) !== 0);
  put(quillon.motion.attitude, event);
}
for (let event; (event = quillon.finish());) put([0, 0, 0, 0], event);
writeFileSync(1, Int32Array.from(answer));
