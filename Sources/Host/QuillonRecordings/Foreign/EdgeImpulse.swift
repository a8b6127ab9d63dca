import Foundation

/// A recording as Edge Impulse's data acquisition format has it (docs.edgeimpulse.com, "Data acquisition format"), in JSON: the sensors
/// with their units, the interval, and a row of numbers each time.
enum EdgeImpulse {
  private struct File: Decodable {
    struct Payload: Decodable {
      struct Sensor: Decodable {
        var name: String
        var units: String?
      }
      var interval_ms: Double
      var sensors: [Sensor]
      var values: [[Double]]
    }
    var payload: Payload
  }

  /// True if a file begins so.
  static func begins(_ bytes: [UInt8]) -> Bool {
    let text = String(decoding: bytes.prefix(4_096), as: UTF8.self)
    return text.first { !$0.isWhitespace } == "{" && text.contains("\"payload\"")
      && text.contains("\"interval_ms\"")
  }

  /// The recording as a table with a header.
  ///
  /// - Throws: `RecordingError` if a part is missing.
  static func table(_ bytes: [UInt8], name: String) throws(RecordingError) -> [UInt8] {
    guard let payload = try? JSONDecoder().decode(File.self, from: Data(bytes)).payload,
      payload.interval_ms > 0, payload.values.allSatisfy({ $0.count == payload.sensors.count })
    else {
      throw RecordingError(
        file: name, found: "a payload that is not whole",
        expected: "Edge Impulse's interval_ms, sensors, and as many values in each row",
        nextStep: "download the sample again, as JSON")
    }
    let header =
      ["t (ms)"]
      + payload.sensors.map { sensor in
        let unit = sensor.units.flatMap { $0 == "N/A" || $0.isEmpty ? nil : " (\($0))" } ?? ""
        return (sensor.name + unit).replacing(",", with: " ")
      }
    var text = header.joined(separator: ",") + "\n"
    for (index, row) in payload.values.enumerated() {
      text += ([Double(index) * payload.interval_ms] + row).map { "\($0)" }.joined(separator: ",")
      text += "\n"
    }
    return Array(text.utf8)
  }
}
