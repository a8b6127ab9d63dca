import Foundation
import Motion
import Recordings
import SerialLink
import Wire

extension CalibrateCommand {
  /// How long a board may take to confirm a sensor's calibration.
  private static var patience: Duration { .seconds(2) }

  /// Sends the calibration of each sensor and waits for the board to repeat it.
  func sendFile(_ path: String, to port: String) throws {
    let calibration = try CalibrationFile(contentsOf: path).calibration
    let transport = try openTransport(path: port, baud: baud, dtr: dtr)
    defer { transport.close() }
    var encoder = PacketEncoder()
    for (name, correction) in calibration.corrections {
      var packet = PacketBytes()
      encoder.encode(.calibration(correction), time: 0, into: &packet)
      let outcome = packet.withUnsafeBytes {
        transport.write(UnsafeRawBufferPointer($0), timeout: Self.patience)
      }
      guard outcome == .written, confirms(correction, on: transport) else {
        throw ToolError(
          """
          the board on \(port) did not take the calibration of its \(name): check that its \
          firmware is Quillon's, and try again
          """, code: .world)
      }
      Console.note("the board keeps the calibration of its \(name) until it starts anew")
    }
  }

  /// Whether the board repeats `correction` in time.
  private func confirms(_ correction: SensorCorrection, on transport: any ByteTransport) -> Bool {
    var decoder = PacketDecoder()
    let deadline = ContinuousClock.now + Self.patience
    return withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 1) { buffer in
      while .now < deadline {
        switch transport.read(into: buffer, timeout: .milliseconds(100)) {
        case .timedOut: continue
        case .ended: return false
        case .bytes(let count):
          for byte in buffer[..<count] {
            guard case .packet(let packet) = decoder.push(byte) else { continue }
            if packet.message == .calibration(correction) { return true }
          }
        }
      }
      return false
    }
  }
}

extension SensorCalibration {
  /// One message for each sensor, with the sensor's name.
  fileprivate var corrections: [(String, SensorCorrection)] {
    [
      ("accelerometer", .accelerometer(accelerometer)), ("gyroscope", .gyroscope(gyroscope)),
      ("magnetometer", .magnetometer(magnetometer)),
    ]
  }
}
