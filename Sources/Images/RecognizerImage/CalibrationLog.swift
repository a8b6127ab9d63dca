import Board
import CortexM
import Motion
import Wire

/// What hosts have told of the sensors' errors, in the memory that keeps it without power.
///
/// Packet stands after packet, as on the line, each filled up with zeros to whole words; of each sensor
/// the last one counts. A packet that a loss of power cut short is passed over like a damaged one, and
/// the next is written after it. Erasing is slow and wears the flash, so it waits until the memory is full.
struct CalibrationLog {
  /// The first word that is still erased. A packet ends with a zero, so no erased word stands before it
  /// but within a packet.
  private var end = 0

  /// Makes `calibration` what is known; false, and nothing changed, when nothing has been kept.
  @inline(never)
  mutating func restore(_ calibration: inout SensorCalibration) -> Bool {
    end = Board.settings.wordCount
    while end > 0, Board.settings[end &- 1] == .max { end &-= 1 }
    var decoder = PacketDecoder()
    for index in 0..<end {
      var word = Board.settings[index]
      for _ in 0..<4 {
        read(UInt8(truncatingIfNeeded: word), by: &decoder, into: &calibration)
        word = word &>> 8
      }
    }
    return decoder.counters.packets.value > 0
  }

  @inline(never)
  private func read(
    _ byte: UInt8, by decoder: inout PacketDecoder, into calibration: inout SensorCalibration
  ) {
    if case .packet(let packet) = decoder.pushAtBoard(byte),
      case .calibration(let correction) = packet.message
    {
      calibration.adopt(correction)
    }
  }

  /// Keeps `calibration`; false where the memory does not take it.
  mutating func keep(_ calibration: SensorCalibration) -> Bool {
    // 17 words for each sensor at most.
    if end &+ 51 > Board.settings.wordCount {
      Board.eraseSettings()
      end = 0
    }
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
    let next = end &+ (bytes.count &+ 3) &>> 2
    let start = end
    var isWritten = true
    while end < next {
      let byte = (end &- start) &<< 2
      var word: UInt32 = 0
      for place in 0..<4 {
        word |= UInt32(truncatingIfNeeded: bytes[byte &+ place]) &<< UInt32(8 &* place)
      }
      Board.writeSetting(word, at: end)
      isWritten = Board.settings[end] == word && isWritten
      end &+= 1
    }
    return isWritten
  }
}
