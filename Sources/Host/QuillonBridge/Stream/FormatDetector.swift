import QuillonSerialFormats

/// Finds the format of bytes by decoding them as all formats at once.
///
/// Formats are ranked by how unlikely a false match is: checksums first, then keywords and markers,
/// then plain numbers, then floats without a frame. Among formats of one rank, the one with the
/// most accepted bytes wins.
public struct FormatDetector: Sendable {
  /// A format and the result of decoding the bytes as this format.
  public struct Candidate: Sendable {
    /// The format.
    public var format: BoardFormat
    /// The number of whole messages that hold motion data. For Quillon's own packets, the number of
    /// all packets.
    public var messages = 0
    /// How many bytes were accepted and rejected.
    public var bytes = DecodeCounters()

    /// The share of the accepted bytes among those decided so far, 0…1. It is 0 before the first.
    public var share: Double {
      let decided = Double(bytes.accepted) + Double(bytes.rejected)
      return decided > 0 ? Double(bytes.accepted) / decided : 0
    }
  }

  private var candidates: [Candidate]
  private var decoders: [any SensorDecoder]
  /// The number of bytes accepted.
  public private(set) var count = 0

  /// Creates a detector without bytes.
  ///
  /// - Parameter formats: The formats to try.
  public init(formats: [BoardFormat] = BoardFormat.all) {
    candidates = formats.map { Candidate(format: $0) }
    decoders = formats.map { $0.makeDecoder() }
  }

  /// Accepts bytes.
  ///
  /// - Parameter bytes: The next bytes of the port.
  public mutating func push(_ bytes: some Sequence<UInt8>) {
    for byte in bytes {
      count += 1
      for index in decoders.indices {
        decoders[index].push(byte)
        while let reading = decoders[index].next() {
          if !reading.isEmpty || candidates[index].format.name == "quillon" {
            candidates[index].messages += 1
          }
        }
      }
    }
    for index in decoders.indices { candidates[index].bytes = decoders[index].counters }
  }

  /// The most probable format. Nil if none fits.
  public var best: Candidate? {
    candidates.filter { candidate in
      let least = candidate.format.evidence.least
      return candidate.messages >= least.messages && candidate.share >= least.share
    }.min { a, b in
      let (first, second) = (a.format.evidence, b.format.evidence)
      return first == second
        ? a.bytes.accepted > b.bytes.accepted : first.rawValue < second.rawValue
    }
  }

  /// True if more bytes would hardly change ``best``.
  public var isSure: Bool {
    guard let best else { return false }
    return best.messages >= 10 && best.share >= 0.9
  }

  /// True if there was one of Quillon's own packets. A board that recognizes letters itself sends
  /// few of them.
  public var hasOwnPacket: Bool {
    candidates.contains { $0.format.name == "quillon" && $0.messages > 0 }
  }
}
