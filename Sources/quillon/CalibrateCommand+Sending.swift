import Foundation
import Motion
import Recordings
import SerialLink
import Wire

extension CalibrateCommand {
  /// How long a board may take to confirm a sensor's calibration; to erase flash takes some up to 2 s.
  private static var patience: Duration { .seconds(4) }

  /// Sends the calibration of each sensor and waits for the board to repeat it.
  func sendFile(_ path: String, to port: String) throws {
    let calibration = try CalibrationFile(contentsOf: path).calibration
    let transport = try openTransport(path: port, baud: baud, dtr: dtr)
    defer { transport.close() }
    var encoder = PacketEncoder()
    for sensor in SensorCorrection.Sensor.allCases {
      let correction = calibration.correction(of: sensor)
      var packet = PacketBytes()
      encoder.encode(.calibration(correction), time: 0, into: &packet)
      let outcome = packet.withUnsafeBytes {
        transport.write(UnsafeRawBufferPointer($0), timeout: Self.patience)
      }
      guard outcome == .written, let answer = answer(to: correction, on: transport) else {
        throw ToolError(
          """
          the board on \(port) did not take the calibration of its \(sensor): check that its \
          firmware is Quillon's, and try again
          """, code: .world)
      }
      Console.note(
        answer.isKept
          ? "the board keeps the calibration of its \(sensor)"
          : """
          the board uses the calibration of its \(sensor) until it starts anew: it has no \
          memory to keep it in
          """)
    }
  }

  /// The `correction` as the board repeats it, nil when it does not in time.
  private func answer(
    to correction: SensorCorrection, on transport: any ByteTransport
  ) -> SensorCorrection? {
    var decoder = PacketDecoder()
    let deadline = ContinuousClock.now + Self.patience
    return withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 1) { buffer in
      while .now < deadline {
        switch transport.read(into: buffer, timeout: .milliseconds(100)) {
        case .timedOut: continue
        case .ended: return nil
        case .bytes(let count):
          for byte in buffer[..<count] {
            guard case .packet(let packet) = decoder.push(byte),
              case .calibration(let answer) = packet.message
            else { continue }
            var told = answer
            told.isKept = correction.isKept
            if told == correction { return answer }
          }
        }
      }
      return nil
    }
  }
}
