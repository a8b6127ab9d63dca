import QuillonNumerics

extension BinaryAngle {
  /// The angle nearest to `degrees`. A value that is infinite or not a number gives 0.
  public init(degrees: Double) { self.init(turns: degrees / 360) }

  /// The same for `Float` and every other floating-point type.
  public init<Value: BinaryFloatingPoint>(degrees: Value) { self.init(degrees: Double(degrees)) }

  /// The angle nearest to `radians`. A value that is infinite or not a number gives 0.
  public init(radians: Double) { self.init(turns: radians / (2 * .pi)) }

  /// The same for `Float` and every other floating-point type.
  public init<Value: BinaryFloatingPoint>(radians: Value) { self.init(radians: Double(radians)) }

  /// The angle in degrees, from −180 up to but not including 180.
  public var signedDegrees: Double { signedTurns * 360 }

  /// The angle in radians, from −π up to but not including π.
  public var signedRadians: Double { signedTurns * 2 * .pi }

  private var signedTurns: Double { Double(Int32(bitPattern: bits)) * 0x1p-32 }

  private init(turns: Double) {
    guard turns.isFinite else {
      self.init(bits: 0)
      return
    }
    let part = turns.remainder(dividingBy: 1)
    self.init(bits: UInt32(truncatingIfNeeded: Int64((part * 0x1p32).rounded())))
  }
}
