/// One step of a table that sets up a chip: a value for a register, and the pause after it. One word in flash.
public struct RegisterWrite: Equatable, Sendable {
  /// The register in the low byte, the value in the next one, the pause (ms) in the upper half.
  let bits: UInt32

  /// Writes `value` to `register`, then waits for `pause` ms.
  @inline(__always)
  public init(_ register: UInt8, _ value: UInt8, pause: UInt16 = 0) {
    bits =
      UInt32(truncatingIfNeeded: register) | UInt32(truncatingIfNeeded: value) &<< 8
      | UInt32(truncatingIfNeeded: pause) &<< 16
  }

  /// The address of the register.
  @inline(__always)
  public var register: UInt8 { UInt8(truncatingIfNeeded: bits) }

  /// The value that it gets.
  @inline(__always)
  public var value: UInt8 { UInt8(truncatingIfNeeded: bits &>> 8) }

  /// How long to wait after it, ms.
  @inline(__always)
  public var pause: UInt16 { UInt16(truncatingIfNeeded: bits &>> 16) }

  /// Marks the end of a table. No chip has a register FF.
  @inline(__always)
  public static var end: Self { Self(0xFF, 0xFF) }
}
