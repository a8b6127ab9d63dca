/// The kinds of blob that are sent in chunks because they are longer than a packet.
public enum BlobKind: UInt8, CaseIterable, Sendable {
  /// A packed model, as in a file.
  case model = 0
  /// The training of a model by one person. The number of training updates, UInt16. The weights of
  /// the last layer, output by output, Int16 in 2⁻⁷ of the model's weights. CRC-32 of the model ID
  /// and all of these.
  case trainingUpdates = 1
  /// The metric that makes training updates change little else: a matrix of Int16, row by row.
  /// CRC-32 of the model ID and the matrix.
  case metric = 2
}

/// A chunk of a blob: from a host that sends it, or from a board that was asked for it.
public struct Chunk: Equatable, Sendable {
  /// The most bytes of a chunk.
  public static var capacity: Int { 40 }

  /// The kind of blob that it belongs to.
  public let blob: BlobKind
  /// The offset of the chunk in the blob, bytes.
  public let offset: UInt16
  /// The number of bytes, 0…40.
  public private(set) var count: UInt8 = 0
  private var bytes = InlineArray<40, UInt8>(repeating: 0)

  /// A chunk without bytes.
  public init(of blob: BlobKind, at offset: UInt16) {
    self.blob = blob
    self.offset = offset
  }

  /// Adds a byte. Bytes after the 40th are dropped.
  public mutating func append(_ byte: UInt8) {
    let index = Int(truncatingIfNeeded: count)
    guard index < Self.capacity else { return }
    bytes[unchecked: index] = byte
    count &+= 1
  }

  /// The byte at `index`; 0 out of range.
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
