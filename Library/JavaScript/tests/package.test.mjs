// The package as a user has it, in a folder where it is installed. RECORDING is a trace of `quillon simulate --raw 6 --text QUILLON`.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import test from "node:test";
import { Worker } from "node:worker_threads";
import { models, Quillon } from "quillon";

/** The rows of the recording, by the names of their columns. */
function samples() {
  const [header, ...rows] = readFileSync(process.env.RECORDING, "utf8").trim().split("\n").filter(line => !line.startsWith("#"));
  const names = header.split(",");
  return rows.map(row => {
    const fields = row.split(","), number = name => Number(fields[names.indexOf(name)]);
    return { time: 1000 * number("t"), force: ["ax", "ay", "az"].map(number), rate: ["gx", "gy", "gz"].map(number),
      isPenDown: number("pen") === 1 };
  });
}

test("a board at rest is level", async () => {
  const quillon = await Quillon.load();
  assert.equal(quillon.motion.status, "starting");
  for (let n = 0; n < 600; n += 1) quillon.pushRaw(10 * n, [0, 0, 9.80665], [0, 0, 0], false);
  const { attitude, gravity, isSettled } = quillon.motion;
  assert.ok(attitude[0] > 0.9999 && Math.abs(gravity[2] + 9.81) < 0.05 && isSettled, JSON.stringify(quillon.motion));
});

test("the letters of a recording are read", async () => {
  const quillon = await Quillon.load(), events = samples().map(each => quillon.pushRaw(each.time, each.force, each.rate, each.isPenDown));
  for (let event; (event = quillon.finish());) events.push(event);
  const letters = events.filter(Boolean);
  assert.equal(letters.map(event => event.label).join(""), "QUILLON");
  assert.ok(letters.every(event => event.kind === "letter" && event.margin > 0 && event.best[0].label === event.label));
});

test("the worker reads the same, in order, from the first sample", async () => {
  // Node's workers have a port in place of a page's `self`.
  const place = import.meta.resolve("quillon/examples/worker.js");
  const stand = `import { parentPort } from "node:worker_threads";
    globalThis.self = { postMessage: data => parentPort.postMessage(data) };
    await import(${JSON.stringify(place)});
    parentPort.on("message", data => self.onmessage({ data }));`;
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(stand)}`));
  const sent = [...samples(), null], answers = [];
  for (const sample of sent) worker.postMessage(sample);
  await new Promise((resolve, reject) => {
    worker.on("error", reject);
    worker.on("message", answer => answers.push(answer) === sent.length && resolve());
  });
  await worker.terminate();
  assert.equal(answers.flatMap(({ events }) => events.map(event => event.label)).join(""), "QUILLON");
});

test("each recognizer has memory of its own, from one compiled module", async () => {
  const wasm = readFileSync(new URL(import.meta.resolve("quillon/quillon.wasm")));
  const one = await Quillon.load({ model: "ink", wasm }), other = await Quillon.load({ model: "gestures", wasm: one.module });
  assert.deepEqual([one.model, one.labels.length, other.model], ["ink", 26, "gestures"]);
  assert.ok(other.labels.length > 26);
  for (const model of models) assert.ok(other.use(model) && other.labels.length > 2, model);
});

test("what cannot be is refused with words, and nothing changes", async () => {
  await assert.rejects(Quillon.load({ model: "air" }), /there is no model air; one of air-board, ink/);
  const quillon = await Quillon.load();
  assert.throws(() => quillon.use("nonsense"), /there is no model nonsense/);
  assert.throws(() => quillon.pushRaw(0, [0, 0], [0, 0, 0], false), /found 2 numbers, expected 3/);
  assert.throws(() => quillon.pushAttitude(0, [0, 0, 0], [1, 0, 0], false), /found 3 numbers, expected 4/);
  assert.throws(() => quillon.expect("nonsense"), /there is no format nonsense; one of quillon, csv/);
  assert.throws(() => quillon.settings({ pen: "nonsense" }), /there is no pen nonsense; one of samples, motion/);
  assert.throws(() => quillon.settings({ penUpTime: 65_536 }), /penUpTime is 65536; give 0 to 65535/);
  assert.throws(() => quillon.settings({ gates: 32 }), /gates is 32; give 0 to 31/);
  assert.throws(() => quillon.loadPerson("{}"), /This is no person's file/);
  assert.deepEqual([quillon.teach("A"), quillon.undo(), quillon.finish(), quillon.model], ["no letter", false, null, "air-board"]);
});

test("numbers out of range are clamped, and NaN becomes 0", async () => {
  const [one, other] = await Promise.all([Quillon.load(), Quillon.load()]);
  for (let n = 0; n < 20; n += 1) {
    one.pushRaw(10 * n, [1e9, -1e9, NaN], [1e9, NaN, 0], false);
    other.pushRaw(10 * n, [256, -256, 0], [64, 0, 0], false);
  }
  assert.deepEqual(one.motion, other.motion);
});

test("the version is told, and every name of the types is there", async () => {
  const require = createRequire(import.meta.url), quillon = await Quillon.load();
  assert.equal(require("quillon/package.json").version, process.env.VERSION);
  const types = readFileSync(new URL("quillon.d.ts", import.meta.resolve("quillon")), "utf8");
  const told = types.split("export class Quillon {")[1].matchAll(/^  (?:static |readonly |set )*(\w+)/gm);
  for (const [, name] of told) assert.ok(name in quillon || name in Quillon, name);
});
