import QuillonSerialFormats

/// The commands that set up a board for writing letters.
///
/// They ask for 100 samples a second, with acceleration and with attitude or rate, as far as the
/// board's serial line allows. Nothing is saved on the board: it loses these settings when its
/// power goes off. The commands come from the makers' documents, which each format's decoder names.
public struct BoardConfiguration: Equatable, Sendable {
  /// One step of the configuration.
  public enum Step: Equatable, Sendable {
    /// Send these bytes, then give the board a tenth of a second to handle them.
    case send([UInt8])
    /// Continue at another line speed, bits/s.
    case speed(Int)
    /// From now on send this request so many times a second: see ``PollingTransport``. The answer has so many bytes.
    case poll([UInt8], answer: Int, rate: Int)
  }

  /// The steps, in the order in which they are done.
  public var steps: [Step]
  /// The format that the board sends after the last step; nil if it is the one from before.
  public var format: SerialFormat?
  /// What the configuration changes, as text for the user.
  public var effect: String

  init(_ steps: [Step], then format: SerialFormat? = nil, effect: String) {
    self.steps = steps
    self.format = format
    self.effect = effect
  }
}
