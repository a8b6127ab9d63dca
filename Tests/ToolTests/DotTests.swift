import Foundation
import QuillonRecordings
import QuillonSystem
import TestSupport
import Testing

/// A dot that a person teaches.
@Suite struct DotTests {
  /// A trace of letters with the label ".", a hundredth as large as they were written.
  private func dots(_ workspace: Workspace) throws -> String {
    let (trace, out) = (workspace.path("big.csv"), workspace.path("dots.csv"))
    #expect(try Tool.run("simulate", "--text", "OOOO", "--trace", trace).code == 0)
    var recording = try Trace(contentsOf: trace)
    for index in recording.rows.indices {
      if let acceleration = recording.rows[index].linearAcceleration {
        recording.rows[index].linearAcceleration = acceleration * 0.01
      }
      if recording.rows[index].label != nil { recording.rows[index].label = "." }
    }
    try recording.write(to: OutputFile(out))
    return out
  }

  @Test(arguments: [[], ["--feature-set", "airPath", "--passes", "3"]])
  func aDotIsTakenForNoLetterUntilItIsTaught(kind: [String]) throws {
    let workspace = try Workspace()
    let (dots, model) = (try dots(workspace), workspace.path("model"))
    let train = try Tool.run(
      ["train", "--simulated", "3", "--air", dots, "--out", model] + kind)
    #expect(train.code == 0, "\(train.errorOutput)")
    let taught = try Tool.run("evaluate", "--air", dots, "--model", model)
    #expect(taught.output.contains("4 of 4 right"), "\(taught.output)\(taught.errorOutput)")
    // The same strokes, meant as letters, are too small for a model that knows no dot.
    let letters = workspace.path("letters.csv")
    let text = try String(contentsOfFile: dots, encoding: .utf8)
    try text.replacingOccurrences(of: ",.\n", with: ",O\n")
      .write(toFile: letters, atomically: true, encoding: .utf8)
    let untaught = try Tool.run("evaluate", "--air", letters, "--model", "simulated-air")
    #expect(untaught.output.contains("the device abandoned 4"), "\(untaught.output)")
  }

  @Test(arguments: [
    (".", true), ("7", true), ("?", true), ("shake", true), (",", false), ("a b", false),
  ])
  func labelsAreSingleCharactersOrNames(label: String, isLabel: Bool) throws {
    #expect(label.isTrainingLabel == isLabel)
    let result = try Tool.run("record", "--port", "/no/such/port", "--label", label, "/dev/null")
    #expect(
      (result.code == 2 && result.errorOutput.contains("A label is")) == !isLabel,
      "\(result.errorOutput)")
  }
}
