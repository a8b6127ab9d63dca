/// ArduPilot's log as text, as its tools write it: `FMT` lines give the names of each message's fields (ArduPilot/ardupilot,
/// libraries/AP_Logger/README.md), and the lines of a message begin with its name.
enum ArduPilotLog {
  /// True if a file begins so.
  static func begins(_ bytes: [UInt8]) -> Bool { bytes.starts(with: "FMT,".utf8) }

  /// The messages with this name as a table with a header. Empty without them.
  ///
  /// IMU holds rates and accelerations. With fast sampling ACC and GYR hold one of them each.
  static func table(of message: String, _ bytes: [UInt8]) -> [UInt8] {
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

  /// The trace of a file's sensors; nil if it has none.
  ///
  /// - Throws: `RecordingError` if a table of them has no row.
  static func trace(_ bytes: [UInt8], path: String) throws(RecordingError) -> Trace? {
    let whole = table(of: "IMU", bytes)
    if let table = ForeignTable(whole) { return try table.trace(whole, name: path) }
    let parts = ["ACC", "GYR"].compactMap { message in
      let bytes = table(of: message, bytes)
      return ForeignTable(bytes).map { (table: $0, bytes: bytes, name: message) }
    }
    return parts.count < 2 ? nil : try TelephoneLog(tables: parts, path: path).trace()
  }
}
