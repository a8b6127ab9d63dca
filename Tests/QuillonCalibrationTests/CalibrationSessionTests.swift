import Foundation
import QuillonCalibration
import QuillonConversions
import QuillonFusion
import QuillonNumerics
import QuillonRecordings
import QuillonReferenceModel
import QuillonSimulator
import TestSupport
import Testing

@Suite struct CalibrationSessionTests {
  /// A board whose sensors err in known ways.
  private struct Board {
    var accelerometer = AxisMap.identity
    var gyroscope = AxisMap.identity
    var magnetometer = AxisMap.identity
    let offset = ReferenceVector(0.3, -0.2, 0.45)
    let scale = ReferenceVector(1.02, 0.985, 1.01)
    let bias = ReferenceVector(0.03, -0.05, 0.01)
    let hardIron = ReferenceVector(35, -20, 12)
    let softIron = ReferenceVector(1.05, 0.97, 1.02)

    /// What the board reads while it is moved.
    func samples(_ turns: [CalibrationMotion.Turn], seed: UInt64 = 3) -> [InertialSample] {
      var random = SeededRandom(seed: seed)
      func noise(_ deviation: Double) -> ReferenceVector {
        deviation * ReferenceVector(random.normal(), random.normal(), random.normal())
      }
      return CalibrationMotion(turns: turns).trace().rows.compactMap { row in
        guard let force = row.specificForce, let rate = row.angularRate,
          let field = row.magneticField
        else { return nil }
        var row = row
        row.specificForce = turned(force, accelerometer) * scale + offset + noise(0.02)
        row.angularRate = turned(rate, gyroscope) + bias + noise(0.002)
        row.magneticField = turned(field, magnetometer) * softIron + hardIron + noise(0.3)
        return InertialSample(row)
      }
    }

    private func turned(_ v: ReferenceVector, _ axes: AxisMap) -> ReferenceVector {
      axes.apply(to: Vector3<19>(v)).reference
    }
  }

  private static let all = CalibrationMotion.complete.turns

  private func outcome(
    _ board: Board, _ turns: [CalibrationMotion.Turn] = all, isGuided: Bool = true
  ) -> CalibrationOutcome {
    var session = CalibrationSession(isGuided: isGuided)
    for sample in board.samples(turns) { session.add(sample) }
    return session.outcome()
  }

  /// The mean error that the calibration leaves, noise included.
  private func errors(
    of calibration: SensorCalibration, _ board: Board
  ) -> (force: Double, rate: Double, field: Double) {
    var session = board.samples(Self.all)
    for index in session.indices { calibration.apply(to: &session[index]) }
    var sums = (force: 0.0, rate: 0.0, field: 0.0)
    let truth = CalibrationMotion(turns: Self.all).trace().rows
    #expect(truth.count == session.count)
    for (row, sample) in zip(truth, session) {
      guard case .specificForce(let force) = sample.acceleration, let rate = sample.angularRate,
        let field = sample.magneticField, let trueForce = row.specificForce,
        let trueRate = row.angularRate, let trueField = row.magneticField
      else { continue }
      sums.force += (force.reference - trueForce).length
      sums.rate += (rate.reference - trueRate).length
      // The scale of a magnetometer is not known: directions are compared.
      let direction = field.reference / field.reference.length
      sums.field += (direction - trueField / trueField.length).length
    }
    let count = Double(session.count)
    return (sums.force / count, sums.rate / count, sums.field / count)
  }

  @Test func `A guided person calibrates everything`() throws {
    let board = Board()
    let outcome = outcome(board)
    #expect(outcome.remarks.isEmpty, "\(outcome.remarks)")
    #expect(outcome.magnetometer?.accuracy == .high)
    #expect(outcome.accelerometer?.accuracy == .high)
    #expect((outcome.restTime ?? 0) > 3.5)
    let calibration = outcome.file.calibration
    #expect((calibration.gyroscope.offset.reference - board.bias).length < 0.0005)
    #expect((calibration.magnetometer.offset.reference - board.hardIron).length < 0.5)
    let left = errors(of: calibration, board)
    // Noise alone leaves 0.032 m/s², 0.0032 rad/s and 0.3 √(8/π) / 48 = 0.008 rad of direction.
    #expect(left.force < 0.05 && left.rate < 0.004 && left.field < 0.015, "\(left)")
  }

  @Test(arguments: [
    (AxisMap?.some(.identity), AxisMap(x: .x, y: .minusY, z: .z)),
    (AxisMap(x: .y, y: .minusX, z: .z), AxisMap(x: .minusX, y: .minusY, z: .minusZ)),
    (AxisMap(x: .minusX, y: .minusY, z: .minusZ), AxisMap(x: .z, y: .x, z: .y)),
    (AxisMap(x: .x, y: .z, z: .y), AxisMap(x: .x, y: .z, z: .y)),
  ])
  func `Turned and mirrored sensors are found and put right`(
    accelerometer: AxisMap?, gyroscope: AxisMap?
  ) throws {
    var board = Board()
    board.accelerometer = try #require(accelerometer)
    board.gyroscope = try #require(gyroscope)
    board.magnetometer = try #require(AxisMap(x: .minusX, y: .minusY, z: .z))
    let outcome = outcome(board)
    let left = errors(of: outcome.file.calibration, board)
    #expect(left.force < 0.05 && left.rate < 0.004 && left.field < 0.015, "\(left)")
    let isNative = board.gyroscope == .identity
    #expect(outcome.remarks.contains { $0.hasPrefix("The gyroscope's axes are not") } != isNative)
    #expect(outcome.remarks.contains { $0.hasPrefix("The magnetometer's axes are not") })
  }

