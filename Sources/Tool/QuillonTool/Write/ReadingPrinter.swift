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
      bytes += try Console.line(json: fields(message)).utf8
      try endLine()
    } else {
      assembler.push(reading)
      while let sample = assembler.next() { try show(DecodedSample(sample)) }
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
    if let sample = assembler.finish() { try show(DecodedSample(sample)) }
    try flush()
  }

  /// Prints a sample.
  mutating func show(_ sample: DecodedSample) throws {
    sample.writeJSON(to: &bytes)
    try endLine()
  }

  private mutating func endLine() throws {
    bytes.append(UInt8(ascii: "\n"))
    count += 1
    if bytes.count >= Self.chunk { try flush() }
  }
}

/// A sample of a board, or a row of a table, as it is printed: in SI units. What is not there is nil.
struct DecodedSample {
  private let time: Int64?
  private var counter: Int64?
  private let specificForce: SIMD3<Double>?
  private let linearAcceleration: SIMD3<Double>?
  private let angularRate: SIMD3<Double>?
  private let magneticField: SIMD3<Double>?
  private let attitude: SIMD4<Double>?
  private let isPenDown: Bool?

  /// A sample of a board.
  init(_ sample: SensorReading) {
    time = sample.time.map(Int64.init)
    counter = sample.counter.map(Int64.init)
    specificForce = sample.specificForce?.double
    linearAcceleration = sample.linearAcceleration?.double
    angularRate = sample.angularRate?.double
    magneticField = sample.magneticField?.double
    attitude = sample.attitude?.double
    isPenDown = sample.pen.map { $0 == .down }
  }

  /// A row of a table.
  init(_ row: TraceRow) {
    time = Int64((row.time * 1e6).rounded())
    specificForce = row.specificForce
    linearAcceleration = row.linearAcceleration
    angularRate = row.angularRate
    magneticField = row.magneticField
    attitude = row.attitude
    isPenDown = row.isPenDown
  }

  /// The time, µs modulo 2³².
  var timestamp: UInt32? { time.map { UInt32(truncatingIfNeeded: $0) } }

  /// What it holds, in words.
  var quantities: [String] {
    [
      ("specific force", specificForce != nil), ("linear acceleration", linearAcceleration != nil),
      ("angular rate", angularRate != nil), ("magnetic field", magneticField != nil),
      ("attitude", attitude != nil), ("pen", isPenDown != nil),
    ].filter(\.1).map(\.0)
  }

  /// Appends a JSON object, keys in alphabetical order. It is written without `JSONEncoder`, which takes twenty times as long.
  func writeJSON(to bytes: inout [UInt8]) {
    var separator = UInt8(ascii: "{")
    func begin(_ key: StaticString) {
      bytes.append(separator)
      separator = UInt8(ascii: ",")
      bytes.append(UInt8(ascii: "\""))
      key.withUTF8Buffer { bytes.append(contentsOf: $0) }
      bytes += "\":".utf8
    }
    func add(_ key: StaticString, _ vector: (some SIMD<Double>)?) {
      guard let vector else { return }
      begin(key)
      for index in vector.indices {
        bytes.append(UInt8(ascii: index == 0 ? "[" : ","))
        bytes.append(json: vector[index])
      }
      bytes.append(UInt8(ascii: "]"))
    }
    func add(_ key: StaticString, _ number: Int64?) {
      guard let number else { return }
      begin(key)
      bytes += String(number).utf8
    }
    add("angularRate", angularRate)
    add("attitude", attitude)
    add("counter", counter)
    add("linearAcceleration", linearAcceleration)
    add("magneticField", magneticField)
    if let isPenDown {
      begin("pen")
      bytes += (isPenDown ? "\"down\"" : "\"up\"").utf8
    }
    add("specificForce", specificForce)
    add("time", time)
    if separator == UInt8(ascii: "{") { bytes.append(separator) }
    bytes.append(UInt8(ascii: "}"))
  }
}
