import QuillonNumerics

/// What a reader knows of the magnetometer in the chip's package.
struct FieldState: Sendable {
  /// What comes next.
  enum Step: Equatable, Sendable {
    case connecting
    case searching
    case settingUp(row: UInt8)
    case running
  }

  var step = Step.connecting
  var address: UInt8 = 0
  /// How many looks in a row found nothing new.
  var misses: UInt8 = 0
  /// The greatest field, µT; 0 before one was found.
  var range: UInt16 = 0
  /// The sensitivity that an AK8963 reports, 1/256.
  var sensitivity = SensorCounts.Axes(256, 256, 256)
  /// The field that was read last, µT along the chip's axes, and whether it was not yet returned.
  var value = Vector3<19>.zero
  var isNew = false
  /// When it was looked at last, and how long to wait from then on, µs; `.max`: for ever, because there is none.
  var looked: UInt32 = 0
  var pause = UInt32.max
}

/// Reading the magnetometer. It never disturbs the samples: it is looked at when one has just been read and none waits, and its failures
/// do not count as faults of the chip.
extension ChipReader {
  /// How long it is from one look to the next, µs: 25 fields a second, of which the fusion uses one each 0.1 s.
  @inline(__always)
  private var fieldInterval: UInt32 { 40_000 }
  /// This many looks without anything new mean that it was reset: half a second.
  @inline(__always)
  private var mostMisses: UInt8 { 12 }

  /// The greatest field that the chip's magnetometer measures, µT; 0 while none is known.
  public var fieldRange: UInt16 { field.range }

  /// The magnetic field that was read since the last call, µT, Q12.19, along the chip's axes; nil if none was. Call it with each sample: it
  /// was measured in the 20 ms before, and belongs to no other.
  @inline(__always)
  public mutating func takeField() -> Vector3<19>? {
    guard field.isNew else { return nil }
    field.isNew = false
    return field.value
  }

  /// True if the magnetometer is to be looked at.
  @inline(__always)
  func isFieldDue(_ now: UInt32) -> Bool { now &- field.looked >= field.pause }

  /// Looks for the magnetometer, sets it up or reads it.
  @inline(never)
  mutating func lookAtField<Bus: SensorBus>(of chip: Chip, on bus: inout Bus, _ now: UInt32) {
    guard let magnetometer = chip.magnetometer else { return }
    (field.looked, field.pause) = (now, fieldInterval)
    switch field.step {
    case .connecting:
      // Each reset of the chip ends the bypass.
      if magnetometer.bypass == .end
        || chip.perform(magnetometer.bypass, on: &bus) == .acknowledged
      {
        field.step = .searching
      }
    case .searching:
      guard let address = magnetometer.find(on: &bus) else {
        (field.step, field.pause) = (.connecting, 2_000_000)
        return
      }
      (field.address, field.step, field.misses) = (address, .settingUp(row: 0), 0)
      field.range = magnetometer.range
    case .settingUp(let row):
      let done = magnetometer.perform(
        row, of: field.address, on: &bus, &block, &field.sensitivity)
      field.step = done.map { $0 == .end ? .running : .settingUp(row: row &+ 1) } ?? .connecting
    case .running:
      switch magnetometer.read(
        of: field.address, on: &bus, &block, field.sensitivity, into: &field.value)
      {
      case .field: (field.misses, field.isNew) = (0, true)
      case .overflow: field.misses = 0
      case .nothing:
        field.misses &+= 1
        if field.misses > mostMisses { field.step = .connecting }
      case .failed: field.step = .connecting
      }
    }
  }

  /// Switches the magnetometer off, until the chip is awake again.
  mutating func stopField<Bus: SensorBus>(of chip: Chip, on bus: inout Bus) {
    guard !Bus.isSPI, field.range > 0, let row = chip.magnetometer?.offWrite else { return }
    _ = bus.write(row.value, to: row.register, of: field.address)
    field.step = .connecting
  }
}
