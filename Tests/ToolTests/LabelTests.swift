import Foundation
import TestSupport
import Testing

/// Digits, and answers among some labels: `--labels` of every command that has it.
@Suite(.waiting) struct LabelTests {
  /// A text with digits is read by a model that knows them, without an option.
  @Test(arguments: ["BUS 42", "0123456789"]) func digitsAreRead(text: String) throws {
    let result = try Tool.run("run", "--fast", "--text", text)
    #expect(result.code == 0, "\(result)")
    #expect(result.output.contains("recognized  \(text.filter { $0 != " " })\n"), "\(result)")
  }

  /// The answers are among the labels that are named, whatever is written.
  @Test(arguments: ["0-9", "7,8,<9", "a-z"]) func answersAreAmongTheLabels(labels: String) throws {
    let result = try Tool.run("run", "--fast", "--text", "OIS", "--labels", labels)
    switch labels {
    case "0-9":
      let line = try #require(result.lines.first { $0.hasPrefix("recognized") })
      let read = line.dropFirst("recognized".count).filter { $0 != " " }
      #expect(result.code == 1 && read.count == 3)
      #expect(read.allSatisfy { $0.isNumber || $0 == "?" }, "\(line)")
    case "a-z": #expect(result.code == 2 && result.errorOutput.contains("does not know a b c"))
    default: #expect(result.code == 2 && result.errorOutput.contains("is no list of labels"))
    }
  }

  /// A model of digits alone, learned from simulated people, and what asks and counts by it.
  @Test func aModelOfDigitsIsTested() throws {
    let workspace = try Workspace()
    let (model, trace) = (workspace.path("digits.qnm"), workspace.path("trace.csv"))
    let training = try Tool.run(
      "train", "--simulated", "12", "--labels", "0-9", "--feature-set", "airPath",
      "--written-in-air", "--hidden", "24", "--passes", "12", "--out", model)
    #expect(training.code == 0 && training.output.contains("240 letters learned"), "\(training)")
    let test = try Tool.run(
      "test", "--simulated", "--fast", "--times", "1", "--model", model, "--record", trace)
    #expect(test.code == 0 && test.errorOutput.contains("write 0  (1 of 10)"), "\(test)")
    let evaluation = try Tool.run("evaluate", "--air", trace, "--model", model, "--labels", "7-9")
    #expect(evaluation.output.contains(" of 3 right"), "\(evaluation)")
  }

  /// Nobody writes a capital where a small letter is asked for.
  @Test func aSimulatedPersonWritesWhatIsAskedFor() throws {
    let result = try Tool.run(
      "test", "--simulated", "--fast", "--labels", "a-c", "--model", "ink-alphanumeric")
    #expect(result.code == 2 && result.errorOutput.contains("no shape for “a”"), "\(result)")
  }

  /// A circle changes between letters and digits, so that O and 0 do not harm each other.
  @Test func theModeOfATextNarrowsTheAnswers() throws {
    let workspace = try Workspace()
    let model = workspace.path("text.qnm")
    let training = try Tool.run(
      "train", "--simulated", "16", "--gestures", "--labels", "OIS015<circle>", "--feature-set",
      "airMovement", "--written-in-air", "--hidden", "24", "--passes", "12", "--out", model)
    #expect(training.code == 0, "\(training)")
    let result = try Tool.run(
      "run", "--fast", "--text-editor", "--words", "off", "--model", model, "--text",
      "SO<circle>10<circle>IS")
    #expect(result.code == 0 && result.output == "SO10IS\n", "\(result)")
  }
}
