import QuillonProtocols

/// The formats of boards, in the order of `quillon protocols`.
enum SensorChannels {
  /// How many formats there are.
  static var count: Int32 { 16 }

  nonisolated(unsafe) private static var quillon = SensorChannel(PacketSensorDecoder())
  nonisolated(unsafe) private static var columns = SensorChannel(
    FramedDecoder(LineFormat(ColumnFormat())))
  nonisolated(unsafe) private static var tagged = SensorChannel(
    FramedDecoder(LineFormat(TaggedLineFormat())), lead: .attitude)
  nonisolated(unsafe) private static var witMotion = SensorChannel(FramedDecoder(WitMotionFormat()))
  nonisolated(unsafe) private static var witMotionBLE = SensorChannel(
    FramedDecoder(WitMotionBLEFormat()))
  nonisolated(unsafe) private static var teapot = SensorChannel(FramedDecoder(TeapotFormat()))
  nonisolated(unsafe) private static var bno08x = SensorChannel(FramedDecoder(BNO08xFormat()))
  nonisolated(unsafe) private static var xIMU3 = SensorChannel(
    FramedDecoder(LineFormat(XIMU3Format())))
  nonisolated(unsafe) private static var mavlink = SensorChannel(FramedDecoder(MAVLinkFormat()))
  nonisolated(unsafe) private static var razorText = SensorChannel(
    FramedDecoder(LineFormat(RazorTextFormat())))
  nonisolated(unsafe) private static var razorAngles = SensorChannel(
    FramedDecoder(RazorBinaryFormat(.angles)))
  nonisolated(unsafe) private static var razorSensors = SensorChannel(
    FramedDecoder(RazorBinaryFormat(.sensors)))
  nonisolated(unsafe) private static var vectorNavText = SensorChannel(
    FramedDecoder(LineFormat(VectorNavTextFormat())))
  nonisolated(unsafe) private static var vectorNavBinary = SensorChannel(
    FramedDecoder(VectorNavBinaryFormat()))
  nonisolated(unsafe) private static var xbus = SensorChannel(FramedDecoder(XbusFormat()))
  nonisolated(unsafe) private static var mip = SensorChannel(FramedDecoder(MIPFormat()))

  /// All channels without bytes.
  static func begin() {
    quillon = SensorChannel(PacketSensorDecoder())
    columns = SensorChannel(FramedDecoder(LineFormat(ColumnFormat())))
    tagged = SensorChannel(FramedDecoder(LineFormat(TaggedLineFormat())), lead: .attitude)
    witMotion = SensorChannel(FramedDecoder(WitMotionFormat()))
    witMotionBLE = SensorChannel(FramedDecoder(WitMotionBLEFormat()))
    teapot = SensorChannel(FramedDecoder(TeapotFormat()))
    bno08x = SensorChannel(FramedDecoder(BNO08xFormat()))
    xIMU3 = SensorChannel(FramedDecoder(LineFormat(XIMU3Format())))
    mavlink = SensorChannel(FramedDecoder(MAVLinkFormat()))
    razorText = SensorChannel(FramedDecoder(LineFormat(RazorTextFormat())))
    razorAngles = SensorChannel(FramedDecoder(RazorBinaryFormat(.angles)))
    razorSensors = SensorChannel(FramedDecoder(RazorBinaryFormat(.sensors)))
    vectorNavText = SensorChannel(FramedDecoder(LineFormat(VectorNavTextFormat())))
    vectorNavBinary = SensorChannel(FramedDecoder(VectorNavBinaryFormat()))
    xbus = SensorChannel(FramedDecoder(XbusFormat()))
    mip = SensorChannel(FramedDecoder(MIPFormat()))
  }

  /// Lets `task` work on the channel of a format, 0..<`count`.
  static func visit<Task: ChannelTask>(_ format: Int32, _ task: inout Task) {
    switch format {
    case 0: task.visit(&quillon)
    case 1: task.visit(&columns)
    case 2: task.visit(&tagged)
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
}

/// Work on a channel, whatever its format.
protocol ChannelTask {
  /// Does the work.
  mutating func visit<Decoder: SensorDecoder>(_ channel: inout SensorChannel<Decoder>)
}
