import QuillonConversions
import QuillonFusion
import QuillonNumerics
import QuillonRecordings
import Testing

@Suite struct InertialSampleTests {
  private func row(time: Double = 0) -> TraceRow {
    var row = TraceRow(time: time)
    row.specificForce = SIMD3(0.25, -0.5, 9.75)
    return row
  }

  @Test func aRowWithoutAccelerationIsNoSample() {
    var row = TraceRow(time: 0)
    row.angularRate = .zero
    row.attitude = SIMD4(1, 0, 0, 0)
    #expect(InertialSample(row) == nil)
  }

  @Test func everyQuantityArrives() throws {
    var row = row()
    row.angularRate = SIMD3(1, -2, 0.5)
    row.magneticField = SIMD3(20, 0, -45.5)
    row.attitude = SIMD4(0, 0, 1, 0)
    let sample = try #require(InertialSample(row))
    #expect(sample.acceleration == .specificForce(Vector3(Fixed(0.25), Fixed(-0.5), Fixed(9.75))))
    #expect(sample.angularRate == Vector3(Fixed(1), Fixed(-2), Fixed(0.5)))
    #expect(sample.magneticField == Vector3(Fixed(20), Fixed(0), Fixed(-45.5)))
    #expect(sample.attitude == UnitQuaternion(uncheckedUnit: .zero, .zero, .one, .zero))
  }

  @Test func whatIsAbsentStaysAbsent() throws {
    let sample = try #require(InertialSample(row()))
    #expect(sample.angularRate == nil)
    #expect(sample.magneticField == nil)
    #expect(sample.attitude == nil)
  }

  @Test func linearAccelerationIsPreferred() throws {
    var row = row()
    row.linearAcceleration = SIMD3(1, 2, 3)
    let sample = try #require(InertialSample(row))
    #expect(sample.acceleration == .linear(Vector3(Fixed(1), Fixed(2), Fixed(3))))
  }

  @Test(
    arguments: [
      (0, 0), (1.5, 1_500_000), (0.010_639_6, 10_640), (4294.967295, 4_294_967_295),
      (4294.967296, 0), (4294.967300, 4), (-0.000001, 4_294_967_295), (Double.nan, 0),
      (.infinity, 0), (1e308, 0),
    ] as [(Double, UInt32)])
  func timestampsAreMicrosecondsThatWrap(time: Double, timestamp: UInt32) throws {
    #expect(try #require(InertialSample(row(time: time))).timestamp == timestamp)
  }

  @Test(arguments: [1e-300, 0.5, 0.99, 1, 3, 1e300])
  func attitudesAreNormalized(norm: Double) throws {
    var row = row()
    row.attitude = SIMD4(0.1, -0.7, 0.5, 0.5) * norm
    let attitude = try #require(InertialSample(row)?.attitude)
    let ulp = 0x1p-30
    #expect(abs(attitude.w.double - 0.1) <= ulp)
    #expect(abs(attitude.x.double + 0.7) <= ulp)
    #expect(abs(attitude.y.double - 0.5) <= ulp)
    #expect(abs(attitude.z.double - 0.5) <= ulp)
  }

  @Test(arguments: [
    SIMD4<Double>.zero, SIMD4(.infinity, 0, 0, 0), SIMD4(.nan, .nan, .nan, .nan),
    SIMD4(.nan, 1, 0, 0), SIMD4(1, 0, 0, .nan),
  ])
  func anAttitudeWithoutDirectionIsNone(attitude: SIMD4<Double>) throws {
    var row = row()
    row.attitude = attitude
    #expect(try #require(InertialSample(row)).attitude == nil)
  }

  @Test func thePenIsTheColumnElseTheStroke() throws {
    func pen(_ isPenDown: Bool?, _ stroke: Int?) throws -> PenState {
      var row = row()
      row.isPenDown = isPenDown
      row.stroke = stroke
      return try #require(InertialSample(row)).pen
    }
    #expect(try pen(true, nil) == .down)
    #expect(try pen(false, 3) == .up)
    #expect(try pen(nil, 3) == .down)
    #expect(try pen(nil, nil) == .up)
  }
}
