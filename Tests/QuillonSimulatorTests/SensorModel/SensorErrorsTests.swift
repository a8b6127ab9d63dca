import Foundation
import QuillonRecordings
import QuillonReferenceModel
import QuillonSimulator
import Testing

/// A board at rest on a table, face up, turned a little: every column constant.
private func restingTrace(rows: Int = 4000) -> Trace {
  let attitude = ReferenceQuaternion(angle: 0.4, axis: ReferenceVector(0, 0, 1))
  return Trace(
    comments: ["at rest"],
    rows: (0..<rows).map { index in
      var row = TraceRow(time: Double(index) / 100)
      row.specificForce = SIMD3(0, 0, 9.80665)
      row.linearAcceleration = SIMD3(0, 0, 0)
      row.angularRate = SIMD3(0.5, -0.25, 1)
      row.magneticField = SIMD3(20, -5, -43)
      row.attitude = attitude.components
      row.isPenDown = index >= 100
      row.stroke = index >= 100 ? 0 : nil
      row.label = index >= 100 ? "I" : nil
      return row
    })
}

private func measured(
  seed: UInt64 = 1, _ change: (inout SensorErrors) -> Void
) -> [TraceRow] {
  var errors = SensorErrors()
  change(&errors)
  return errors.apply(to: restingTrace(), seed: seed).rows
}

private let truth = restingTrace().rows[0]

@Suite struct SensorErrorsTests {
  @Test func theIdealBoardTellsTheTruth() throws {
    let trace = try AirWriter(seed: 3).trace(of: "Q")
    let told = SensorErrors.ideal.apply(to: trace, seed: 9)
    #expect(told.rows.count == trace.rows.count)
    for (row, actual) in zip(told.rows, trace.rows) {
      #expect(row.time == actual.time)
      #expect(row.specificForce == actual.specificForce)
      #expect(row.angularRate == actual.angularRate)
      #expect(row.magneticField == actual.magneticField)
      #expect(row.stroke == actual.stroke && row.label == actual.label)
      #expect(row.isPenDown == actual.isPenDown)
      let difference = try #require(row.linearAcceleration) - #require(actual.linearAcceleration)
      #expect(difference.length < 1e-12)
    }
  }

