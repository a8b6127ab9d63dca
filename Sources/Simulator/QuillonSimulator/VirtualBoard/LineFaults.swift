import QuillonMath

/// A serial line that damages what it carries, byte by byte and repeatably.
public struct LineFaults: Sendable {
  /// How often each kind of damage befalls a byte: probabilities, 0…1, of the byte alone.
  public struct Rates: Equatable, Sendable {
    /// One of its bits, any of them, arrives inverted.
    public var flip: Double
    /// It does not arrive.
    public var lose: Double
    /// It arrives twice.
    public var double: Double

    /// Rates from their parts; what is below 0 never happens, what is above 1 always does.
    public init(flip: Double = 0, lose: Double = 0, double: Double = 0) {
      self.flip = flip
      self.lose = lose
      self.double = double
    }
  }

  /// What has befallen the bytes so far.
  public struct Counts: Equatable, Sendable {
    /// Bytes that arrived with a wrong bit, doubled ones counted once.
    public var flipped = 0
    /// Bytes that did not arrive.
    public var lost = 0
    /// Bytes that arrived twice.
    public var doubled = 0
  }

  /// The probabilities in force.
  public let rates: Rates
  /// The damage done.
  public private(set) var counts = Counts()
  private var random: SeededRandom

  /// A line with the given rates; the same seed damages the same bytes in the same way.
  public init(rates: Rates = Rates(), seed: UInt64 = 0) {
    self.rates = rates
    random = SeededRandom(seed: seed)
  }

  /// What arrives of `bytes`. A lost byte is neither flipped nor doubled; a flipped byte may be
  /// doubled.
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
