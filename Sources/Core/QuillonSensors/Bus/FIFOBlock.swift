/// The bytes of one burst out of a chip's FIFO, in memory that stays where it is.
public struct FIFOBlock: Sendable {
  /// The greatest number of bytes of a burst.
  @inline(__always)
  public static var capacity: Int { 128 }

  private var storage = InlineArray<128, UInt8>(repeating: 0)
  /// How many samples the bytes hold.
  public var count = 0
  /// How many samples the FIFO held beyond these.
  public var left = 0

  /// True if the FIFO held a part of a sample at the last look.
  var hadPart = false
  /// The cross-axis sensitivity of a BMI270's gyroscope, about x to a rate about z, in 1/512; `.min` before it was read.
  var crossAxis = Int8.min

  /// A block without samples.
  public init() {}

  /// The byte at `index` modulo 128.
  @inline(__always)
  public internal(set) subscript(index: Int) -> UInt8 {
    get { storage[index & 127] }
    set { storage[index & 127] = newValue }
  }

  /// A number of two bytes, of which the lower one comes first.
  @inline(__always)
  public func littleEndian(at index: Int) -> Int16 {
    Int16(
      bitPattern: UInt16(truncatingIfNeeded: self[index])
        | UInt16(truncatingIfNeeded: self[index &+ 1]) &<< 8)
  }

  /// Three numbers of two bytes from `index` on, 0…122; the upper byte comes first if `isBigEndian`.
  @inline(never)
  public func axes(at index: Int, isBigEndian: Bool) -> SensorCounts.Axes {
    let first = Swift.min(Swift.max(index, 0), 122)
    let bytes = storage.span.bytes
    // Within the 128 bytes: at most 122 + 6.
    let (x, y, z) = (
      bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: first, as: Int16.self),
      bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: first &+ 2, as: Int16.self),
      bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: first &+ 4, as: Int16.self)
    )
    return isBigEndian
      ? .init(x.bigEndian, y.bigEndian, z.bigEndian)
      : .init(x.littleEndian, y.littleEndian, z.littleEndian)
  }

  /// Copies the six bytes from `start` on to `end`, both 0…122.
  @inline(never)
  mutating func copySix(from start: Int, to end: Int) {
    let (first, last) = (Swift.min(Swift.max(start, 0), 122), Swift.min(Swift.max(end, 0), 122))
    // Within the 128 bytes: at most 122 + 6.
    var bytes = storage.mutableSpan
    var index = 0
    while index < 6 {
      bytes[unchecked: last &+ index] = bytes[unchecked: first &+ index]
      index &+= 1
    }
  }

  /// Reads `length` bytes, 1…127, to the beginning of the block from a device with messages.
  @inline(never)
  mutating func fill<Bus: SensorBus>(_ length: Int, of device: UInt8, on bus: inout Bus)
    -> BusResult
  {
    withUnsafeMutableBytes(of: &storage) { raw in
      raw.withMemoryRebound(to: UInt8.self) {
        bus.read(
          into: UnsafeMutableBufferPointer(start: $0.baseAddress, count: length & 127), of: device)
      }
    }
  }

  /// Reads `length` bytes from `register` into the block, from byte `start` on; the rest stays. Both are clamped to the capacity.
  @inline(never)
  public mutating func fill<Bus: SensorBus>(
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
