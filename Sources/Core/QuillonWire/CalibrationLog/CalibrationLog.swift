import QuillonFusion
import QuillonNumerics

/// What hosts have told of the sensors' errors, in flash, which keeps it without power, and keeps what was there before
/// until what is new stands there whole, whenever the power fails.
///
/// Packet stands after packet, as on the line, each filled up with zeros to whole words; of each sensor the last one
/// counts. A packet that a loss of power cut short is passed over like a damaged one, and the next is written after it.
/// Erasing is slow and wears the flash, so it waits until a page is full. Then the two pages take turns: the other one
/// is erased, gets all that is known, and last the header that makes it count. A header is a number, one more than that
/// of the page before, with its complement above it: each of its bits stands there in both ways, so no header whose
/// writing or erasing was cut short can be taken for another.
///
/// While no page has a header the second one counts: so begins a memory that nothing was ever kept in, and so it was
/// left by firmware that knew that page alone.
@frozen
public struct CalibrationLog<Memory: CalibrationMemory> {
  /// Where the packets stand.
  public var memory: Memory
  /// Where the page begins that counts.
  @usableFromInline var start: Int
  /// The first word of it that is still erased. A packet ends with a zero, so no erased word stands before it
  /// but within a packet.
  @usableFromInline var end: Int

  /// A log in that memory, to be restored before anything is kept.
  @inlinable @inline(__always)
  public init(_ memory: Memory) {
    self.memory = memory
    (start, end) = (0, 0)
  }

  /// Makes `calibration` what is known; false, and nothing changed, when nothing has been kept.
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

  /// Keeps `calibration`; false where the memory does not take it, which then keeps what it kept before.
  public mutating func keep(_ calibration: SensorCalibration) -> Bool {
    // 17 words for each sensor at most.
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

  /// Writes a packet and looks whether it stands there. Its number is its place, and so greater than
  /// that of the packet before it.
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

  /// Writes a word and looks whether it stands there.
  @inline(never)
  private mutating func write(_ word: UInt32, at index: Int) -> Bool {
    memory.write(word, at: index)
    return memory.word(at: index) == word
  }

  private static func isHeader(_ word: UInt32) -> Bool {
    (word ^ word &>> 16) & 0xFFFF == 0xFFFF
  }

  /// The header of the page that follows one which begins with `word`.
  private static func header(after word: UInt32) -> UInt32 {
    let number = isHeader(word) ? (word &+ 1) & 0xFFFF : 0
    return ~number &<< 16 | number
  }
}
