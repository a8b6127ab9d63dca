import TestSupport
import Testing

/// An option that would change nothing is refused, with the option that it needs or stands in its way.
@Suite(.waiting) struct IneffectiveOptionTests {
  @Test(arguments: [
    ("view --rate 50", "--rate", "--port"), ("view --baud 9600", "--baud", "--port"),
    ("view --columns t,ax,ay,az", "--columns", "--port"),
    ("view --configure", "--configure", "--port"), ("view --dtr on", "--dtr", "--port"),
    ("view --protocol mip", "--protocol", "--port"),
    ("replay a.csv --speed 3", "--speed", "--pty"), ("simulate --fast", "--fast", "--pty"),
    ("simulate --fast --trace a.csv", "--fast", "--pty"),
    ("simulate --replay a.csv --protocol mip", "--protocol", "--pty"),
    ("run --field-strength 30", "--field-strength", "--raw 9"),
    ("run --raw 6 --inclination 10", "--inclination", "--raw 9"),
    ("simulate --raw 6 --field-strength 30", "--field-strength", "--raw 9"),
    ("test --seed 3", "--seed", "--simulated"), ("test --raw 6", "--raw", "--simulated"),
    ("profile --tolerance 0.2", "--tolerance", "--compare"),
    ("profile --seconds 3", "--seconds", "--wire"),
    ("profile --wire --baud 9600", "--baud", "--port"),
    ("decode --protocol mip --columns t,ax,ay,az", "--columns", "--protocol csv"),
    ("train --ink a.jsonl --out m.json --omit 0.1", "--omit", "--feature-set"),
    ("train --ink a.jsonl --out m.json --reject-rate 0.1", "--reject-rate", "--feature-set"),
    ("bridge --rounds 2", "--rounds", "--prompt"),
  ])
  func whatItNeedsIsNamed(command: String, option: String, other: String) throws {
    try refuses(
      command,
      "\(option) has no effect without \(other): add \(other), or leave out \(option).")
  }

  @Test(arguments: [
    ("view --port X --wrist", "--wrist", "a board of your own"),
    ("view --port X --text A", "--text", "a board of your own"),
    ("view --port X --raw 6", "--raw", "a board of your own"),
    ("view a.csv --seed 3", "--seed", "a trace file"),
    ("view a.csv --text A", "--text", "a trace file"),
    ("view a.csv --wrist", "--wrist", "a trace file"),
    ("simulate --replay a.csv --seed 3", "--seed", "--replay"),
    ("simulate --replay a.csv --range 2", "--range", "--replay"),
    ("simulate --still 60 --text A", "--text", "--still"),
    ("simulate --alphabet --text A", "--text", "--alphabet"),
    ("simulate --alphabet --pty", "--pty", "--alphabet"),
    ("simulate --replay a.csv --pty --unplug 3 --seed 3", "--seed", "--replay"),
    ("calibrate --trace a.csv --out c.json --baud 9600", "--baud", "--trace"),
    ("enroll --trace a.csv --rate 50", "--rate", "--trace"),
    ("test --simulated --baud 9600", "--baud", "--simulated"),
    (
      "train --ink a.jsonl --out m.qnm --feature-set path --starts 3", "--starts", "--feature-set"
    ),
    ("bridge --pen space --sensitivity 2", "--sensitivity", "--pen space"),
    ("test --pen gpio --sensitivity 2", "--sensitivity", "--pen gpio"),
    ("bridge --service --pen space", "--pen space", "--service"),
    ("bridge --service --teach", "--teach", "--service"),
  ])
  func whatStandsInItsWayIsNamed(command: String, option: String, other: String) throws {
    try refuses(command, "\(option) has no effect beside \(other): leave out \(option).")
  }

  /// Several options are refused in one sentence.
  @Test func severalAreNamedTogether() throws {
    let list = "--text, --seed and --wrist"
    try refuses(
      "simulate --replay a.csv --text A --seed 3 --wrist",
      "\(list) have no effect beside --replay: leave out \(list).")
  }

  /// What looks alike and has an effect is accepted.
  @Test func whatHasAnEffectIsTaken() throws {
    let workspace = try Workspace()
    let trace = workspace.path("a.csv")
    // Who writes for a board without a pen rests between letters.
    #expect(
      try Tool.run("simulate", "--text", "I", "--protocol", "mip", "--trace", trace).code == 0)
    let raw = try Tool.run("simulate", "--replay", trace, "--raw", "6")
    let whole = try String(contentsOfFile: trace, encoding: .utf8)
    #expect(raw.code == 0 && raw.output != whole)
  }

  private func refuses(_ command: String, _ words: String) throws {
    let result = try Tool.run(command.split(separator: " ").map(String.init))
    #expect(result.code == 2)
    #expect(result.errorOutput.contains(words), "\(result.errorOutput)")
  }
}
