/// The content of a VectorNav text message, in the order of the bits.
struct VectorNavFields: OptionSet {
  let rawValue: UInt8

  init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Yaw, pitch, roll, degrees.
  static var angles: Self { Self(rawValue: 1) }
  /// Quaternion x y z w.
  static var quaternion: Self { Self(rawValue: 2) }
  /// Magnetic field, gauss.
  static var field: Self { Self(rawValue: 4) }
  /// Specific force, m/s².
  static var force: Self { Self(rawValue: 8) }
  /// Acceleration without gravity, body axes, m/s².
  static var linear: Self { Self(rawValue: 16) }
  /// Acceleration without gravity, Earth's axes, m/s².
  static var earthLinear: Self { Self(rawValue: 32) }
  /// Angular rate, rad/s.
  static var rate: Self { Self(rawValue: 64) }

  /// The content of the message with these three letters after `$VN`; empty for all others.
  init(_ first: UInt8, _ second: UInt8, _ third: UInt8) {
    switch (Unicode.Scalar(first), Unicode.Scalar(second), Unicode.Scalar(third)) {
    case ("Y", "P", "R"): self = .angles
    case ("Q", "T", "N"): self = .quaternion
    case ("Q", "T", "M"): self = [.quaternion, .field]
    case ("Q", "T", "A"): self = [.quaternion, .force]
    case ("Q", "T", "R"): self = [.quaternion, .rate]
    case ("Q", "M", "A"): self = [.quaternion, .field, .force]
    case ("Q", "A", "R"): self = [.quaternion, .force, .rate]
    case ("Q", "M", "R"): self = [.quaternion, .field, .force, .rate]
    case ("Y", "M", "R"): self = [.angles, .field, .force, .rate]
    case ("Y", "B", "A"): self = [.angles, .linear, .rate]
    case ("Y", "I", "A"): self = [.angles, .earthLinear, .rate]
    case ("M", "A", "G"): self = .field
    case ("A", "C", "C"): self = .force
    case ("G", "Y", "R"): self = .rate
    case ("M", "A", "R"), ("I", "M", "U"): self = [.field, .force, .rate]
    default: self = []
    }
  }

  /// How many numbers that is.
  var numberCount: Int { 3 &* rawValue.nonzeroBitCount &+ (contains(.quaternion) ? 1 : 0) }
}
