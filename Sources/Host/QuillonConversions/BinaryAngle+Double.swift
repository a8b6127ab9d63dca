import Foundation
import QuillonNumerics

extension BinaryAngle {
  /// The angle nearest to so many degrees, which may be any finite number.
  public init(degrees: Double) {
    let turns = remainder(degrees / 360, 1)
    self.init(bits: UInt32(truncatingIfNeeded: Int64((turns * 0x1p32).rounded())))
  }

  /// The angle in degrees, −180…180, the end left out.
  public var signedDegrees: Double { Double(Int32(bitPattern: bits)) * 0x1p-32 * 360 }
}
