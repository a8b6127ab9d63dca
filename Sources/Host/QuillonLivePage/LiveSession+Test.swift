import QuillonBridge
import QuillonTraining

/// The test in which letters are asked for one by one.
extension LiveSession {
  /// Begins a test; what was written for an earlier one is forgotten.
  func beginTest(_ labels: [String], times: Int) {
    let unknown = labels.filter { !model.labels.contains($0) }
    guard unknown.isEmpty else {
      return changeTest {
        $0.message =
          "the model \(model.name) does not know \(unknown.joined(separator: " ")): take these out"
      }
    }
    pauseBoard(true)
    tested = SampleCollection()
    test = LetterTest(labels: labels, times: times)
    testView = TestView()
    showTest()
  }

  /// Ends the test with what was written.
  func endTest() {
    guard test != nil, testView.isOn else { return }
    changeTest { $0.isOn = false }
  }

  /// The last letter is to be written again.
  func repeatLetter() {
    guard test?.withdraw() != nil else { return }
    tested.removeLast()
    testView.last = nil
    showTest()
  }

  /// Accepts a letter as the answer, if one is asked for. The strokes of answers are kept with the label that was asked for.
  func takeTest(_ letter: Letter, from source: StrokeSource?) {
    guard testView.isOn,
      let answer = test?.take(
        label: letter.label, margin: letter.margin, isRejected: letter.isRejected,
        ink: letter.reading?.ink.map { SIMD2($0.x, $0.y) } ?? [])
    else { return }
    if let reading = letter.reading {
      _ = tested.add(reading, from: source, as: answer.prompt)
      unsaved.note()
    }
    testView.last = TestView.Answer(
      prompt: answer.prompt, label: answer.label, isRejected: answer.isRejected,
      isRight: answer.isRight)
    showTest()
  }

  private func showTest() {
    guard let test else { return }
    changeTest { view in
      view.prompt = test.prompt
      view.isOn = test.prompt != nil
      view.number = test.answers.count
      view.count = test.count
      view.result = LetterTestResult(test)
      view.message = ""
    }
  }

  func changeTest(_ body: (inout TestView) -> Void) {
    body(&testView)
    testVersion += 1
  }
}

/// What the page shows of the test.
struct TestView: Encodable {
  let kind = "test"
  /// True while letters are asked for.
  var isOn = false
  /// The label that is to be written; nil when all were.
  var prompt: String?
  /// How many were written, and how many there are.
  var number = 0
  var count = 0
  /// The outcome of the last letter.
  var last: Answer?
  /// The result of the test so far.
  var result: LetterTestResult?
  /// What keeps the test from beginning.
  var message = ""

  struct Answer: Encodable {
    var prompt: String
    var label: String
    var isRejected: Bool
    var isRight: Bool
  }
}