  @Test func noiseIsWhiteAndOfItsStrength() throws {
    let rows = measured { $0.accelerometer.noise = 0.1 }
    let errors = try rows.map { try #require($0.specificForce).x }
    let mean = errors.reduce(0, +) / Double(errors.count)
    let variance = errors.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(errors.count)
    let neighbors = zip(errors, errors.dropFirst()).reduce(0) { $0 + $1.0 * $1.1 }
    #expect(abs(mean) < 0.006)
    #expect(abs(variance.squareRoot() - 0.1) < 0.005)
    #expect(abs(neighbors / Double(errors.count) / variance) < 0.06)
    #expect(rows.allSatisfy { $0.angularRate == truth.angularRate })
  }

  @Test func biasIsConstantForABoardAndDiffersBetweenBoards() throws {
    func bias(seed: UInt64) throws -> ReferenceVector {
      let rows = measured(seed: seed) { $0.gyroscope.bias = 0.05 }
      #expect(Set(rows.map(\.angularRate)).count == 1)
      return try #require(rows[0].angularRate) - #require(truth.angularRate)
    }
    let biases = try (UInt64(1)...200).map { try bias(seed: $0).x }
    let power = biases.reduce(0) { $0 + $1 * $1 } / 200
    #expect(abs(power.squareRoot() - 0.05) < 0.008)
    #expect(Set(biases).count == 200)
  }

  @Test func scaleErrorsAreProportional() throws {
    let rows = measured(seed: 4) { $0.magnetometer.scaleError = 0.1 }
    let ratio = try #require(rows[0].magneticField) / #require(truth.magneticField)
    #expect((ratio - 1).length > 0.01)
    #expect((ratio - 1).length < 0.5)
    #expect(rows.allSatisfy { $0.magneticField == rows[0].magneticField })
  }

  @Test func misalignmentTurnsWithoutStretching() throws {
    let rows = measured(seed: 4) { $0.magnetometer.misalignment = 0.05 }
    let field = try #require(rows[0].magneticField)
    let straight = try #require(truth.magneticField)
    #expect(abs(field.length - straight.length) < 1e-12)
    let angle = acos(field.dot(straight) / (field.length * straight.length))
    #expect((0.005...0.2).contains(angle))
  }

  @Test(arguments: [2.0, 4, 8, 16])
  func saturationHoldsReadingsInRange(times: Double) throws {
    let range = times * 9.80665
    var errors = SensorErrors()
    errors.accelerometer.range = range
    errors.gyroscope.range = 4
    var trace = restingTrace(rows: 3)
    trace.rows[0].specificForce = SIMD3(range + 0.01, -range - 50, range - 0.01)
    trace.rows[0].angularRate = SIMD3(3.99, 4.01, -100)
    let row = errors.apply(to: trace, seed: 1).rows[0]
    #expect(row.specificForce == SIMD3(range, -range, range - 0.01))
    #expect(row.angularRate == SIMD3(3.99, 4, -4))
  }

  /// The noise comes before the converter: what saturates stays in range, noise or not.
  @Test func noiseCannotLeaveTheRange() throws {
    let rows = measured {
      $0.accelerometer.noise = 1
      $0.accelerometer.range = 9.81
    }
    let up = try rows.map { try #require($0.specificForce).z }
    #expect(up.max() == 9.81)
    #expect(up.filter { $0 == 9.81 }.count > 1500)
  }

  @Test func quantizationRoundsToSteps() throws {
    let rows = measured {
      $0.accelerometer.noise = 0.3
      $0.accelerometer.resolution = 0.125
    }
    for row in rows {
      let steps = try #require(row.specificForce) / 0.125
      #expect(steps == steps.rounded(.toNearestOrEven))
    }
    let still = measured { $0.gyroscope.resolution = 0.3 }
    #expect((try #require(still[0].angularRate) - SIMD3(0.6, -0.3, 0.9)).length < 1e-12)
  }

  @Test func jitterNeverTurnsTimeBack() {
    let rows = measured { $0.timeJitter = 0.004 }
    #expect(zip(rows, rows.dropFirst()).allSatisfy { $0.time <= $1.time })
    let errors = zip(rows, restingTrace().rows).map { $0.time - $1.time }
    let power = errors.reduce(0) { $0 + $1 * $1 } / Double(errors.count)
    #expect(abs(power.squareRoot() - 0.004) < 0.0004)
    #expect(rows.allSatisfy { $0.specificForce == truth.specificForce })
  }

  @Test func dropsTakeWholeRows() {
    let rows = measured { $0.dropRate = 0.1 }
    #expect((3500...3700).contains(rows.count))
    let times = Set(restingTrace().rows.map(\.time))
    #expect(rows.allSatisfy { times.contains($0.time) })
    #expect(measured { $0.dropRate = 1 }.isEmpty)
  }

  /// A lean of the attitude leaks sin(lean) · g into the horizontal linear acceleration.
  @Test func leaningLeaksGravity() throws {
    let rows = measured(seed: 2) { $0.tilt = 0.02 }
    let upright = try #require(truth.attitude)
    let level = ReferenceQuaternion(upright[0], upright[1], upright[2], upright[3])
    var most = 0.0
    var quickest = 0.0
    let first = try #require(rows[0].attitude)
    var before = ReferenceQuaternion(first[0], first[1], first[2], first[3])
    for row in rows {
      let q = try #require(row.attitude)
      let leaned = ReferenceQuaternion(q[0], q[1], q[2], q[3])
      let lean = leaned.angle(to: level)
      most = max(most, lean)
      quickest = max(quickest, before.angle(to: leaned))
      before = leaned
      let leak = try #require(row.linearAcceleration)
      let horizontal = hypot(leak.x, leak.y)
      #expect(abs(horizontal - 9.80665 * sin(lean)) < 1e-6)
      #expect(row.specificForce == truth.specificForce)
    }
    #expect((0.012...0.02 + 1e-9).contains(most))
    #expect(quickest < 3e-4)
  }

  @Test func withoutAnAttitudeThereIsNoLinearAcceleration() {
    var trace = restingTrace(rows: 2)
    trace.rows[0].attitude = nil
    trace.rows[1].specificForce = nil
    let rows = SensorErrors.phone.apply(to: trace, seed: 1).rows
    #expect(rows[0].linearAcceleration == nil)
    #expect(rows[0].specificForce != nil)
    #expect(rows[1].linearAcceleration == nil)
    #expect(rows[1].attitude != nil)
  }

  @Test(arguments: [SensorErrors.phone, .hobby])
  func theSameSeedIsTheSameBoard(errors: SensorErrors) throws {
    let trace = try AirWriter(seed: 3).trace(of: "AB")
    let first = errors.apply(to: trace, seed: 5)
    #expect(errors.apply(to: trace, seed: 5) == first)
    #expect(errors.apply(to: trace, seed: 6).rows != first.rows)
    #expect(first.comments == trace.comments + ["measured by board 5"])
    #expect(first.rows.filter { $0.stroke == 1 }.allSatisfy { $0.label == "B" })
  }
}
