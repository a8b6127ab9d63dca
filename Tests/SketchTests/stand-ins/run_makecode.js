// Runs a MakeCode program on a recorded motion: node run_makecode.js PROGRAM MOTION. Time passes with its pauses; it ends with the motion.
const fs = require("fs"), vm = require("vm")
const [program, path] = process.argv.slice(2)
const samples = fs.readFileSync(path, "utf8").trim().split("\n").map(line => line.split(",").map(Number))
let now = 0, index = 0, output = ""
class End extends Error {}
function present() {
  while (index < samples.length && samples[index][0] * 1000 < now) index += 1
  if (index === samples.length) throw new End()
  return samples[index]
}
// MakeCode counts the axes as the board does: x to the left, z down.
const acceleration = axis => Math.round(present()[1 + axis] / 9.80665 * 1000) * (axis === 1 ? 1 : -1)
try {
  vm.runInNewContext(fs.readFileSync(program, "utf8"), {
    serial: { redirectToUSB() {}, writeLine(line) { output += line + "\r\n" } },
    input: { setAccelerometerRange() {}, acceleration, buttonIsPressed: () => present().at(-1) === 1, runningTime: () => (now += 1) },
    basic: { pause(milliseconds) { now += milliseconds } },
    Dimension: { X: 0, Y: 1, Z: 2 }, Button: { A: 0 }, AcceleratorRange: { EightG: 8 },
  })
} catch (error) {
  if (!(error instanceof End)) throw error
}
process.stdout.write(output)
