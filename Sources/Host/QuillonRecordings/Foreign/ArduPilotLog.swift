/// ArduPilot's log as text, as its tools write it: `FMT` lines give the names of each message's fields (ArduPilot/ardupilot,
/// libraries/AP_Logger/README.md), and the lines of a message begin with its name.
enum ArduPilotLog {
  /// The message that holds the rates and accelerations of a sensor.
  private static let message = "IMU"

  /// True if a file begins so.
  static func begins(_ bytes: [UInt8]) -> Bool { bytes.starts(with: "FMT,".utf8) }

  /// The messages of the sensors as a table with a header. Empty without them.
  static func table(_ bytes: [UInt8]) -> [UInt8] {
    var table: [UInt8] = []
    for line in TableLine.lines(of: bytes) {
      let mark = line.prefix { $0 != UInt8(ascii: ",") }
      guard mark.elementsEqual("FMT".utf8) || mark.elementsEqual(message.utf8) else { continue }
      let fields = TableLine(line, separator: UInt8(ascii: ",")).fields
      let isFormat = fields[0] == "FMT"
      guard !isFormat || table.isEmpty && fields.count > 5 && fields[3] == message else { continue }
      guard isFormat || !table.isEmpty else { continue }
      table += Array((fields[(isFormat ? 5 : 1)...].joined(separator: ",") + "\n").utf8)
    }
    return table
  }
}
