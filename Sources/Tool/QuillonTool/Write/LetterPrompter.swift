import QuillonBridge
import QuillonTraining

/// Asks a person for letters one by one, uses what a bridge reads as the answers, and labels a recording with them.
struct LetterPrompter {
  /// What was asked for and read so far.
  private(set) var test: LetterTest
  private let recorder: TraceRecorder?
  /// The person's wishes; nil if the keyboard is not free for them.
  private let input: InputLines?
  /// True for a simulated person, who does not write again what was no letter.
  private let isSimulated: Bool
  /// When the pen went down after the last letter, s; nil while it has not.
  private var beginning: Double?
  /// When the last letter began and ended, s.
  private var last: ClosedRange<Double>?

  /// A prompter that has asked for nothing. The rows of `recorder` get the label that is asked for.
  init(
    _ test: LetterTest, recorder: TraceRecorder?, listens: Bool, isSimulated: Bool = false
  ) {
    self.test = test
    self.isSimulated = isSimulated
    self.recorder = recorder
    input = listens ? InputLines() : nil
    recorder?.label = test.prompt
  }

  /// Handles an event that the recorder has already handled. Returns the answer, if it is one.
  mutating func follow(_ event: BridgeEvent) throws -> LetterTest.Answer? {
    for line in input?.drain() ?? [] { try obey(line) }
    switch event {
    case .motion(let motion, let time):
      if motion.pen == .down, beginning == nil { beginning = time }
    case .abandoned, .rejected, .tooSmall:
      beginning = nil
      if isSimulated {
        let answer = test.skip()
        label()
        return answer
      }
    case .letter(let letter): return take(letter)
    default: break
    }
    return nil
  }

  /// Prints what to write now, if there is something.
  func ask() {
    guard let prompt = test.prompt else { return }
    Console.note("write \(prompt.printable)  (\(test.answers.count + 1) of \(test.count))")
  }

  /// Prints why a stroke was no letter, and what to write again.
  func explain(_ event: BridgeEvent) {
    guard let words = event.noLetterWords else { return }
    Console.note("that was not read as a letter: \(words)")
    ask()
  }

  private mutating func take(_ letter: Letter) -> LetterTest.Answer? {
    let begin = letter.beginning ?? beginning ?? letter.time
    last = begin...max(begin, letter.time)
    beginning = nil
    let answer = test.take(
      label: letter.label, margin: letter.margin, isRejected: letter.isRejected,
      ink: letter.reading?.ink.map { SIMD2($0.x, $0.y) } ?? [])
    label()
    return answer
  }

  /// What is recorded from now on is what is asked for.
  private func label() {
    if let prompt = test.prompt { recorder?.label = prompt }
  }

  /// “r” withdraws the last answer.
  private mutating func obey(_ line: String) throws {
    guard line == "r" || line == "repeat" else {
      return Console.note("type r and Return to repeat the last letter")
    }
    guard test.withdraw() != nil else { return Console.note("nothing was written yet") }
    if let last { try recorder?.setPenUp(from: last.lowerBound, to: last.upperBound) }
    last = nil
    label()
    ask()
  }
}
