import QuillonFusion
import QuillonNumerics
import QuillonRecognizer

/// The first byte of settings.
private enum SettingsFlags {
  /// The pen state comes from the motion. If clear, it comes from the samples.
  static let motion: UInt8 = 1
  /// The shift of the plane kind, which has three bits.
  static let planeShift: UInt8 = 1
  /// The azimuth is counted from the y axis. If clear, from the x axis.
  static let axisY: UInt8 = 16
}

extension PacketWriter {
  mutating func write(_ rejection: Rejection, to bytes: inout PacketBytes) {
    write(rejection.gate.rawValue, to: &bytes)
    write(rejection.value, to: &bytes)
  }

  mutating func write(_ settings: WritingSettings, to bytes: inout PacketBytes) {
    var flags = settings.plane.kind.rawValue &<< SettingsFlags.planeShift
    if settings.pen == .motion { flags |= SettingsFlags.motion }
    if settings.plane.axis == .y { flags |= SettingsFlags.axisY }
    write(flags, to: &bytes)
    write(settings.gates.rawValue, to: &bytes)
    let beginning = settings.segmenter.beginning.bits
    write(UInt16(truncatingIfNeeded: beginning), to: &bytes)
    write(settings.penUpTime, to: &bytes)
    write(UInt16(truncatingIfNeeded: settings.plane.azimuth.bits &>> 16), to: &bytes)
  }
}

extension PacketReader {
  /// The rejection in the remaining bytes; nil for an unknown gate.
  mutating func rejection() -> Rejection? {
    guard let gate = Rejection.Gate(rawValue: byte()) else { return nil }
    return Rejection(gate, value: fixed())
  }

  /// The settings in the remaining bytes. Any bytes give settings within their bounds. The azimuth
  /// was added later and may be absent.
  mutating func settings() -> WritingSettings {
    let flags = byte()
    let gates = RejectionGates(rawValue: byte()).intersection(.all)
    let beginning = Fixed<8>(bits: Int32(truncatingIfNeeded: uint16()))
    let penUpTime = uint16()
    let azimuth = remaining < 2 ? 0 : UInt32(truncatingIfNeeded: uint16()) &<< 16
    let kind = PlaneRule.Kind(rawValue: flags &>> SettingsFlags.planeShift & 7) ?? .device
    let plane = PlaneRule(
      kind, axis: flags & SettingsFlags.axisY != 0 ? .y : .x,
      azimuth: BinaryAngle(bits: azimuth))
    return WritingSettings(
      pen: flags & SettingsFlags.motion != 0 ? .motion : .samples,
      segmenter: MotionSegmenter.Parameters(beginning: beginning), penUpTime: penUpTime,
      gates: gates, plane: plane)
  }
}
