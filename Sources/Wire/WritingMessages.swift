import FixedPoint
import Ink
import Motion

/// The first byte of settings.
private enum SettingsFlags {
  /// The motion tells of the pen; clear: the samples.
  static let motion: UInt8 = 1
}

extension PacketWriter {
  mutating func write(_ rejection: Rejection, to bytes: inout PacketBytes) {
    write(rejection.gate.rawValue, to: &bytes)
    write(rejection.value, to: &bytes)
  }

  mutating func write(_ settings: WritingSettings, to bytes: inout PacketBytes) {
    write(settings.pen == .motion ? SettingsFlags.motion : 0, to: &bytes)
    write(settings.gates.rawValue, to: &bytes)
    let beginning = settings.segmenter.beginning.bits
    write(UInt16(truncatingIfNeeded: beginning), to: &bytes)
    write(settings.penUpTime, to: &bytes)
  }
}

extension PacketReader {
  /// Nil for a gate that is none.
  mutating func rejection() -> Rejection? {
    guard let gate = Rejection.Gate(rawValue: byte()) else { return nil }
    return Rejection(gate, value: fixed())
  }

  /// Whatever the bytes are, settings within their bounds.
  mutating func settings() -> WritingSettings {
    let flags = byte()
    let gates = RejectionGates(rawValue: byte()).intersection(.all)
    let beginning = Fixed<8>(bits: Int32(truncatingIfNeeded: uint16()))
    let penUpTime = uint16()
    return WritingSettings(
      pen: flags & SettingsFlags.motion != 0 ? .motion : .samples,
      segmenter: MotionSegmenter.Parameters(beginning: beginning), penUpTime: penUpTime,
      gates: gates)
  }
}
