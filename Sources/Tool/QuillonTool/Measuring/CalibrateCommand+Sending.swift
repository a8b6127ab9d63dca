import Foundation
import QuillonFusion
import QuillonRecordings
import QuillonSerial
import QuillonWire

extension CalibrateCommand {
  /// How long a board may need to confirm a sensor's calibration. Some need 2 s to erase flash.
  private static var timeout: Duration { .seconds(4) }

  /// Sends the calibration of each sensor and waits until the board repeats it.
  func sendFile(_ path: String, to port: String) throws {
    let calibration = try CalibrationFile(contentsOf: path).calibration
    let transport = try openTransport(path: port, baud: source.baud ?? 115_200, dtr: source.dtr)
    defer { transport.close() }
    // The board ignores a number that it has just received, so the first number is random.
    var encoder = PacketEncoder(sequence: .random(in: 0...(.max)))
    for sensor in SensorCorrection.Sensor.allCases {
      let correction = calibration.correction(of: sensor)
      // The board must repeat the values. It need not keep them in flash.
      let answer = transport.ask(
        .calibration(correction), by: &encoder, timeout: Self.timeout
      ) { message in
        guard case .calibration(let told) = message else { return SensorCorrection?.none }
        var used = told
        used.isKept = correction.isKept
        return used == correction ? told : nil
      }
      guard let answer else {
        throw ToolError(
          """
          the board on \(port) did not confirm the calibration of its \(sensor): check that its \
          firmware is Quillon's, and try again
          """, code: .world)
      }
      Console.note(
        answer.isKept
          ? "the board keeps the calibration of its \(sensor)"
          : """
          the board uses the calibration of its \(sensor) until it restarts: it has no \
          memory to store it
          """)
    }
  }
}
