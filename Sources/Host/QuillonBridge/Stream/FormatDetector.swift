import QuillonBoardFormats
import QuillonProtocols

/// Finds out which format bytes are of, by reading them as all formats at once.
///
/// A format is believed by how hard it is to be taken for it by mistake: checksums tell most, then words and
/// marks, then plain numbers, last floats without a frame. Among formats of one kind the one wins to which
/// most bytes belong.
public struct FormatDetector: Sendable {
  /// A format and what became of the bytes when read as it.
  public struct Candidate: Sendable {
    /// The format.
    public var format: BoardFormat
    /// Whole messages that say something of the motion; of this project's own packets, all.
    public var messages = 0
    /// What became of each byte.
    public var bytes = DecodeCounters()

    /// The share of the bytes settled so far that belong to messages, 0…1.
    public var share: Double {
      let settled = Double(bytes.accepted) + Double(bytes.rejected)
      return settled > 0 ? Double(bytes.accepted) / settled : 0
    }
  }

  /// How surely messages of a format are what they seem.
  private enum Evidence: Int {
    case checksum, structure, numbers, none

    init(of format: BoardFormat) {
      switch format.name {
      case "quillon", "witmotion-11", "bno08x-rvc", "mavlink", "vectornav-ascii",
        "vectornav-binary", "xsens-xbus", "mip":
        self = .checksum
      case "csv": self = .numbers
      case "razor-binary-ypr", "razor-binary-sensors": self = .none
      default: self = .structure
      }
    }

    /// How many messages there must be, and how large their share of the bytes.
    var least: (messages: Int, share: Double) {
      switch self {
      case .checksum: (3, 0.05)
      case .structure: (5, 0.15)
      case .numbers: (5, 0.25)
      case .none: (8, 0.5)
      }
    }
  }

  private var candidates: [Candidate]
  private var decoders: [any SensorDecoder]
  /// How many bytes have come.
  public private(set) var count = 0

  /// A detector that has seen nothing, for these formats.
  public init(formats: [BoardFormat] = BoardFormat.all) {
    candidates = formats.map { Candidate(format: $0) }
    decoders = formats.map { $0.makeDecoder() }
  }

  /// Takes bytes.
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
    for index in decoders.indices { candidates[index].bytes = decoders[index].tally }
  }

  /// The format that the bytes are most probably of; nil if of none.
  public var best: Candidate? {
    candidates.filter { candidate in
      let least = Evidence(of: candidate.format).least
      return candidate.messages >= least.messages && candidate.share >= least.share
    }.min { a, b in
      let (first, second) = (Evidence(of: a.format), Evidence(of: b.format))
      return first == second
        ? a.bytes.accepted > b.bytes.accepted : first.rawValue < second.rawValue
    }
  }

  /// True when more bytes would hardly change what ``best`` is.
  public var isSure: Bool {
    guard let best else { return false }
    return best.messages >= 10 && best.share >= 0.9
  }

  /// True when there was a packet of this project's own: its boards may have little to say.
  public var hasOwnPacket: Bool {
    candidates.contains { $0.format.name == "quillon" && $0.messages > 0 }
  }
}
