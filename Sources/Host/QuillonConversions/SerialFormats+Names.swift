import QuillonSerialFormats

extension SerialFormat {
  /// The format with this name; nil if there is none.
  public init?(named name: String) {
    guard let format = Self.allCases.first(where: { $0.name.description == name }) else {
      return nil
    }
    self = format
  }
}

extension ColumnUnits.Acceleration {
  /// The unit as options name it: `g`, `m/s2`, `2048/g`.
  public var name: String {
    switch self {
    case .gravities: "g"
    case .milligravities: "mg"
    case .microgravities: "ug"
    case .metersPerSecondSquared: "m/s2"
    case .centimetersPerSecondSquared: "cm/s2"
    case .millimetersPerSecondSquared: "mm/s2"
    case .feetPerSecondSquared: "ft/s2"
    case .inchesPerSecondSquared: "in/s2"
    case .counts256: "256/g"
    case .counts2048: "2048/g"
    case .counts4096: "4096/g"
    case .counts8192: "8192/g"
    case .counts16384: "16384/g"
    }
  }

  /// The unit with this name, or as a heading writes it. Nil for any other text.
  public init?(named name: String) {
    let unit =
      Self.allCases.first { $0.name == name } ?? ColumnHeading.Unit(text: name)?.acceleration
    guard let unit else { return nil }
    self = unit
  }

  /// One unit in m/s².
  public var metersPerSecondSquared: Double {
    switch self {
    case .gravities: 9.80665
    case .milligravities: 9.80665e-3
    case .microgravities: 9.80665e-6
    case .metersPerSecondSquared: 1
    case .centimetersPerSecondSquared: 0.01
    case .millimetersPerSecondSquared: 0.001
    case .feetPerSecondSquared: 0.3048
    case .inchesPerSecondSquared: 0.0254
    case .counts256: 9.80665 / 256
    case .counts2048: 9.80665 / 2_048
    case .counts4096: 9.80665 / 4_096
    case .counts8192: 9.80665 / 8_192
    case .counts16384: 9.80665 / 16_384
    }
  }
}

extension ColumnUnits.Rate {
  /// The unit as options name it: `deg/s`, `rad/s`, `16.4/(deg/s)`.
  public var name: String {
    switch self {
    case .degreesPerSecond: "deg/s"
    case .millidegreesPerSecond: "mdeg/s"
    case .centidegreesPerSecond: "cdeg/s"
    case .microdegreesPerSecond: "udeg/s"
    case .gradiansPerSecond: "grad/s"
    case .degreesPerHour: "deg/h"
    case .revolutionsPerSecond: "rev/s"
    case .revolutionsPerMinute: "rpm"
    case .radiansPerSecond: "rad/s"
    case .milliradiansPerSecond: "mrad/s"
    case .microradiansPerSecond: "urad/s"
    case .counts131: "131/(deg/s)"
    case .counts65: "65.5/(deg/s)"
    case .counts33: "32.8/(deg/s)"
    case .counts16: "16.4/(deg/s)"
    case .counts16PerDegree: "16/(deg/s)"
    case .counts114: "114.3/(deg/s)"
    case .counts57: "57.1/(deg/s)"
    case .counts29: "28.6/(deg/s)"
    case .counts14: "14.3/(deg/s)"
    }
  }

  /// The unit whose size is nearest; nil if none is within a factor of 1.4.
  public static func nearest(to radiansPerSecond: Double, among units: [Self]) -> Self? {
    units.map { unit in
      let ratio = unit.radiansPerSecond / radiansPerSecond
      return (unit, max(ratio, 1 / ratio))
    }.filter { $0.1 < 1.4 }.min { $0.1 < $1.1 }?.0
  }

  /// The counts of gyroscopes: InvenSense's and Bosch's, and ST's, each at four ranges.
  public static let counts: [Self] = [
    .counts131, .counts114, .counts65, .counts57, .counts33, .counts29, .counts16, .counts14,
  ]

  /// The unit with this name, or as a heading writes it. Nil for any other text.
  public init?(named name: String) {
    let unit = Self.allCases.first { $0.name == name } ?? ColumnHeading.Unit(text: name)?.rate
    guard let unit else { return nil }
    self = unit
  }

