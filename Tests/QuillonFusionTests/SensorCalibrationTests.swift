import QuillonConversions
import QuillonFusion
import QuillonNumerics
import QuillonReferenceModel
import TestSupport
import Testing

@Suite struct SensorCalibrationTests {
  private static let sources: [AxisMap.Source] = [.x, .minusX, .y, .minusY, .z, .minusZ]

  @Test func `There are 48 maps, half of them mirroring`() {
    var (count, mirroring) = (0, 0)
    for x in Self.sources {
      for y in Self.sources {
        for z in Self.sources {
          guard let map = AxisMap(x: x, y: y, z: z) else { continue }
          count += 1
          mirroring += map.isMirroring ? 1 : 0
          let columns = [
            ReferenceVector(1, 0, 0), ReferenceVector(0, 1, 0), ReferenceVector(0, 0, 1),
          ].map { map.apply(to: Vector3<19>($0)).reference }
          let matrix = ReferenceMatrix(columns: columns[0], columns[1], columns[2])
          #expect(matrix.determinant == (map.isMirroring ? -1 : 1), "\(map)")
        }
      }
    }
    #expect(count == 48)
    #expect(mirroring == 24)
    #expect(AxisMap(x: .x, y: .minusX, z: .z) == nil)
  }

  @Test func `The least reading has no negative and gives the greatest`() throws {
    let map = try #require(AxisMap(x: .minusY, y: .x, z: .minusZ))
    let turned = map.apply(to: Vector3<23>(Fixed(1), .min, .min))
    #expect(turned == Vector3(.max, Fixed(1), .max))
  }

  @Test func `Axes, offset and gain are applied in this order`() throws {
    for seed in 1...200 as ClosedRange<UInt64> {
      var random = SeededRandom(seed: seed)
      func entry(_ center: Double) -> Double { center + random.uniform(in: -0.3...0.3) }
      let rows = (0..<3).map { row in
        ReferenceVector(
          entry(row == 0 ? 1 : 0), entry(row == 1 ? 1 : 0), entry(row == 2 ? 1 : 0))
      }
      let offset = 10 * random.direction()
      let calibration = AffineCalibration<19>(
        axes: try #require(AxisMap(x: .minusY, y: .z, z: .x)), offset: Vector3(offset),
        gain: GainMatrix(rows: Vector3(rows[0]), Vector3(rows[1]), Vector3(rows[2])))
      let reading = 60 * random.direction()
      let matrix = ReferenceMatrix(rows: rows[0], rows[1], rows[2])
      let expected = matrix * (ReferenceVector(-reading.y, reading.z, reading.x) - offset)
      let result = calibration.apply(to: Vector3(reading)).reference
      // Six inputs rounded to half a step of 2⁻¹⁹, one result, and gains of 2⁻³⁰ times 70 µT.
      #expect((result - expected).length < 8e-6, "seed \(seed)")
    }
  }

  @Test func `Every reading gives something in range`() {
    var random = SeededRandom(seed: 3)
    func word() -> Fixed<29> { Fixed(bits: random.edgyWord()) }
    for _ in 0..<20_000 {
      let gain = GainMatrix(
        rows: Vector3(word(), word(), word()), Vector3(word(), word(), word()),
        Vector3(word(), word(), word()))
      let reading = Vector3<19>(
        Fixed(bits: random.edgyWord()), Fixed(bits: random.edgyWord()),
        Fixed(bits: random.edgyWord()))
      let exact = gain.x.reference.dot(reading.reference)
      let clamped = min(max(exact, -4096), Fixed<19>.max.double)
      #expect(abs(gain.apply(to: reading).x.double - clamped) <= 0x1p-19)
    }
  }

  @Test func `All three sensors of a sample are calibrated, a linear acceleration is not`() {
    let calibration = SensorCalibration(
      accelerometer: AffineCalibration(offset: Vector3(Fixed(0.5), .zero, .zero)),
      gyroscope: AffineCalibration(offset: Vector3(.zero, Fixed(0.25), .zero)),
      magnetometer: AffineCalibration(offset: Vector3(.zero, .zero, Fixed(8))))
    var sample = InertialSample(
      timestamp: 0, acceleration: .specificForce(Vector3(.zero, .zero, Fixed(9))),
      angularRate: .zero, magneticField: Vector3(Fixed(40), .zero, .zero), pen: .up)
    calibration.apply(to: &sample)
    #expect(sample.acceleration == .specificForce(Vector3(Fixed(-0.5), .zero, Fixed(9))))
    #expect(sample.angularRate == Vector3(.zero, Fixed(-0.25), .zero))
    #expect(sample.magneticField == Vector3(Fixed(40), .zero, Fixed(-8)))
    sample.acceleration = .linear(.zero)
    calibration.apply(to: &sample)
    #expect(sample.acceleration == .linear(.zero))

    var other = sample
    SensorCalibration().apply(to: &other)
    #expect(other == sample)
  }

  /// The fusion takes all zeros for a reading that was not measured: an offset must not make one of it.
  @Test func `What was not measured stays so, and a rate of 0 is measured`() {
    let offset = Fixed<19>(2)
    let calibration = SensorCalibration(
      accelerometer: AffineCalibration(offset: Vector3(Fixed(0.5), .zero, .zero)),
      gyroscope: AffineCalibration(offset: Vector3(.zero, Fixed(0.25), .zero)),
      magnetometer: AffineCalibration(offset: Vector3(offset, offset, offset)))
    var sample = InertialSample(
      timestamp: 0, acceleration: .specificForce(.zero), angularRate: .zero, magneticField: .zero,
      pen: .up)
    calibration.apply(to: &sample)
    #expect(sample.acceleration == .specificForce(.zero))
    #expect(sample.angularRate == Vector3(.zero, Fixed(-0.25), .zero))
    #expect(sample.magneticField == .zero)
  }
}
