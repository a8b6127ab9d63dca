import QuillonFusion
import QuillonNumerics

/// One sample as the chip gives it: two triples of 16-bit counts, along the chip's own axes.
public struct SensorCounts: Equatable, Sendable {
  /// Three counts along x, y and z of the chip.
  public struct Axes: Equatable, Sendable {
    /// The counts.
    public var (x, y, z): (Int16, Int16, Int16)

    /// Three counts.
    @inline(__always)
    public init(_ x: Int16, _ y: Int16, _ z: Int16) { (self.x, self.y, self.z) = (x, y, z) }
  }

  /// The specific force.
  public var force: Axes
  /// The angular rate.
  public var rate: Axes

  /// A sample from its parts.
  @inline(__always)
  public init(force: Axes, rate: Axes) { (self.force, self.rate) = (force, rate) }

  /// The sample in SI units and along the axes of the board.
  ///
  /// Q15.0 × a step in Q8.23 (Q6.25), one term below 2³¹, exact: |count| ≤ 2¹⁵, steps below 2¹⁶.
  ///
  /// - Parameters:
  ///   - facts: the chip's, whose steps are at most 65,535.
  ///   - map: gives each axis of the board an axis of the chip.
  ///   - time: of the sample, µs on the board's clock.
  ///   - pen: whether the pen is down.
  public func sample(
    _ facts: ChipFacts, map: AxisMap, time: UInt32, pen: PenState = .up
  ) -> InertialSample {
    let force: Vector3<23> = Self.vector(self.force, step: facts.forceStep)
    let rate: Vector3<25> = Self.vector(self.rate, step: facts.rateStep)
    return InertialSample(
      timestamp: time, acceleration: .specificForce(map.apply(to: force)),
      angularRate: map.apply(to: rate), pen: pen)
  }

  @inline(__always)
  private static func vector<let f: Int>(_ axes: Axes, step: UInt16) -> Vector3<f> {
    let step = Int32(truncatingIfNeeded: step)
    return Vector3(
      Fixed(bits: Int32(truncatingIfNeeded: axes.x) &* step),
      Fixed(bits: Int32(truncatingIfNeeded: axes.y) &* step),
      Fixed(bits: Int32(truncatingIfNeeded: axes.z) &* step))
  }
}
