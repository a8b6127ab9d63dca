import QuillonBoardFormats
import QuillonConversions
import QuillonFusion
import QuillonNumerics
import QuillonProtocols

/// Prints readings as JSON lines: whole samples in SI units, or each message with the maker's
/// fields.
struct ReadingPrinter {
  /// Finds the maker's fields in a message. Nil to print samples.
  private let fields: (@Sendable ([UInt8]) -> RawMessage)?
  private var assembler: SampleAssembler

  /// Creates a printer of the maker's fields or of samples.
  init(_ format: BoardFormat, isRaw: Bool) {
    fields = isRaw ? format.rawFields : nil
    assembler = SampleAssembler(lead: format.lead)
  }

  /// Prints the last message of `decoder`, or the samples that it completes.
  mutating func show(_ reading: SensorReading, of decoder: inout any SensorDecoder) throws {
    if let fields {
      let bytes = (0..<decoder.messageLength).map { decoder.messageByte(at: $0) }
      try Console.print(json: fields(bytes))
    } else {
      assembler.push(reading)
      while let sample = assembler.next() { try Console.print(json: SampleLine(sample)) }
    }
  }

  /// Prints the last sample, which the end of the stream left incomplete.
  mutating func finish() throws {
    if let sample = assembler.finish() { try Console.print(json: SampleLine(sample)) }
  }
}

/// The printed form of a sample. Values that the board does not send are left out.
private struct SampleLine: Encodable {
  var time: UInt32?
  var counter: UInt16?
  var specificForce: [Double]?
  var linearAcceleration: [Double]?
  var angularRate: [Double]?
  var magneticField: [Double]?
  var attitude: [Double]?
  var pen: String?

  init(_ sample: SensorReading) {
    time = sample.time
    counter = sample.counter
    specificForce = sample.specificForce.map(Self.components)
    linearAcceleration = sample.linearAcceleration.map(Self.components)
    angularRate = sample.angularRate.map(Self.components)
    magneticField = sample.magneticField.map(Self.components)
    attitude = sample.attitude.map { [$0.w.double, $0.x.double, $0.y.double, $0.z.double] }
    pen = sample.pen.map { $0 == .down ? "down" : "up" }
  }

  private static func components<let f: Int>(_ vector: Vector3<f>) -> [Double] {
    [vector.x.double, vector.y.double, vector.z.double]
  }
}
