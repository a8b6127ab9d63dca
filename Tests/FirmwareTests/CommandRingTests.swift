import Foundation
import QuillonEmulator
import QuillonFusion
import QuillonNumerics
import QuillonWire
import Testing

/// What comes from a host while a board is busy sending waits in a ring.
@Suite struct CommandRingTests {
  /// It holds the longest command that a packet can be, and as much again.
  @Test(arguments: Machine.allCases)
  func theRingHoldsTheLongestCommand(_ machine: Machine) throws {
    try Project.firmware()
    let room = try LinkedImage("RecognizerImage", of: machine).size(ofSymbolsWith: " host_bytes")
    #expect(try Self.longest > 64)
    #expect(try room >= Self.longest)
  }

  /// A calibration with gain, as it stands on the line where no zero saves a byte.
  private static var longest: Int {
    get throws {
      var calibration = SensorCalibration()
      calibration.accelerometer.gain = .identity
      var (encoder, packet) = (PacketEncoder(sequence: 0x101), PacketBytes())
      encoder.encode(
        .calibration(.accelerometer(calibration.accelerometer)), time: 0x0101_0101, into: &packet)
      return packet.count
    }
  }
}