  @Test func `The instructions go through the steps, and end`() {
    var session = CalibrationSession(isGuided: true)
    var told: [String] = []
    for (number, sample) in Board().samples(Self.all).enumerated() {
      session.add(sample)
      guard number % 20 == 0 else { continue }
      #expect((0...1).contains(session.share()))
      let instruction = session.instruction()
      if instruction != told.last { told.append(instruction) }
    }
    #expect(told.first == "lay the board down, face up, and let go for three seconds")
    for side in ["face down", "top edge up", "bottom edge up", "right edge up", "left edge up"] {
      #expect(told.contains("set it down with its \(side) and let go"), "\(told)")
    }
    #expect(told.last == "done", "\(told)")
  }

  @Test func `What is missing is told with the next step`() {
    let rest = outcome(Board(), Array(Self.all.prefix(1)))
    #expect(rest.restTime != nil)
    #expect(rest.accelerometer == nil && rest.magnetometer == nil)
    #expect(rest.remarks.contains { $0.contains("Set the board on each of its six sides") })
    #expect(rest.remarks.contains { $0.contains("Turn the board more about") })

    let moved = outcome(Board(), CalibrationMotion.fullTurns)
    #expect(moved.restTime == nil)
    #expect(moved.remarks.contains { $0.contains("Lay it down and let go of it") })

    let nothing = CalibrationSession(isGuided: false)
    var copy = nothing
    #expect(copy.outcome().isEmpty)
  }

  @Test func `Sides in another order do not turn the axes`() {
    var turns = CalibrationMotion.sides
    turns.swapAt(1, 5)
    let outcome = outcome(Board(), turns + CalibrationMotion.fullTurns)
    #expect(outcome.file.calibration.accelerometer.axes == .identity)
    #expect(outcome.remarks.contains { $0.contains("the sides did not come as asked for") })
  }

  /// Errors of the line, of one reading or of two, do not spoil the fit. They are named.
  @Test(arguments: [[300], [300, 301], [100, 400, 401, 900, 1_200]])
  func `Readings that stand far from the others are left out`(_ places: [Int]) {
    let board = Board()
    var session = CalibrationSession(isGuided: false)
    for (index, sample) in board.samples(Self.all).enumerated() {
      var sample = sample
      if places.contains(index) { sample.magneticField = Vector3(ReferenceVector(250, -40, 9)) }
      session.add(sample)
    }
    let outcome = session.outcome()
    #expect(outcome.magnetometer?.accuracy == .high)
    let hardIron = outcome.file.calibration.magnetometer.offset.reference
    #expect((hardIron - board.hardIron).length < 0.5)
    #expect(
      outcome.remarks.contains { $0.hasPrefix("\(places.count) reading") }, "\(outcome.remarks)")
  }

  /// A turntable, or a person who spins: gravity and rate stay the same, only the field turns. Without a field, the slower time counts.
  @Test(arguments: [true, false], [0.2, 0.6, 3])
  func `A steady turn is no rest`(_ hasField: Bool, _ speed: Double) {
    let bias = ReferenceVector(0.01, -0.02, 0.015)
    var session = CalibrationSession(isGuided: false)
    for index in 0..<2_100 {
      let seconds = Double(index) / 100
      let angle = max(seconds - 4, 0) * speed
      session.add(
        InertialSample(
          timestamp: UInt32(index * 10_000),
          acceleration: .specificForce(Vector3(ReferenceVector(0, 0, 9.80665))),
          angularRate: Vector3(bias + ReferenceVector(0, 0, seconds < 4 ? 0 : speed)),
          magneticField: hasField
            ? Vector3(ReferenceVector(20 * sin(angle) + 30, 20 * cos(angle), -40)) : nil,
          pen: .up))
    }
    let outcome = session.outcome()
    #expect((outcome.file.calibration.gyroscope.offset.reference - bias).length < 0.001)
    #expect((outcome.restTime ?? 0) > 3 && (outcome.restTime ?? 0) < 5)
  }

  /// A compass chip alone is calibrated as well as one with other sensors.
  @Test func `A magnetometer alone is calibrated`() {
    let board = Board()
    var session = CalibrationSession(isGuided: false)
    for sample in board.samples(Self.all) { sample.magneticField.map { session.add($0) } }
    let outcome = session.outcome()
    #expect(outcome.magnetometer?.accuracy == .high && outcome.remarks.isEmpty)
    let hardIron = outcome.file.calibration.magnetometer.offset.reference
    #expect((hardIron - board.hardIron).length < 0.5)
  }

  @Test func `A recording is calibrated without names for its sides`() {
    let outcome = outcome(Board(), isGuided: false)
    #expect(outcome.remarks.isEmpty, "\(outcome.remarks)")
    #expect(outcome.magnetometer?.accuracy == .high)
  }
}
