import QuillonFusion
import QuillonNumerics

extension AxisMap.Source {
  /// The axis with this number, 0 x to 2 z, and sign.
  init(axis: Int, isNegative: Bool) {
    self = AxisMap.Source(rawValue: UInt8(2 * axis + (isNegative ? 1 : 0))) ?? .x
  }

  /// The number of the axis, 0 x to 2 z.
  var axis: Int { Int(rawValue >> 1) }

  /// True for a minus sign.
  var isNegative: Bool { rawValue & 1 == 1 }
}

extension AxisMap {
  /// The map that undoes this one.
  var inverse: AxisMap {
    var sources: [Source] = [.x, .y, .z]
    for (axis, source) in [x, y, z].enumerated() {
      sources[source.axis] = Source(axis: axis, isNegative: source.isNegative)
    }
    return AxisMap(x: sources[0], y: sources[1], z: sources[2]) ?? .identity
  }
}

extension AffineCalibration {
  /// The same calibration with its results expressed along other axes: `axes` applied to the
  /// results of this one. This calibration must not have an axis map of its own.
  func turned(by axes: AxisMap) -> Self {
    Self(axes: axes, offset: axes.apply(to: offset), gain: gain.map { $0.turned(by: axes) })
  }
}

extension GainMatrix {
  /// P G Pᵀ for the signed permutation P of `axes`.
  fileprivate func turned(by axes: AxisMap) -> GainMatrix {
    let rows = [x, y, z].map { axes.apply(to: $0) }
    func row(_ source: AxisMap.Source) -> Vector3<29> {
      source.isNegative ? rows[source.axis].negatedWithSaturation : rows[source.axis]
    }
    return GainMatrix(rows: row(axes.x), row(axes.y), row(axes.z))
  }
}
