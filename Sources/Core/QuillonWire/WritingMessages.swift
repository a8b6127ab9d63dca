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

/// The first byte of stabilizers.
private enum StabilizerFlags {
  /// Half steps. If clear, Euler's method.
  static let halfStep: UInt8 = 1
  /// Positions are corrected at rest.
  static let correctsAtRest: UInt8 = 2
  /// Drift is removed when the stroke ends.
  static let removesDrift: UInt8 = 4
}

extension PacketWriter {
  mutating func write(_ stabilizers: Stabilizers, to bytes: inout PacketBytes) {
    let integrator = stabilizers.integrator
    var flags = integrator.rule.scheme == .halfStep ? StabilizerFlags.halfStep : 0
    if stabilizers.correctsAtRest { flags |= StabilizerFlags.correctsAtRest }
    if stabilizers.removesDrift { flags |= StabilizerFlags.removesDrift }
    write(flags, to: &bytes)
    write(integrator.rule.damping, to: &bytes)
    write(integrator.speedShrinkage, to: &bytes)
    write(integrator.distanceShrinkage, to: &bytes)
    write(stabilizers.minimumSize, to: &bytes)
    write(stabilizers.rest.accelerationTolerance, to: &bytes)
    write(stabilizers.rest.rateTolerance, to: &bytes)
    write(stabilizers.rest.period, to: &bytes)
  }

  mutating func write(_ mask: LabelMask, to bytes: inout PacketBytes) {
    let words = mask.words
    write(words.0, to: &bytes)
    write(words.1, to: &bytes)
    write(UInt8(truncatingIfNeeded: words.2), to: &bytes)
  }

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

  /// The mask in the remaining bytes: a bit for each label, set if it is excluded.
  mutating func labelMask() -> LabelMask {
    LabelMask(excluding: (uint32(), uint32(), UInt32(truncatingIfNeeded: byte())))
  }

  /// The stabilizers in the remaining bytes. Any bytes give stabilizers within their bounds: a damping of 0…15, shrinkages and a
  /// minimum size of at least 0, a period of rest of at most 5 s.
  mutating func stabilizers() -> Stabilizers {
    let flags = byte()
    let rule = IntegrationRule(
      scheme: flags & StabilizerFlags.halfStep != 0 ? .halfStep : .euler, damping: fixed())
    let integrator = DampedIntegrator.Parameters(
      rule: rule, speedShrinkage: Swift.max(fixed(), .zero),
      distanceShrinkage: Swift.max(fixed(), .zero))
    let minimumSize = Swift.max(fixed() as Fixed<23>, .zero)
    return Stabilizers(
      integrator: integrator,
      rest: LinearAccelerationStationaryDetector.Parameters(
        accelerationTolerance: fixed(), rateTolerance: fixed(),
        period: Swift.min(uint32(), 5_000_000)),
      correctsAtRest: flags & StabilizerFlags.correctsAtRest != 0,
      removesDrift: flags & StabilizerFlags.removesDrift != 0, minimumSize: minimumSize)
  }
}
