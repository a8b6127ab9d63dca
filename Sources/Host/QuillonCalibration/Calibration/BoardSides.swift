import QuillonConversions
import QuillonFusion
import QuillonNumerics

/// The sides that a board was set down on, one after another, and the accelerometer's reading on
/// each.
struct BoardSides: Sendable {
  /// The order in which the sides are asked for.
  static let names = [
    "face up", "face down", "top edge up", "bottom edge up", "right edge up", "left edge up",
  ]

  /// The mean specific force on each side so far, sensor axes, m/s².
  private(set) var forces: [SIMD3<Double>] = []

  /// How many sides have been seen.
  var count: Int { forces.count }

  /// Adds the force that a resting board senses. It counts as a new side if it differs from the
  /// last side's force by more than 3 m/s².
  mutating func add(_ force: Vector3<23>) {
    let force = force.double
    if let last = forces.last {
      let change = force - last
      guard (change * change).sum() > 9 else { return }
    }
    if forces.count < Self.names.count { forces.append(force) }
  }

  /// Which sensor axis is which body axis, if the six sides came in the order of `names`. It is nil
  /// if they came in another order, or if some are missing.
  var axes: AxisMap? {
    let ups = forces.compactMap(Self.up)
    guard ups.count == Self.names.count else { return nil }
    for pair in stride(from: 0, to: 6, by: 2) {
      guard ups[pair].axis == ups[pair + 1].axis, ups[pair] != ups[pair + 1] else { return nil }
    }
    return AxisMap(x: ups[4], y: ups[2], z: ups[0])
  }

  /// The sensor axis that points up; nil unless the force along each other axis is below 0.4 of the
  /// force along it.
  private static func up(_ force: SIMD3<Double>) -> AxisMap.Source? {
    let sizes = [abs(force.x), abs(force.y), abs(force.z)]
    guard let axis = sizes.indices.max(by: { sizes[$0] < sizes[$1] }),
      sizes.indices.allSatisfy({ $0 == axis || sizes[$0] < 0.4 * sizes[axis] })
    else { return nil }
    return AxisMap.Source(axis: axis, isNegative: force[axis] < 0)
  }
}
