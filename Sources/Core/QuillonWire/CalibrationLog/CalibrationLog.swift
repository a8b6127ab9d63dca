import QuillonFusion
import QuillonNumerics

/// The sensor calibration in flash, as hosts sent it. Flash keeps it without power. If the power
/// fails at any time, the old calibration stays valid until the new one is written completely.
///
/// Packets are stored one after the other, as on the wire, each padded with zeros to whole words.
/// For each sensor the last packet is valid. A packet that a loss of power cut short is skipped
/// like a damaged one, and the next packet is written after it.
///
/// Erasing is slow and wears the flash, so it waits until a page is full. Then the two pages take
/// turns. The other page is erased, then gets the whole calibration, and last the header that makes
/// it valid. A header is a number, one more than that of the page before, with its complement in
/// the upper half. Each bit of the number is stored in both ways. So no header whose writing or
/// erasing was cut short can be mistaken for another.
///
/// While no page has a header, the second page is valid. This is the state of new memory, and of
/// memory written by firmware that used that page only.
@frozen
public struct CalibrationLog<Memory: CalibrationMemory> {
  /// The memory that holds the packets.
  public var memory: Memory
  /// The index of the first word of the valid page.
  @usableFromInline var start: Int
  /// The index of the first erased word after its packets. A packet ends with a zero, so an erased
  /// word before this index is inside a packet.
  @usableFromInline var end: Int

  /// A log in this memory. Call `restore(_:)` before `keep(_:)`.
  @inlinable @inline(__always)
  public init(_ memory: Memory) {
    self.memory = memory
    (start, end) = (0, 0)
  }

  /// Loads the stored calibration into `calibration`. Returns false and changes nothing if none is
  /// stored.
  @inline(never)
  public mutating func restore(_ calibration: inout SensorCalibration) -> Bool {
    let length = memory.pageLength
    let (first, second) = (memory.word(at: 0), memory.word(at: length))
    let isFirstNewer = Int16(truncatingIfNeeded: Int32(bitPattern: first &- second)) > 0
    start = Self.isHeader(first) && (isFirstNewer || !Self.isHeader(second)) ? 0 : length
    end = start &+ length
    while end > start, memory.word(at: end &- 1) == .max { end &-= 1 }
    var decoder = PacketDecoder()
    var index = start
    while index < end {
      var word = memory.word(at: index)
      for _ in 0..<4 {
        Self.read(UInt8(truncatingIfNeeded: word), by: &decoder, into: &calibration)
        word = word &>> 8
      }
      index &+= 1
    }
    return decoder.counters.packets.value > 0
  }

  @inline(never)
  private static func read(
    _ byte: UInt8, by decoder: inout PacketDecoder, into calibration: inout SensorCalibration
  ) {
    if case .packet(let packet) = decoder.pushAtBoard(byte),
      case .calibration(let correction) = packet.message
    {
      calibration.adopt(correction)
    }
  }

  /// Stores `calibration`. Returns false if the memory failed to do so; it then keeps the old
  /// calibration.
  public mutating func keep(_ calibration: SensorCalibration) -> Bool {
    // At most 17 words for each sensor.
    if end &+ 51 <= start &+ memory.pageLength { return append(calibration) }
    let full = (start, end)
    let header = Self.header(after: memory.word(at: start))
    start = start == 0 ? memory.pageLength : 0
    end = start &+ 1
    memory.erase(pageAt: start)
    let isKept = append(calibration) && write(header, at: start)
    if !isKept { (start, end) = full }
    return isKept
  }

  @inline(never)
  private mutating func append(_ calibration: SensorCalibration) -> Bool {
    var isKept = true
    for number in 0..<3 as Range<UInt8> {
      guard let sensor = SensorCorrection.Sensor(rawValue: number) else { continue }
      isKept = append(calibration.correction(of: sensor)) && isKept
    }
    return isKept
  }

  /// Writes a packet and reads it back; false if it differs. Its sequence number is its index, and
  /// thus greater than that of the packet before it.
  @inline(never)
  private mutating func append(_ correction: SensorCorrection) -> Bool {
    var encoder = PacketEncoder(sequence: UInt16(truncatingIfNeeded: end))
    var bytes = PacketBytes()
    encoder.encode(.calibration(correction), time: 0, into: &bytes)
    var isWritten = true
    var byte = 0
    while byte < bytes.count {
      var word: UInt32 = 0
      for place in 0..<4 {
        word |= UInt32(truncatingIfNeeded: bytes[byte &+ place]) &<< UInt32(8 &* place)
      }
      isWritten = write(word, at: end) && isWritten
      end &+= 1
      byte &+= 4
    }
    return isWritten
  }

  /// Writes a word and reads it back; false if it differs.
  @inline(never)
  private mutating func write(_ word: UInt32, at index: Int) -> Bool {
    memory.write(word, at: index)
    return memory.word(at: index) == word
  }

  private static func isHeader(_ word: UInt32) -> Bool {
    (word ^ word &>> 16) & 0xFFFF == 0xFFFF
  }

  /// The header of the page after one whose first word is `word`.
  private static func header(after word: UInt32) -> UInt32 {
    let number = isHeader(word) ? (word &+ 1) & 0xFFFF : 0
    return ~number &<< 16 | number
  }
}
