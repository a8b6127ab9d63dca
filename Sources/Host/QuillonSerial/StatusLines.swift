/// The modem-status lines of a serial port that a button can be wired to.
public struct StatusLines: OptionSet, Sendable {
  /// One bit per line.
  public let rawValue: UInt8

  /// The lines whose bits are set.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Clear to send.
  public static let cts = StatusLines(rawValue: 1)
  /// Data set ready.
  public static let dsr = StatusLines(rawValue: 2)
}
