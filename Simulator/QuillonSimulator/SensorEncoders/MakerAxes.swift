import Foundation
import QuillonReferenceModel

/// A maker's convention for the axes of a board and of the Earth. This project's convention is x
/// right or east, y forward or north, z up.
enum MakerAxes {
  /// x right or east, y forward or north, z up: this project's convention.
  case rightForwardUp
  /// x forward or north, y left or west, z up.
  case forwardLeftUp
  /// x forward or north, y right or east, z down.
  case forwardRightDown

  /// Converts a vector from this project's axes to the maker's.
  func vector(_ v: SIMD3<Double>) -> SIMD3<Double> {
    switch self {
    case .rightForwardUp: v
    case .forwardLeftUp: SIMD3(v.y, -v.x, v.z)
    case .forwardRightDown: SIMD3(v.y, v.x, -v.z)
    }
  }

  /// Converts an attitude (w, x, y, z) from this project's axes to the maker's. `earth` is the
  /// convention for the Earth's axes; nil means the same one. The result is computed from where the
  /// attitude turns the axes.
  func attitude(_ q: SIMD4<Double>, onEarth earth: MakerAxes? = nil) -> SIMD4<Double> {
    let attitude = ReferenceQuaternion(q[0], q[1], q[2], q[3]).normalized
    let columns = [SIMD3(1.0, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1)].map {
      (earth ?? self).vector(attitude.rotate(ours($0)))
    }
    return ReferenceQuaternion(
      ReferenceMatrix(columns: columns[0], columns[1], columns[2])
    ).components
  }

  private func ours(_ v: SIMD3<Double>) -> SIMD3<Double> {
    switch self {
    case .rightForwardUp: v
    case .forwardLeftUp: SIMD3(-v.y, v.x, v.z)
    case .forwardRightDown: SIMD3(v.y, v.x, -v.z)
    }
  }
}

/// Roll, pitch and yaw of an attitude (w, x, y, z), rad. The order is yaw about z, then pitch about
/// y, then roll about x.
func rollPitchYaw(_ q: SIMD4<Double>) -> SIMD3<Double> {
  let (w, x, y, z) = (q[0], q[1], q[2], q[3])
  return SIMD3(
    atan2(2 * (w * x + y * z), 1 - 2 * (x * x + y * y)),
    asin(max(-1, min(1, 2 * (w * y - z * x)))),
    atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z)))
}

/// One degree in rad.
let degree = Double.pi / 180
/// Standard gravity, m/s².
let gravity = 9.80665

/// A time in s as a whole number of steps of `step` s, modulo the range of the integer.
func ticks<T: FixedWidthInteger & UnsignedInteger>(_ time: Double, step: Double) -> T {
  T(truncatingIfNeeded: Int64((time / step).rounded()))
}
