/// What is handed over in pieces, because it is longer than a packet.
public enum BlobKind: UInt8, CaseIterable, Sendable {
  /// A packed model, as in a file.
  case model = 0
  /// What one person has taught a model: how many lessons, UInt16; the weights of its last layer, output by output,
  /// Int16 in 2⁻⁷ of the model's; CRC-32 of the model's stamp and all these.
  case trainingUpdates = 1
  /// Which way lessons go so that they change little else: a matrix of Int16, row by row; CRC-32 of the model's
  /// stamp and these.
  case metric = 2
}

/// A piece of something long: from a host that hands it over, or from a board that was asked for it.
public struct Chunk: Equatable, Sendable {
  /// The most bytes of a piece.
  public static var capacity: Int { 40 }

  /// What it belongs to.
  public let blob: BlobKind
  /// Where in it the piece begins.
  public let offset: UInt16
  /// How many bytes it has, 0…40.
  public private(set) var count: UInt8 = 0
  private var bytes = InlineArray<40, UInt8>(repeating: 0)

  /// A piece that has no bytes yet.
  public init(of blob: BlobKind, at offset: UInt16) {
    self.blob = blob
    self.offset = offset
  }

  /// Adds a byte; beyond the 40th it is left out.
  public mutating func append(_ byte: UInt8) {
    let index = Int(truncatingIfNeeded: count)
    guard index < Self.capacity else { return }
    bytes[unchecked: index] = byte
    count &+= 1
  }

  /// The byte at `index`, 0 where there is none.
  public subscript(index: Int) -> UInt8 {
    mutating get { index >= 0 && index < Self.capacity ? bytes[unchecked: index] : 0 }
  }

  public static func == (a: Self, b: Self) -> Bool {
    guard a.blob == b.blob, a.offset == b.offset, a.count == b.count else {
      return false
    }
    var index = 0
    while index < capacity {
      if a.bytes[unchecked: index] != b.bytes[unchecked: index] { return false }
      index &+= 1
    }
    return true
  }
}
