import QuillonBridge
import QuillonSerialFormats

/// Notices that no byte of a board has the format that was named, that a board goes quiet while its port stays open, and that its clock
/// can't be right.
struct LineWatch {
  /// How long bytes may come without one that has the format.
  private static let patience = Duration.seconds(3)
  /// How long a board may send no sample.
  private static let silence = Duration.seconds(2)

  private let begin = ContinuousClock.now
  private var lastSample: ContinuousClock.Instant?
  private var isQuiet = false
  /// The counters when the last sample came.
  private var heard = DecodeCounters()
  private var hasToldClock = false
  /// True if it was reported that no byte has the format.
  private(set) var hasToldFormat = false

  /// A sample has come.
  ///
  /// - Parameter counters: The accepted and rejected bytes so far.
  mutating func hearSample(_ counters: DecodeCounters) {
    lastSample = .now
    heard = counters
    if isQuiet { Console.note("the board sends samples again") }
    isQuiet = false
  }

  /// Why the bytes since the last sample are none. Nil if there are none.
  private func rejected(by counters: DecodeCounters) -> String? {
    let reasons: [(UInt32, String)] = [
      (
        counters.implausible &- heard.implausible,
        "their numbers are all 0 or can't be; check the sensor's wires and the units"
      ),
      (counters.length &- heard.length, "their lines have another number of columns now"),
      (counters.unknown &- heard.unknown, "they are lines of other text"),
      (counters.structure &- heard.structure, "their numbers are damaged"),
      (counters.checksum &- heard.checksum, "they are damaged; check the cable and the speed"),
      (counters.noise &- heard.noise, "they have another format"),
    ]
    guard let (count, words) = reasons.max(by: { $0.0 < $1.0 }), count > 0 else { return nil }
    return "\(words) (\(count) bytes)"
  }

  /// Reports what is wrong, once. Call this often.
  ///
  /// - Parameters:
  ///   - format: The name of the format.
  ///   - unread: Gives the number of bytes that came, if none has the format.
  ///   - counters: The accepted and rejected bytes so far.
  ///   - clock: How the board's clock and the arrival of its samples disagree; nil if they agree.
  mutating func check(
    _ format: String, counters: DecodeCounters, clock: ClockContradiction?, unread: () -> Int
  ) {
    if let clock, !hasToldClock {
      hasToldClock = true
      Console.note(clock.words)
    }
    if let lastSample {
      guard !isQuiet, .now > lastSample + Self.silence else { return }
      isQuiet = true
      if let words = rejected(by: counters) {
        return Console.note("no sample for 2 s, but bytes come: \(words)")
      }
      return Console.note(
        """
        no sample for 2 s, but the port is still open: check the board's power and whether its sketch still runs, or \
        press its reset button
        """)
    }
    guard !hasToldFormat, .now > begin + Self.patience else { return }
    let count = unread()
    guard count > 0 else { return }
    hasToldFormat = true
    Console.note(
      """
      none of the \(count) bytes so far has the format \(format): leave out --protocol and --baud, and the command \
      finds them
      """)
  }
}
