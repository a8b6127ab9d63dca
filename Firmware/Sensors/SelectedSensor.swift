import CortexM
import QuillonProtocols

// The sensor on the board's line: a row for each trait of the package. Those with a period send 50 samples a second and no time.
#if csv
  public func makeSensor<B: Board>(on board: B.Type) -> SerialSensor<LineFormat<ColumnFormat>, B> {
    .init(LineFormat(ColumnFormat()))
  }
#elseif tagged
  public func makeSensor<B: Board>(on board: B.Type) -> SerialSensor<LineFormat<TaggedLineFormat>, B> {
    .init(LineFormat(TaggedLineFormat()), lead: .attitude)
  }
#elseif witmotion_11
  public func makeSensor<B: Board>(on board: B.Type) -> SerialSensor<WitMotionFormat, B> {
    .init(WitMotionFormat())
  }
#elseif witmotion_ble
  public func makeSensor<B: Board>(on board: B.Type) -> SerialSensor<WitMotionBLEFormat, B> {
    .init(WitMotionBLEFormat())
  }
#elseif bno08x_rvc
  public func makeSensor<B: Board>(on board: B.Type) -> SerialSensor<BNO08xFormat, B> {
    .init(BNO08xFormat())
  }
#elseif x_imu3
  public func makeSensor<B: Board>(on board: B.Type) -> SerialSensor<LineFormat<XIMU3Format>, B> {
    .init(LineFormat(XIMU3Format()))
  }
#elseif mavlink
  public func makeSensor<B: Board>(on board: B.Type) -> SerialSensor<MAVLinkFormat, B> {
    .init(MAVLinkFormat())
  }
#elseif razor_text
  public func makeSensor<B: Board>(on board: B.Type) -> SerialSensor<LineFormat<RazorTextFormat>, B> {
    .init(LineFormat(RazorTextFormat()), period: 20_000)
  }
#elseif razor_binary_sensors
  public func makeSensor<B: Board>(on board: B.Type) -> SerialSensor<RazorBinaryFormat, B> {
    .init(RazorBinaryFormat(.sensors), period: 20_000)
  }
#elseif vectornav_ascii
  public func makeSensor<B: Board>(on board: B.Type) -> SerialSensor<LineFormat<VectorNavTextFormat>, B> {
    .init(LineFormat(VectorNavTextFormat()), period: 20_000)
  }
#elseif vectornav_binary
  public func makeSensor<B: Board>(on board: B.Type) -> SerialSensor<VectorNavBinaryFormat, B> {
    .init(VectorNavBinaryFormat())
  }
#elseif xsens_xbus
  public func makeSensor<B: Board>(on board: B.Type) -> SerialSensor<XbusFormat, B> {
    .init(XbusFormat())
  }
#elseif mip
  public func makeSensor<B: Board>(on board: B.Type) -> SerialSensor<MIPFormat, B> {
    .init(MIPFormat())
  }
#else
  public func makeSensor<B: Board>(on board: B.Type) -> PacketSensor { PacketSensor() }
#endif
