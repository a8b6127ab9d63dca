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
  init(_ format: BoardFormat, isRaw: Bool = false) {
    fields = isRaw ? format.rawFields : nil
    assembler = SampleAssembler(lead: format.lead)
  }

  /// Prints the last message of `decoder`, or the samples that it completes.
  mutating func show(_ reading: SensorReading, of decoder: inout any SensorDecoder) throws {
    if let fields {
      let message = (0..<decoder.messageLength).map { decoder.messageByte(at: $0) }
      try add(Array((Console.line(json: fields(message)) + "\n").utf8))
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
    try add(SampleLine(sample).line)
  }

  /// Prints a row of a table.
  mutating func show(_ row: TraceRow) throws { try add(SampleLine(row).line) }

  private mutating func add(_ line: [UInt8]) throws {
    bytes += line
    count += 1
    if bytes.count >= Self.chunk { try flush() }
  }
}

/// A sample in SI units, as one line of JSON with its keys in alphabetical order. What is missing is left out. It is written without
/// `JSONEncoder`, which takes twenty times as long.
private struct SampleLine {
  private var bytes: [UInt8] = []

  init(_ sample: SensorReading) {
    add("angularRate", sample.angularRate)
    if let attitude = sample.attitude {
      add(
        "attitude", attitude.w.double, attitude.x.double, attitude.y.double, attitude.z.double)
    }
    if let counter = sample.counter { add("counter", counter) }
    add("linearAcceleration", sample.linearAcceleration)
    add("magneticField", sample.magneticField)
    if let pen = sample.pen { add(isPenDown: pen == .down) }
    add("specificForce", sample.specificForce)
    if let time = sample.time { add("time", time) }
  }

  init(_ row: TraceRow) {
    add("angularRate", row.angularRate)
    if let attitude = row.attitude {
      add("attitude", attitude.x, attitude.y, attitude.z, attitude.w)
    }
    add("linearAcceleration", row.linearAcceleration)
    add("magneticField", row.magneticField)
    if let isPenDown = row.isPenDown { add(isPenDown: isPenDown) }
    add("specificForce", row.specificForce)
    add("time", Int64((row.time * 1e6).rounded()))
  }

  /// The line with its end.
  var line: [UInt8] { (bytes.isEmpty ? [UInt8(ascii: "{")] : bytes) + "}\n".utf8 }

  private mutating func begin(_ key: StaticString) {
    bytes.append(UInt8(ascii: bytes.isEmpty ? "{" : ","))
    bytes.append(UInt8(ascii: "\""))
    key.withUTF8Buffer { bytes.append(contentsOf: $0) }
    bytes += "\":".utf8
  }

  private mutating func add(_ key: StaticString, _ numbers: Double...) {
    begin(key)
    for (index, number) in numbers.enumerated() {
      bytes.append(UInt8(ascii: index == 0 ? "[" : ","))
      bytes.append(json: number)
    }
    bytes.append(UInt8(ascii: "]"))
  }

  private mutating func add<let f: Int>(_ key: StaticString, _ vector: Vector3<f>?) {
    if let vector { add(key, vector.x.double, vector.y.double, vector.z.double) }
  }

  private mutating func add(_ key: StaticString, _ vector: SIMD3<Double>?) {
    if let vector { add(key, vector.x, vector.y, vector.z) }
  }

  private mutating func add(_ key: StaticString, _ number: some BinaryInteger) {
    begin(key)
    bytes += String(number).utf8
  }

  private mutating func add(isPenDown: Bool) {
    begin("pen")
    bytes += (isPenDown ? "\"down\"" : "\"up\"").utf8
  }
}
