import QuillonBridge
import QuillonSerial
import QuillonSerialFormats
import Testing

/// What a search makes of text that a board sends before it goes away.
@Suite struct FormatSearchTests {
  /// A line that brings a text and then ends.
  private final class TextLine: ByteTransport, @unchecked Sendable {
    let path = "text"
    private var bytes: [UInt8]

    init(_ text: String) { bytes = Array(text.utf8) }

    func read(into buffer: UnsafeMutableRawBufferPointer, timeout: Duration) -> ReadOutcome {
      guard !bytes.isEmpty else { return .ended }
      let count = min(bytes.count, buffer.count)
      buffer.copyBytes(from: bytes.prefix(count))
      bytes.removeFirst(count)
      return .bytes(count)
    }

    func write(_ bytes: UnsafeRawBufferPointer, timeout: Duration) -> WriteOutcome { .ended }

    func close() {}
  }

  private func search(_ text: String) throws -> FormatSearch.Finding? {
    try FormatSearch(bauds: [115_200]) { _ in TextLine(text) }.run(isCancelled: { false })
  }

  /// The last line of text is quoted, with what it asks for.
  @Test(arguments: [
    ("Send any character to begin DMP programming and demo: ", "send a key"),
    ("Press any key to start", "send a key"), ("Hit a key to begin...", "send a key"),
    ("Failed to find MPU6050 chip", "check the wires"),
    ("MPU6050 connection failed", "check the wires"),
    ("Ooops, no LSM9DS1 detected ... Check your wiring!", "check the wires"),
    ("Could not connect to MPU9250: 0x0", "check the wires"),
    ("BNO055 not detected", "check the wires"),
    ("Yaw, Pitch, Roll: 0.07, 2.29, 3.44", "angles alone"),
    ("Orientation: 0.07 2.29 3.44", "angles alone"), ("Hello from the board", nil),
  ])
  func theLastTextIsQuoted(line: String, advice: String?) throws {
    for end in ["\r\n", "\n"] {
      do {
        _ = try search("Initializing" + end + line + end + "tai")
        Issue.record("a format was found")
      } catch let error as FormatSearch.NotUnderstood {
        let quoted = line.last == " " ? String(line.dropLast()) : line
        #expect(error.lastText == quoted)
        #expect((error.advice != nil) == (advice != nil), "\(error.advice ?? "")")
        if let advice { #expect(error.advice?.contains(advice) == true) }
        #expect(error.said?.contains(quoted) == true)
      }
    }
  }

  /// A time in µs without a unit is no obstacle, at any rate.
  @Test(arguments: [5, 10, 20, 50, 100], ["time,ax,ay,az,gx,gy,gz\n", ""])
  func microsecondsWithoutAUnitAreFound(rate: Int, header: String) throws {
    let rows = (0..<120).map { index in
      let force = "-0.0\(30 + index * 7 % 9),0.06\(index % 5),0.99\(index * 3 % 8)"
      return "\(2_140_132 + index * 1_000_000 / rate + index * 37 % 200),"
        + force + ",0.\(index * 7 % 5),-1.\(index * 3 % 4),0.4"
    }
    let found = try #require(try search(header + rows.joined(separator: "\n") + "\n"))
    #expect(found.format?.name == "csv")
    let time = header.isEmpty ? found.columns?.time : found.namedUnits?.units.time
    #expect(time == .microseconds)
  }
}
