import QuillonBridge

extension FormatSearch.NotUnderstood {
  /// What came and what to do, for people.
  func words(on port: String) -> String {
    guard !isZero else { return Self.zeros(port) }
    let speeds = bauds.map(String.init).joined(separator: ", ")
    let newest = count > beginning.count ? " and end \"\(Self.text(newest))\"" : ""
    if let said, advice != nil {
      return """
        \(count) bytes came from \(port) at \(speeds) baud, but they have no known format, and \(said). They begin \
        "\(Self.text(beginning))"\(newest)
        """
    }
    return """
      \(count) bytes came from \(port) at \(speeds) baud, but they have no known format. They begin \
      "\(Self.text(beginning))"\(newest). Give --protocol and --baud, or set the board up as `quillon protocols` shows; if they \
      are numbers, hold the board still, or name the columns as in --columns t,ax,ay,az,gx,gy,gz
      """
  }

  /// How many bytes nobody understood in all, and the last of them.
  func total(on port: String) -> String {
    guard !isZero else { return Self.zeros(port) }
    return """
      \(count) bytes came from \(port) and none was understood; the last are "\(Self.text(newest))"\
      \(said.map { ", and \($0)" } ?? ""). Give --protocol and --baud, or set the board up as `quillon protocols` shows
      """
  }

  /// What was seen, how it was interpreted and what to do, for people at the page.
  var lines: [String] {
    let guess =
      switch likeness {
      case .zeros:
        "rows of 0: the sketch does not hear its sensor. Check the sensor's wires and its address in the sketch"
      case .numbers(let count):
        "rows of \(count) numbers. Hold the board still, so that the page finds out what each of them is, or name them below"
      case .text:
        "text, but not rows of numbers. Let the board print numbers with commas between them and no words"
      case .packets:
        "no text: another speed, or a format that Quillon does not read. `quillon protocols` lists those that it reads"
      }
    return [
      "Seen: \(count) bytes at \(bauds.map(String.init).joined(separator: ", ")) bits/s",
      "Beginning: \(Self.text(beginning))", "Taken for: \(guess)",
    ] + (said.map { ["Text: \($0)"] } ?? [])
  }

  private static func zeros(_ port: String) -> String {
    """
    all numbers from \(port) are 0, so the sketch does not hear its sensor: check the sensor's wires (power, ground, \
    SDA, SCL) and its address in the sketch
    """
  }

  /// The bytes as text. What is not printable in ASCII is written in hexadecimal, as `\x0d`.
  private static func text(_ bytes: [UInt8]) -> String {
    bytes.map { byte in
      (0x20..<0x7F).contains(byte)
        ? String(UnicodeScalar(byte)) : "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }
}

extension ToolError {
  /// The error for bytes that nobody understood until the port went away.
  init(_ error: FormatSearch.NotUnderstood, on port: String) {
    self.init(error.words(on: port), code: .world)
  }
}
