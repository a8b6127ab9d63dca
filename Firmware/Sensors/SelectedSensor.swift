import QuillonSerialFormats

// The sensor on the board's line: a row for each trait of the package.
// Generated from SerialFormat.swift by `make lists`: do not edit.
#if csv
  public func makeSensor() -> SerialSensor<LineFormat<ColumnFormat>> {
    .init(LineFormat(ColumnFormat()))
  }
#elseif tagged
  public func makeSensor() -> SerialSensor<LineFormat<TaggedLineFormat>> {
    .init(LineFormat(TaggedLineFormat()))
  }
#elseif witmotion_11
  public func makeSensor() -> SerialSensor<WitMotionFormat> {
    .init(WitMotionFormat())
  }
#elseif witmotion_ble
  public func makeSensor() -> SerialSensor<WitMotionBLEFormat> {
    .init(WitMotionBLEFormat())
  }
#elseif bno08x_rvc
  public func makeSensor() -> SerialSensor<BNO08xFormat> {
    .init(BNO08xFormat())
  }
#elseif x_imu3
  public func makeSensor() -> SerialSensor<LineFormat<XIMU3Format>> {
    .init(LineFormat(XIMU3Format()))
  }
#elseif mavlink
  public func makeSensor() -> SerialSensor<MAVLinkFormat> {
    .init(MAVLinkFormat())
  }
#elseif razor_text
  public func makeSensor() -> SerialSensor<LineFormat<RazorTextFormat>> {
    .init(LineFormat(RazorTextFormat()))
  }
#elseif razor_binary_sensors
  public func makeSensor() -> SerialSensor<RazorBinaryFormat> {
    .init(RazorBinaryFormat(.sensors))
  }
#elseif vectornav_ascii
  public func makeSensor() -> SerialSensor<LineFormat<VectorNavTextFormat>> {
    .init(LineFormat(VectorNavTextFormat()))
  }
#elseif vectornav_binary
  public func makeSensor() -> SerialSensor<VectorNavBinaryFormat> {
    .init(VectorNavBinaryFormat())
  }
#elseif xsens_xbus
  public func makeSensor() -> SerialSensor<XbusFormat> {
    .init(XbusFormat())
  }
#elseif mip
  public func makeSensor() -> SerialSensor<MIPFormat> {
    .init(MIPFormat())
  }
// End of the generated part.
#elseif Chips
  public func makeSensor() -> ChipSensor { ChipSensor() }
#else
  public func makeSensor() -> PacketSensor { PacketSensor() }
#endif
