import ArgumentParser
import QuillonTraining

/// Asking for letters while a recording is made.
struct PromptOptions: ParsableArguments {
  @Option(
    help: """
      With --record: ask for these letters one by one and label the recording with them: \
      A-Z, ABC, or A-C<shake>. Type r and Return to repeat the last one. The command ends after \
      the last one.
      """)
  var prompt: String?

  @Option(
    help: "With --prompt: how many times to ask for all of them, 1 to 99. The default is 1.")
  var rounds: Int?

  func validate() throws {
    try (["--rounds": rounds != nil] as GivenOptions).refuse(
      without: "--prompt", unless: prompt != nil)
  }

  /// The test that the prompts make; nil without them.
  func test() throws -> LetterTest? { try prompt.map { try Self.test($0, times: rounds ?? 1) } }

  /// The test that asks `times` times for the labels in `text`.
  static func test(_ text: String, times: Int) throws -> LetterTest {
    try test(LabelOptions.list(text).labels, times: times)
  }

  /// The test that asks `times` times for these labels.
  static func test(_ labels: [String], times: Int) throws -> LetterTest {
    guard (1...LetterTest.maximumTimes).contains(times) else {
      throw ValidationError(
        "\(times) rounds are not possible: give 1 to \(LetterTest.maximumTimes).")
    }
    return LetterTest(labels: labels, times: times)
  }
}
