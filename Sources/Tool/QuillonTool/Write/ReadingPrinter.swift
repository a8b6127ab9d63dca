import QuillonBridge
import QuillonConversions
import QuillonFusion
import QuillonNumerics
import QuillonRecordings
import QuillonSerialFormats

/// Prints readings as JSON lines: whole samples in SI units, or each message with the maker's
/// fields.
struct ReadingPrinter {
  /// Finds the maker's fields in a message. Nil to print samples.
  private let fields: (@Sendable ([UInt8]) -> RawMessage)?
  /// How many bytes are written at once.
  private static let chunk = 1 << 16

  private var assembler: SampleAssembler
  /// Lines that are not written yet.
  private var bytes: [UInt8] = []
  /// The number of lines that were printed.
  private(set) var count = 0

  /// Creates a printer of the maker's fields or of samples.
  init(_ format: BoardFormat, isRaw: Bool) {
    fields = isRaw ? format.rawFields : nil
    assembler = SampleAssembler(lead: format.lead)
  }

  /// Prints the last message of `decoder`, or the samples that it completes.
  mutating func show(_ reading: SensorReading, of decoder: inout any SensorDecoder) throws {
    if let fields {
      let message = (0..<decoder.messageLength).map { decoder.messageByte(at: $0) }
      bytes += try Console.line(json: fields(message)).utf8
      try endLine()
    } else {
      assembler.push(reading)
      while let sample = assembler.next() { try show(sample) }
    }
  }

  /// Writes what is not written yet.
  mutating func flush() throws {
    guard !bytes.isEmpty else { return }
    try Console.write(bytes)
    bytes.removeAll(keepingCapacity: true)
  }

  /// Prints the last sample, which the end of the stream left incomplete.
  mutating func finish() throws {
    if let sample = assembler.finish() { try show(sample) }
    try flush()
  }

  private mutating func show(_ sample: SensorReading) throws {
    sample.writeJSON(to: &bytes)
    try endLine()
  }

  private mutating func endLine() throws {
    bytes.append(UInt8(ascii: "\n"))
    count += 1
    if bytes.count >= Self.chunk { try flush() }
  }
}

extension SensorReading {
  /// Appends the sample as a JSON object, keys in alphabetical order. Values that the board does not
  /// send are left out. It is written without `JSONEncoder`, which takes twenty times as long.
  fileprivate func writeJSON(to bytes: inout [UInt8]) {
    var separator = UInt8(ascii: "{")
    func begin(_ key: StaticString) {
      bytes.append(separator)
      separator = UInt8(ascii: ",")
      bytes.append(UInt8(ascii: "\""))
      key.withUTF8Buffer { bytes.append(contentsOf: $0) }
      bytes += "\":".utf8
    }
    func add(_ key: StaticString, _ numbers: Double...) {
      begin(key)
      for (index, number) in numbers.enumerated() {
        bytes.append(UInt8(ascii: index == 0 ? "[" : ","))
        bytes.append(json: number)
      }
      bytes.append(UInt8(ascii: "]"))
    }
    func add<let f: Int>(_ key: StaticString, _ vector: Vector3<f>?) {
      if let vector { add(key, vector.x.double, vector.y.double, vector.z.double) }
    }
    func add(_ key: StaticString, _ number: some BinaryInteger) {
      begin(key)
      bytes += String(number).utf8
    }
    add("angularRate", angularRate)
    if let attitude {
      add(
        "attitude", attitude.w.double, attitude.x.double, attitude.y.double, attitude.z.double)
    }
    if let counter { add("counter", counter) }
    add("linearAcceleration", linearAcceleration)
    add("magneticField", magneticField)
    if let pen {
      begin("pen")
      bytes += (pen == .down ? "\"down\"" : "\"up\"").utf8
    }
    add("specificForce", specificForce)
    if let time { add("time", time) }
    if separator == UInt8(ascii: "{") { bytes.append(separator) }
    bytes.append(UInt8(ascii: "}"))
  }
}
