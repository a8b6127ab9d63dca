import QuillonReferenceModel

/// A serial line that damages bytes, one by one and in a repeatable way.
public struct LineFaults: Sendable {
  /// The probability of each kind of damage, 0…1, for each byte independently.
  public struct Rates: Equatable, Sendable {
    /// One of its bits, chosen at random, arrives inverted.
    public var flip: Double
    /// It does not arrive.
    public var lose: Double
    /// It arrives twice.
    public var double: Double

    /// Rates from their parts. A rate below 0 counts as 0, and one above 1 as 1.
    public init(flip: Double = 0, lose: Double = 0, double: Double = 0) {
      self.flip = flip
      self.lose = lose
      self.double = double
    }
  }

  /// The damage so far.
  public struct Counts: Equatable, Sendable {
    /// The number of bytes that arrived with a wrong bit. Doubled ones are counted once.
    public var flipped = 0
    /// The number of bytes that did not arrive.
    public var lost = 0
    /// The number of bytes that arrived twice.
    public var doubled = 0
  }

  /// The probabilities in use.
  public let rates: Rates
  /// The damage so far.
  public private(set) var counts = Counts()
  private var random: SeededRandom

  /// A line with the given rates. The same seed damages the same bytes in the same way.
  public init(rates: Rates = Rates(), seed: UInt64 = 0) {
    self.rates = rates
    random = SeededRandom(seed: seed)
  }

  /// The bytes that arrive when `bytes` are sent. A lost byte is neither flipped nor doubled. A
  /// flipped byte may be doubled.
  public mutating func transmit(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    var arrived: [UInt8] = []
    for byte in bytes { transmit(byte, into: &arrived) }
    return arrived
  }

  private mutating func transmit(_ byte: UInt8, into arrived: inout [UInt8]) {
    if random.uniform() < rates.lose {
      counts.lost += 1
      return
    }
    var byte = byte
    if random.uniform() < rates.flip {
      counts.flipped += 1
      byte ^= 1 << UInt8(random.index(below: 8))
    }
    arrived.append(byte)
    if random.uniform() < rates.double {
      counts.doubled += 1
      arrived.append(byte)
    }
  }
}