  /// One unit in rad/s.
  public var radiansPerSecond: Double {
    switch self {
    case .degreesPerSecond: .pi / 180
    case .millidegreesPerSecond: .pi / 180_000
    case .centidegreesPerSecond: .pi / 18_000
    case .microdegreesPerSecond: .pi / 180_000_000
    case .gradiansPerSecond: .pi / 200
    case .degreesPerHour: .pi / 648_000
    case .revolutionsPerSecond: 2 * .pi
    case .revolutionsPerMinute: .pi / 30
    case .radiansPerSecond: 1
    case .milliradiansPerSecond: 1e-3
    case .microradiansPerSecond: 1e-6
    case .counts131: .pi / 180 / 131
    case .counts65: .pi / 180 / 65.5
    case .counts33: .pi / 180 / 32.75
    case .counts16: .pi / 180 / 16.375
    case .counts16PerDegree: .pi / 180 / 16
    case .counts114: .pi / 180 * 0.008_75
    case .counts57: .pi / 180 * 0.017_5
    case .counts29: .pi / 180 * 0.035
    case .counts14: .pi / 180 * 0.07
    }
  }
}

extension ColumnUnits.Time {
  /// The unit as options name it.
  public var name: String {
    switch self {
    case .seconds: "s"
    case .milliseconds: "ms"
    case .microseconds: "us"
    case .nanoseconds: "ns"
    }
  }

  /// The unit with this name, or as a heading writes it. Nil for any other text.
  public init?(named name: String) {
    guard let unit = ColumnHeading.Unit(text: name)?.time else { return nil }
    self = unit
  }

  /// One unit in s.
  public var seconds: Double {
    switch self {
    case .seconds: 1
    case .milliseconds: 1e-3
    case .microseconds: 1e-6
    case .nanoseconds: 1e-9
    }
  }

  /// The unit in which steps of this length are 0.5 to 60 ms. Nil if there is none.
  public init?(ofStep step: Double) {
    switch step {
    case 0.000_5..<0.06: self = .seconds
    case 0.5..<60: self = .milliseconds
    case 500..<60_000: self = .microseconds
    case 500_000..<60_000_000: self = .nanoseconds
    default: return nil
    }
  }
}

extension ColumnUnits.Field {
  /// The unit with this name, or as a heading writes it. Nil for any other text.
  public init?(named name: String) {
    let unit = Self.allCases.first { $0.name == name } ?? ColumnHeading.Unit(text: name)?.field
    guard let unit else { return nil }
    self = unit
  }

  /// The unit as options name it.
  public var name: String {
    switch self {
    case .microteslas: "uT"
    case .nanoteslas: "nT"
    case .milliteslas: "mT"
    case .teslas: "T"
    case .gausses: "G"
    case .milligausses: "mG"
    }
  }

  /// One unit in µT.
  public var microteslas: Double {
    switch self {
    case .microteslas: 1
    case .nanoteslas: 1e-3
    case .milliteslas: 1e3
    case .teslas: 1e6
    case .gausses: 100
    case .milligausses: 0.1
    }
  }
}

extension ColumnHeading.Unit {
  /// The unit that this text is, as in the heading of a column.
  fileprivate init?(text: String) {
    guard let unit = ColumnHeading("x (\(text))".utf8).unit, unit != .other else { return nil }
    self = unit
  }

  /// The unit of acceleration; nil if it is one of something else.
  fileprivate var acceleration: ColumnUnits.Acceleration? {
    if case .acceleration(let unit) = self { unit } else { nil }
  }

  /// The unit of angular rate; nil if it is one of something else.
  fileprivate var rate: ColumnUnits.Rate? { if case .rate(let unit) = self { unit } else { nil } }

  /// The unit of the magnetic field; nil if it is one of something else.
  fileprivate var field: ColumnUnits.Field? {
    if case .field(let unit) = self { unit } else { nil }
  }

  /// The unit of time; nil if it is one of something else.
  public var time: ColumnUnits.Time? { if case .time(let unit) = self { unit } else { nil } }
}
