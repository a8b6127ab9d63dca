/// The bytes of one burst out of a chip's FIFO, in memory that stays where it is.
public struct FIFOBlock: Sendable {
  /// The greatest number of bytes of a burst.
  @inline(__always)
  public static var capacity: Int { 128 }

  private var storage = InlineArray<128, UInt8>(repeating: 0)
  /// How many samples the bytes hold.
  public internal(set) var count = 0

  /// A block without samples.
  public init() {}

  /// The byte at `index`, taken modulo 128.
  @inline(__always)
  subscript(index: Int) -> UInt8 { storage[index & 127] }

  /// A number of two bytes, of which the lower one comes first.
  @inline(__always)
  func littleEndian(at index: Int) -> Int16 {
    Int16(
      bitPattern: UInt16(truncatingIfNeeded: self[index])
        | UInt16(truncatingIfNeeded: self[index &+ 1]) &<< 8)
  }

  /// Three numbers of two bytes, the lower one first.
  @inline(never)
  func littleEndianAxes(at index: Int) -> SensorCounts.Axes {
    .init(littleEndian(at: index), littleEndian(at: index &+ 2), littleEndian(at: index &+ 4))
  }

  /// Three numbers of two bytes, the upper one first.
  @inline(never)
  func bigEndianAxes(at index: Int) -> SensorCounts.Axes {
    .init(
      littleEndian(at: index).byteSwapped, littleEndian(at: index &+ 2).byteSwapped,
      littleEndian(at: index &+ 4).byteSwapped)
  }

  /// Reads `length` bytes from `register` into the block, from byte `start` on; the rest stays. Both are clamped to the capacity.
  @inline(never)
  mutating func fill<Bus: SensorBus>(
    _ length: Int, at start: Int = 0, from register: UInt8, of device: UInt8, on bus: inout Bus
  ) -> BusResult {
    let first = Swift.min(Swift.max(start, 0), Self.capacity)
    let wanted = Swift.min(Swift.max(length, 0), Self.capacity &- first)
    guard wanted > 0 else { return .acknowledged }
    return withUnsafeMutableBytes(of: &storage) { raw in
      raw.withMemoryRebound(to: UInt8.self) { bytes in
        guard let base = bytes.baseAddress else { return .timedOut }
        return bus.read(
          into: UnsafeMutableBufferPointer(start: base + first, count: wanted), from: register,
          of: device)
      }
    }
  }
}
