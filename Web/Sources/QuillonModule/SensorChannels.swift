import QuillonSerialFormats

/// The decoders of boards' formats, in the order of `quillon protocols`. Those that only answer are not among them.
enum SensorChannels {
  /// How many formats there are.
  static var count: Int32 { 16 }

  private struct Decoders {
    var quillon = PacketSensorDecoder()
    var columns = FramedDecoder(LineFormat(ColumnFormat()))
    var tagged = FramedDecoder(LineFormat(TaggedLineFormat()))
    var witMotion = FramedDecoder(WitMotionFormat())
    var witMotionBLE = FramedDecoder(WitMotionBLEFormat())
    var teapot = FramedDecoder(TeapotFormat())
    var bno08x = FramedDecoder(BNO08xFormat())
    var xIMU3 = FramedDecoder(LineFormat(XIMU3Format()))
    var mavlink = FramedDecoder(MAVLinkFormat())
    var razorText = FramedDecoder(LineFormat(RazorTextFormat()))
    var razorAngles = FramedDecoder(RazorBinaryFormat(.angles))
    var razorSensors = FramedDecoder(RazorBinaryFormat(.sensors))
    var vectorNavText = FramedDecoder(LineFormat(VectorNavTextFormat()))
    var vectorNavBinary = FramedDecoder(VectorNavBinaryFormat())
    var xbus = FramedDecoder(XbusFormat())
    var mip = FramedDecoder(MIPFormat())
  }

  nonisolated(unsafe) private static var decoders = Decoders()

  /// All decoders without bytes.
  static func begin() { decoders = Decoders() }

  /// Lines of numbers in units that are known, whose first header counts.
  static func expectColumns(_ units: ColumnUnits) {
    decoders.columns = FramedDecoder(LineFormat(ColumnFormat(units: units, keepsHeader: true)))
  }

  /// The message that begins a sample of a format.
  static func lead(of format: Int32) -> SampleAssembler.Lead {
    format == 2 ? .attitude : .acceleration
  }

  /// Lets `task` work on the decoder of a format, 0..<`count`.
  static func visit<Task: ChannelTask>(_ format: Int32, _ task: inout Task) {
    switch format {
    case 0: task.visit(&decoders.quillon)
    case 1: task.visit(&decoders.columns)
    case 2: task.visit(&decoders.tagged)
    case 3: task.visit(&decoders.witMotion)
    case 4: task.visit(&decoders.witMotionBLE)
    case 5: task.visit(&decoders.teapot)
    case 6: task.visit(&decoders.bno08x)
    case 7: task.visit(&decoders.xIMU3)
    case 8: task.visit(&decoders.mavlink)
    case 9: task.visit(&decoders.razorText)
    case 10: task.visit(&decoders.razorAngles)
    case 11: task.visit(&decoders.razorSensors)
    case 12: task.visit(&decoders.vectorNavText)
    case 13: task.visit(&decoders.vectorNavBinary)
    case 14: task.visit(&decoders.xbus)
    case 15: task.visit(&decoders.mip)
    default: break
    }
  }
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
