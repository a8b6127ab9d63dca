import QuillonSerialFormats

extension ColumnUnits.Acceleration {
  /// The unit that a heading writes so.
  private init?(heading text: String) {
    guard let unit = ColumnHeading.Unit(text: text) else { return nil }
    self.init(unit)
  }

  /// The unit as options name it: `g`, `m/s2`, `2048/g`.
  public var name: String {
    switch self {
    case .gravities: "g"
    case .milligravities: "mg"
    case .metersPerSecondSquared: "m/s2"
    case .counts256: "256/g"
    case .counts2048: "2048/g"
    case .counts4096: "4096/g"
    case .counts8192: "8192/g"
    case .counts16384: "16384/g"
    }
  }

  /// The unit with this name, or as a heading writes it. Nil for any other text.
  public init?(named name: String) {
    let unit = Self.allCases.first { $0.name == name } ?? Self(heading: name)
    guard let unit else { return nil }
    self = unit
  }

  /// One unit in m/s².
  public var metersPerSecondSquared: Double {
    switch self {
    case .gravities: 9.80665
    case .milligravities: 9.80665e-3
    case .metersPerSecondSquared: 1
    case .counts256: 9.80665 / 256
    case .counts2048: 9.80665 / 2_048
    case .counts4096: 9.80665 / 4_096
    case .counts8192: 9.80665 / 8_192
    case .counts16384: 9.80665 / 16_384
    }
  }
}

extension ColumnUnits.Rate {
  /// The unit that a heading writes so.
  private init?(heading text: String) {
    guard let unit = ColumnHeading.Unit(text: text) else { return nil }
    self.init(unit)
  }

  /// The unit as options name it: `deg/s`, `rad/s`, `16.4/(deg/s)`.
  public var name: String {
    switch self {
    case .degreesPerSecond: "deg/s"
    case .millidegreesPerSecond: "mdeg/s"
    case .radiansPerSecond: "rad/s"
    case .milliradiansPerSecond: "mrad/s"
    case .counts131: "131/(deg/s)"
    case .counts65: "65.5/(deg/s)"
    case .counts33: "32.8/(deg/s)"
    case .counts16: "16.4/(deg/s)"
    case .counts16PerDegree: "16/(deg/s)"
    }
  }

  /// The unit with this name, or as a heading writes it. Nil for any other text.
  public init?(named name: String) {
    let unit = Self.allCases.first { $0.name == name } ?? Self(heading: name)
    guard let unit else { return nil }
    self = unit
  }

  /// One unit in rad/s.
  public var radiansPerSecond: Double {
    switch self {
    case .degreesPerSecond: .pi / 180
    case .millidegreesPerSecond: .pi / 180_000
    case .radiansPerSecond: 1
    case .milliradiansPerSecond: 1e-3
    case .counts131: .pi / 180 / 131
    case .counts65: .pi / 180 / 65.5
    case .counts33: .pi / 180 / 32.75
    case .counts16: .pi / 180 / 16.375
    case .counts16PerDegree: .pi / 180 / 16
    }
  }
}

extension ColumnUnits.Time {
  /// The unit that a heading writes so.
  private init?(heading text: String) {
    guard let unit = ColumnHeading.Unit(text: text) else { return nil }
    self.init(unit)
  }

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
    self.init(heading: name)
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
  /// The unit for people.
  public var name: String {
    switch self {
    case .microteslas: "uT"
    case .nanoteslas: "nT"
    case .milliteslas: "mT"
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
}
