import Foundation
import QuillonBridge
import QuillonSerial
import QuillonSerialFormats
import QuillonWire

/// What a board sent, without letters and without names of a person or of a computer.
struct BoardReport: Encodable {
  /// The port, as far as the system knows it. A serial number is left out.
  struct Port: Encodable {
    var kind: String
    var manufacturer: String?
    var product: String?
    var usb: String?
  }

  /// The same in short.
  struct Summary: Encodable {
    var format: String?
    var samples: Int
    var messages: [String: Int]
    var acceptedBytes: Int
    /// Before the first message, because opening a port cuts into one, and after it.
    var skippedBytes: Int
    var rejectedBytes = 0

    /// The summary for people.
    var words: String {
      let counts = messages.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
      let parts =
        [
          format.map { "format \($0)" } ?? "no known format", "\(samples) samples",
        ] + counts + ["\(rejectedBytes) bytes rejected"]
      return parts.joined(separator: ", ")
    }
  }

  var quillon = FirmwareVersion.current.words
  /// The operating system and the processor.
  var system: String
  var port: Port
  var baud: Int
  /// How long it listened, s.
  var seconds: Double
  var isUnplugged: Bool
  /// The outcome of asking a board that reads letters for samples; nil if it was not asked.
  var request: SampleRequest.Outcome?
  var summary: Summary
  /// The first and the last 256 bytes, hexadecimal; nil for Quillon's packets, which are all below.
  var firstBytes: String?
  var lastBytes: String?
  /// Each message that is neither a sample nor a letter.
  var messages: [RawMessage] = []
  /// The samples, or the messages of another make.
  var samples: [RawMessage] = []

  /// Messages that reveal what a person wrote.
  private static let letters = ["verdict", "rejection", "abandonment", "pen"]
  /// The kinds of ports. Another name may be a person's own.
  private static let kinds = ["ttyACM", "ttyUSB", "ttyS", "cu.usbmodem", "cu.usbserial"]

  /// The report on these bytes.
  init(
    of bytes: [UInt8], seconds: Double, baud: Int, port: String, isUnplugged: Bool,
    request: SampleRequest.Outcome?
  ) {
    self.seconds = (seconds * 10).rounded() / 10
    (self.baud, self.isUnplugged, self.request) = (baud, isUnplugged, request)
    system = Self.system
    let known = ((try? SerialPorts.list()) ?? []).first { $0.name == port }
    let name = port.split(separator: "/").last ?? ""
    self.port = Port(
      kind: Self.kinds.first { name.hasPrefix($0) } ?? "another",
      manufacturer: known?.manufacturer, product: known?.product,
      usb: known?.usb)
    summary = Summary(samples: 0, messages: [:], acceptedBytes: 0, skippedBytes: bytes.count)
    var detector = FormatDetector()
    detector.push(bytes.prefix(1 << 16))
    let format =
      detector.best?.format ?? (detector.hasOwnPacket ? BoardFormat.named("quillon") : nil)
    if format?.name != "quillon" {
      firstBytes = Self.hexadecimal(bytes.prefix(256))
      lastBytes = Self.hexadecimal(bytes.dropFirst(256).suffix(256))
    }
    guard let format else { return }
    summary.format = format.name
    var decoder = format.makeDecoder()
    var skipped: UInt32?
    for byte in bytes {
      decoder.push(byte)
      while decoder.next() != nil {
        skipped = skipped ?? decoder.counters.rejected
        take(&decoder, format)
      }
    }
    // The end of the report cuts into a message, too: its beginning is not rejected.
    let rejected = decoder.counters.rejected
    while decoder.nextAtEnd() != nil { take(&decoder, format) }
    summary.samples = samples.count
    summary.acceptedBytes = Int(decoder.counters.accepted)
    summary.skippedBytes = Int(skipped ?? decoder.counters.rejected)
    summary.rejectedBytes = max(Int(rejected) - summary.skippedBytes, 0)
  }

  private mutating func take(_ decoder: inout any SensorDecoder, _ format: BoardFormat) {
    let message = format.rawFields((0..<decoder.messageLength).map { decoder.messageByte(at: $0) })
    guard format.name == "quillon" else {
      samples.append(message)
      return
    }
    guard case .text(let type) = message["type"] else { return }
    if Self.letters.contains(type) { return }
    if type == "sample" {
      samples.append(message)
    } else {
      summary.messages[type, default: 0] += 1
      messages.append(message)
    }
  }

  private static var system: String {
    var names = utsname()
    uname(&names)
    func text<T>(_ field: T) -> String {
      withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
    // The name of the computer is left out.
    return "\(text(names.sysname)) \(text(names.release)) \(text(names.machine))"
  }

  private static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { String(format: "%02x", Int($0)) }.joined(separator: " ")
  }
}
