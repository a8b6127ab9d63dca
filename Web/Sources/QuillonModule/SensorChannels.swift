import QuillonSerialFormats

/// The decoders of boards' formats, in the order of `quillon protocols`. Those that only answer are not among them.
enum SensorChannels {
  /// Lines of numbers in units that are known, whose first header counts.
  static func expectColumns(_ units: ColumnUnits) {
    columns = FramedDecoder(LineFormat(ColumnFormat(units: units, keepsHeader: true)))
  }

  /// The message that begins a sample of a format.
  static func lead(of format: Int32) -> SampleAssembler.Lead {
    format == 2 ? .attitude : .acceleration
  }

  // Generated from SerialFormat.swift by `make lists`: do not edit.
  /// How many formats there are.
  static var count: Int32 { 16 }

  nonisolated(unsafe) private static var quillon = PacketSensorDecoder()
  nonisolated(unsafe) private static var columns = FramedDecoder(LineFormat(ColumnFormat()))
  nonisolated(unsafe) private static var taggedLines = FramedDecoder(LineFormat(TaggedLineFormat()))
  nonisolated(unsafe) private static var witMotion = FramedDecoder(WitMotionFormat())
  nonisolated(unsafe) private static var witMotionBLE = FramedDecoder(WitMotionBLEFormat())
  nonisolated(unsafe) private static var teapot = FramedDecoder(TeapotFormat())
  nonisolated(unsafe) private static var bno08x = FramedDecoder(BNO08xFormat())
  nonisolated(unsafe) private static var xIMU3 = FramedDecoder(LineFormat(XIMU3Format()))
  nonisolated(unsafe) private static var mavlink = FramedDecoder(MAVLinkFormat())
  nonisolated(unsafe) private static var razorText = FramedDecoder(LineFormat(RazorTextFormat()))
  nonisolated(unsafe) private static var razorAngles = FramedDecoder(RazorBinaryFormat(.angles))
  nonisolated(unsafe) private static var razorSensors = FramedDecoder(RazorBinaryFormat(.sensors))
  nonisolated(unsafe) private static var vectorNavText = FramedDecoder(
    LineFormat(VectorNavTextFormat()))
  nonisolated(unsafe) private static var vectorNavBinary = FramedDecoder(VectorNavBinaryFormat())
  nonisolated(unsafe) private static var xbus = FramedDecoder(XbusFormat())
  nonisolated(unsafe) private static var mip = FramedDecoder(MIPFormat())

  /// All decoders without bytes.
  static func begin() {
    quillon = PacketSensorDecoder()
    columns = FramedDecoder(LineFormat(ColumnFormat()))
    taggedLines = FramedDecoder(LineFormat(TaggedLineFormat()))
    witMotion = FramedDecoder(WitMotionFormat())
    witMotionBLE = FramedDecoder(WitMotionBLEFormat())
    teapot = FramedDecoder(TeapotFormat())
    bno08x = FramedDecoder(BNO08xFormat())
    xIMU3 = FramedDecoder(LineFormat(XIMU3Format()))
    mavlink = FramedDecoder(MAVLinkFormat())
    razorText = FramedDecoder(LineFormat(RazorTextFormat()))
    razorAngles = FramedDecoder(RazorBinaryFormat(.angles))
    razorSensors = FramedDecoder(RazorBinaryFormat(.sensors))
    vectorNavText = FramedDecoder(LineFormat(VectorNavTextFormat()))
    vectorNavBinary = FramedDecoder(VectorNavBinaryFormat())
    xbus = FramedDecoder(XbusFormat())
    mip = FramedDecoder(MIPFormat())
  }

  /// Lets `task` work on the decoder of a format, 0..<`count`.
  static func visit<Task: ChannelTask>(_ format: Int32, _ task: inout Task) {
    switch format {
    case 0: task.visit(&quillon)
    case 1: task.visit(&columns)
    case 2: task.visit(&taggedLines)
    case 3: task.visit(&witMotion)
    case 4: task.visit(&witMotionBLE)
    case 5: task.visit(&teapot)
    case 6: task.visit(&bno08x)
    case 7: task.visit(&xIMU3)
    case 8: task.visit(&mavlink)
    case 9: task.visit(&razorText)
    case 10: task.visit(&razorAngles)
    case 11: task.visit(&razorSensors)
    case 12: task.visit(&vectorNavText)
    case 13: task.visit(&vectorNavBinary)
    case 14: task.visit(&xbus)
    case 15: task.visit(&mip)
    default: break
    }
  }
  // End of the generated part.
}

/// Work on a decoder, whatever its format.
protocol ChannelTask {
  /// Does the work.
  mutating func visit<Decoder: SensorDecoder>(_ decoder: inout Decoder)
}

/// One of `SensorChannels` as a decoder: all formats share one receiver of samples. Nothing here is inlined, for a small module.
struct ChannelDecoder: SensorDecoder {
  /// The format, 0..<`SensorChannels.count`.
  let format: Int32

  @inline(never)
  mutating func push(_ byte: UInt8) {
    var task = PushTask(byte: byte)
    SensorChannels.visit(format, &task)
  }

  @inline(never)
  mutating func next() -> SensorReading? {
    var task = NextTask()
    SensorChannels.visit(format, &task)
    return task.reading
  }

  mutating func nextAtEnd() -> SensorReading? { next() }

  var messageLength: Int { 0 }

  mutating func messageByte(at index: Int) -> UInt8 { 0 }

  var counters: DecodeCounters {
    @inline(never) get {
      var task = CountTask()
      SensorChannels.visit(format, &task)
      return task.counters
    }
  }
}

private struct PushTask: ChannelTask {
  let byte: UInt8

  mutating func visit<Decoder: SensorDecoder>(_ decoder: inout Decoder) { decoder.push(byte) }
}

private struct NextTask: ChannelTask {
  var reading: SensorReading?

  mutating func visit<Decoder: SensorDecoder>(_ decoder: inout Decoder) {
    reading = decoder.next()
  }
}

private struct CountTask: ChannelTask {
  var counters = DecodeCounters()

  mutating func visit<Decoder: SensorDecoder>(_ decoder: inout Decoder) {
    counters = decoder.counters
  }
}
