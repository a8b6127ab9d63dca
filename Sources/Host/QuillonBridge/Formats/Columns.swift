import QuillonConversions
import QuillonSerialFormats

extension BoardFormat {
  /// The format of lines of numbers in units that only their names give.
  public static let columns = columns(in: ColumnUnits())

  /// The format of lines of numbers, one column per value, in these units.
  ///
  /// - Parameters:
  ///   - units: The units that are known. They have priority over those given by names.
  ///   - keepsHeader: True if the first header counts and no later one, because it is the caller's own.
  public static func columns(in units: ColumnUnits, keepsHeader: Bool = false) -> BoardFormat {
    BoardFormat(
      .columns,
      boards: "Arduino sketches: IMU_Capture, Edge Impulse's data forwarder, Razor M0, OpenLog",
      sends: "acceleration; rate, field, quaternion, time, pen if there are columns for them",
      baud: 115_200, rate: 100,
      evidence: .numbers,
      quirks: """
        units and axes are the sketch's; IMU_Capture waits for DTR and sends bursts of 119 lines; the \
        libraries for the Nano 33 BLE read rates 13 % low, and give mirrored axes on both revisions
        """,
      setup:
        "print ax,ay,az,gx,gy,gz in g and °/s, a header line with these names first; `quillon protocols --sketch arduino` is a program",
      makeDecoder: {
        FramedDecoder(LineFormat(ColumnFormat(units: units, keepsHeader: keepsHeader)))
      },
      rawFields: columnFields)
  }
}

/// The columns of a line of numbers, or the names of a header.
private func columnFields(_ bytes: [UInt8]) -> RawMessage {
  let line = lineText(bytes)
  let isSeparator: (Character) -> Bool = { $0 == "," || $0 == ";" || $0 == "\t" }
  let parts =
    line.contains(where: isSeparator)
    ? line.split(whereSeparator: isSeparator) : line.split(separator: " ")
  let words = parts.flatMap { $0.split(separator: " ") }.flatMap { $0.split(separator: ":") }
  let isName: (Substring) -> Bool = { word in
    word.first?.isLetter == true && !["nan", "inf", "ovf"].contains { word == $0 }
  }
  let names = words.filter(isName), values = words.filter { !isName($0) }
  var message: RawMessage = [:]
  if !values.isEmpty { message["v"] = .list(values.map { RawValue(text: $0) }) }
  if !names.isEmpty { message["names"] = .list(names.map { .text(String($0)) }) }
  return message
}
