import QuillonNumerics

/// The ellipsoid that a sensor's readings lie on, and how certain it is.
public struct Ellipsoid: Equatable, Sendable {
  /// Its center, in the steps of the readings.
  public var center: Vector3<0>
  /// The symmetric matrix that makes it a sphere: gain · (reading − center) has a constant length.
  /// The mean of its squared gains is 1.
  public var gain: GainMatrix
  /// The radius of that sphere, in the steps of the readings.
  public var radius: Fixed<0>
  /// The relative spread: the standard deviation of the corrected readings' length divided by its
  /// mean, Q1.30.
  public var spread: Fixed<30>
  /// How well the points cover the sphere.
  public var coverage: SphereCoverage

  /// The accuracy of readings corrected with it.
  public var accuracy: CalibrationAccuracy {
    CalibrationAccuracy(spread: spread, coverage: coverage.least)
  }
}

/// How well points cover a sphere, axis by axis.
public struct SphereCoverage: Equatable, Sendable {
  /// For each axis the variance that the other two do not explain, divided by the variance on a
  /// full sphere: 0…1, Q1.30. A circle has 0 along its axis, half a sphere ⅓.
  public var axes: Vector3<30>

  /// The coverage of the weakest axis.
  public var least: Fixed<30> { Swift.min(axes.x, axes.y, axes.z) }

  /// The axis with the least coverage: 0 x, 1 y, 2 z. Turning about the other two helps.
  public var weakestAxis: Int { least == axes.x ? 0 : least == axes.y ? 1 : 2 }

  /// No coverage.
  public static var none: Self { Self(axes: .zero) }

  /// The coverage by points with the covariances of `system`.
  ///
  /// The conditional variance of an axis is det C divided by the cofactor of the axis. The matrix
  /// is scaled by a power of two until its largest diagonal entry is in ½…1. Q1.30 × Q1.30 = Q2.60,
  /// up to three terms below 1.
  init(_ system: inout HarmonicSystem) {
    let diagonal = Vector3<30>(
      Fixed(bits: system.covariance(0, 0)), Fixed(bits: system.covariance(1, 1)),
      Fixed(bits: system.covariance(2, 2)))
    let largest = Swift.max(diagonal.x, diagonal.y, diagonal.z).bits
    guard largest > 0 else {
      self = .none
      return
    }
    let shift = Int32(truncatingIfNeeded: largest.leadingZeroBitCount &- 2)
    func scaled(_ word: Int32) -> Fixed<30> { Fixed(bits: word &<< Swift.max(shift, 0)) }
    let (xx, yy, zz) = (scaled(diagonal.x.bits), scaled(diagonal.y.bits), scaled(diagonal.z.bits))
    let xy = scaled(system.covariance(0, 1))
    let xz = scaled(system.covariance(0, 2))
    let yz = scaled(system.covariance(1, 2))
    func minor(_ a: Fixed<30>, _ b: Fixed<30>, _ c: Fixed<30>, _ d: Fixed<30>) -> Fixed<30> {
      var sum = WideSum(a.bits, times: b.bits)
      sum.subtract(c.bits, times: d.bits)
      return Fixed(bits: sum.saturated(dropping: 30))
    }
    let ofX = minor(yy, zz, yz, yz)
    let determinant: Fixed<30> = Vector3(xx, xy.negatedWithSaturation, xz)
      .dot(Vector3(ofX, minor(xy, zz, yz, xz), minor(xy, yz, yy, xz)))
    // The variance of one axis on a full sphere: a third of the trace, in Q1.30.
    let third = Fixed<30>(bits: 357_913_941)
    let full: Fixed<30> = Vector3(third, third, third).dot(Vector3(xx, yy, zz))
    func share(_ cofactor: Fixed<30>) -> Fixed<30> {
      let variance: Fixed<30> = determinant.divided(by: cofactor)
      let share: Fixed<30> = variance.divided(by: full)
      return share.clamped(to: .zero ... .one)
    }
    axes = Vector3(
      share(ofX), share(minor(xx, zz, xz, xz)), share(minor(xx, yy, xy, xy)))
  }

  private init(axes: Vector3<30>) { self.axes = axes }
}
