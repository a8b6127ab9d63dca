import QuillonReferenceModel

/// Soft iron on the board. It changes the field before the magnetometer reads it, by a symmetric
/// matrix.
struct SoftIron {
  private let columns: (x: ReferenceVector, y: ReferenceVector, z: ReferenceVector)

  /// Iron that changes each entry of the unit matrix by a random number of this standard deviation.
  init(deviation: Double, seed: UInt64) {
    var random = SeededRandom(seed: seed)
    func entry() -> Double { random.normal(deviation: deviation) }
    let (xy, xz, yz) = (entry(), entry(), entry())
    columns = (
      ReferenceVector(1 + entry(), xy, xz), ReferenceVector(xy, 1 + entry(), yz),
      ReferenceVector(xz, yz, 1 + entry())
    )
  }

  /// The field at the magnetometer.
  func bend(_ field: ReferenceVector) -> ReferenceVector {
    columns.x * field.x + columns.y * field.y + columns.z * field.z
  }
}
