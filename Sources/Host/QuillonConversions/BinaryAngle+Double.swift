import Foundation
import QuillonNumerics

extension BinaryAngle {
  /// The angle nearest to `degrees`, which may be any finite number.
  public init(degrees: Double) {
    let turns = remainder(degrees / 360, 1)
    self.init(bits: UInt32(truncatingIfNeeded: Int64((turns * 0x1p32).rounded())))
  }

  /// The angle in degrees, from −180 up to but not including 180.
  public var signedDegrees: Double { Double(Int32(bitPattern: bits)) * 0x1p-32 * 360 }
}
