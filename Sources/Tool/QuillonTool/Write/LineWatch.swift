/// Notices that no byte of a board has the format that was named, and that a board goes quiet while its port stays open.
struct LineWatch {
  /// How long bytes may come without one that has the format.
  private static let patience = Duration.seconds(3)
  /// How long a board may send no sample.
  private static let silence = Duration.seconds(2)

  private let begin = ContinuousClock.now
  private var lastSample: ContinuousClock.Instant?
  private var isQuiet = false
  /// True if it was told that no byte has the format.
  private(set) var hasToldFormat = false

  /// A sample has come.
  mutating func hearSample() {
    lastSample = .now
    if isQuiet { Console.note("the board sends samples again") }
    isQuiet = false
  }

  /// Tells what is wrong, once. Call this often.
  ///
  /// - Parameters:
  ///   - format: The name of the format.
  ///   - unread: Gives the number of bytes that came, if none has the format.
  mutating func check(_ format: String, unread: () -> Int) {
    if let lastSample {
      guard !isQuiet, .now > lastSample + Self.silence else { return }
      isQuiet = true
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
