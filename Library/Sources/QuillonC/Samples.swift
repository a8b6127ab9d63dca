import CQuillon
import QuillonFusion
import QuillonNumerics
import QuillonRecognizer

extension InertialSample {
  /// The sample of the header; nil for bits that are unknown, and for a linear acceleration without an attitude.
  @inline(__always)
  init?(_ sample: quillon_sample) {
    let has = Int32(bitPattern: sample.has)
    let isLinear = has & QUILLON_IS_LINEAR != 0
    let hasAttitude = has & QUILLON_HAS_ATTITUDE != 0
    guard has & ~15 == 0, hasAttitude || !isLinear else { return nil }
    let force = Vector3<23>(sample.force)
    self.init(
      timestamp: sample.time, acceleration: isLinear ? .linear(force) : .specificForce(force),
      angularRate: has & QUILLON_HAS_RATE != 0 ? Vector3(sample.rate) : nil,
      attitude: hasAttitude ? UnitQuaternion(sample.attitude) : nil,
      pen: has & QUILLON_PEN_DOWN != 0 ? .down : .up)
  }
}

extension quillon_sample {
  /// The sample as a C struct. What it does not have is 0.
  @inline(__always)
  init(_ sample: InertialSample) {
    self.init()
    time = sample.timestamp
    var has: Int32 = 0
    switch sample.acceleration {
    case .specificForce(let value): force = quillon_force(value)
    case .linear(let value):
      force = quillon_force(value)
      has |= QUILLON_IS_LINEAR
    }
    if let value = sample.angularRate {
      rate = quillon_rate(value)
      has |= QUILLON_HAS_RATE
    }
    if let value = sample.attitude {
      attitude = quillon_quaternion(value)
      has |= QUILLON_HAS_ATTITUDE
    }
    if sample.pen == .down { has |= QUILLON_PEN_DOWN }
    self.has = UInt32(bitPattern: has)
  }
}

extension quillon_event {
  /// The event as a C struct.
  ///
  /// - Parameter time: When its stroke ended, µs.
  init(_ event: Event, time: UInt32) {
    self.init()
    self.time = time
    switch event {
    case .classification(let classification):
      kind = QUILLON_CLASSIFICATION
      set(classification)
    case .rejected(let rejection):
      kind = QUILLON_REJECTION
      reason = Int32(truncatingIfNeeded: rejection.gate.rawValue)
      value = rejection.value.bits
    case .abandoned(let abandonment):
      kind = QUILLON_ABANDONMENT
      reason = Int32(truncatingIfNeeded: abandonment.rawValue)
    }
  }

  /// Sets label, score, margin and whether they are doubtful.
  mutating func set(_ classification: Classification) {
    label = Int32(truncatingIfNeeded: classification.label)
    score = classification.score.bits
    margin = classification.margin.bits
    is_doubtful = classification.isRejected ? 1 : 0
  }
}
