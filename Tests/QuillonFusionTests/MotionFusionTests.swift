import Foundation
import QuillonConversions
import QuillonFusion
import QuillonNumerics
import QuillonRecordings
import QuillonReferenceModel
import QuillonSimulator
import TestSupport
import Testing

@Suite struct MotionFusionTests {
  /// 30 s of writing, as a raw board with a telephone's sensors measures it, and the true attitudes; the
  /// truth's frame is x to magnetic north.
  private struct Writing {
    var samples: [InertialSample] = []
    var attitudes: [ReferenceQuaternion] = []

    init(seed: UInt64) throws {
      let truth = try AirWriter(seed: seed).trace(of: "QUILLONQUILLON", sample: seed)
      for row in SensorErrors.phone.apply(to: truth, seed: seed).rows {
        var shifted = row
        // Jitter may put the first row before 0.
        shifted.time += 1
        shifted.linearAcceleration = nil
        guard let sample = InertialSample(shifted), let q = row.attitude else { continue }
        samples.append(sample)
        attitudes.append(ReferenceQuaternion(q[0], q[1], q[2], q[3]))
      }
    }
  }

  private let degree = Double.pi / 180
  private let vertical = ReferenceVector(0, 0, 1)

  private func fuse(_ samples: [InertialSample], _ frame: ReferenceFrame) -> [DeviceMotion] {
    var fusion = MotionFusion(MotionFusion.Parameters(frame: frame))
    return samples.compactMap { fusion.push($0) }
  }

  @Test func everySampleOfAWritingHandBecomesAMotion() throws {
    let writing = try Writing(seed: 21)
    let motions = fuse(writing.samples, .magneticNorth)
    #expect(motions.count == writing.samples.count)
    #expect(motions.map(\.timestamp) == writing.samples.map(\.timestamp))
    #expect(motions.last?.status == .ready)
    for (motion, truth) in zip(motions, writing.attitudes).dropFirst(1_500) {
      #expect(motion.attitude.reference.angle(to: truth) < 3 * degree)
    }
  }

  @Test(arguments: [
    ReferenceFrame.arbitrary, .magneticNorth, .trueNorth(declination: Fixed(0.2)),
    .trueNorth(declination: Fixed(-1.1)),
  ])
  func attitudeIsTheReferencesTurnedIntoTheFrame(frame: ReferenceFrame) throws {
    let writing = try Writing(seed: 22)
    var reference = ReferenceAHRS()
    let eastToNorth: Double
    switch frame {
    case .trueNorth(let declination): eastToNorth = -.pi / 2 - declination.double
    default: eastToNorth = -.pi / 2
    }
    let turn = ReferenceQuaternion(angle: eastToNorth, axis: vertical)
    for (sample, motion) in zip(writing.samples, fuse(writing.samples, frame)) {
      guard case .specificForce(let force) = sample.acceleration,
        let rate = sample.angularRate?.reference
      else { continue }
      reference.push(
        timestamp: sample.timestamp, force: force.reference, rate: rate,
        field: frame.usesField ? sample.magneticField?.reference : nil)
      let expected =
        frame.usesField ? turn * reference.attitude : reference.attitudeWithoutField
      #expect(motion.attitude.reference.angle(to: expected) < 0.01 * degree)
      #expect((motion.angularRate.reference - (rate - reference.bias)).length < 1e-5)
    }
  }

  /// The specific force is linear acceleration less gravity, of the same moment: not one bit and not one
  /// sample between them.
  @Test func partsAlwaysSumToTheMeasuredForce() throws {
    var samples = try Writing(seed: 23).samples
    var random = SeededRandom(seed: 23)
    for index in samples.indices where index > 300 {
      // Within ±240 m/s²: the sum cannot clamp.
      samples[index].acceleration = .specificForce(
        Vector3(random.direction() * random.uniform(in: 0...240)))
    }
    for (sample, motion) in zip(samples, fuse(samples, .magneticNorth)) {
      guard case .specificForce(let force) = sample.acceleration else { continue }
      #expect(motion.linearAcceleration &- motion.gravity == force)
      let up = motion.attitude.reference.conjugate.rotate(vertical)
      #expect((motion.gravityInG.reference + up).length < 1e-6)
    }
  }

  @Test func theHeadingOfTheWriterIsFound() throws {
    let writing = try Writing(seed: 24)
    for (frame, east) in [
      (ReferenceFrame.magneticNorth, 0.0), (.trueNorth(declination: Fixed(10 * degree)), 10),
    ] {
      let motion = try #require(fuse(writing.samples, frame).last)
      let top = try #require(writing.attitudes.last).rotate(ReferenceVector(0, 1, 0))
      let truth = atan2(-top.y, top.x) / degree + east
      let heading = try #require(motion.heading).degrees.double
      #expect(abs(remainder(heading - truth, 360)) < 5, "\(frame)")
    }
  }

  /// From sample to sample the corrected attitude turns as the gyroscope measures, also when the field is
  /// first believed, and in the end it has not drifted.
  @Test(arguments: [UInt64(25), 26, 27])
  func correctedHeadingIsContinuousFromItsStart(seed: UInt64) throws {
    let writing = try Writing(seed: seed)
    let free = fuse(writing.samples, .arbitrary)
    let corrected = fuse(writing.samples, .arbitraryCorrected)
    #expect(corrected.first?.attitude == free.first?.attitude)
    for index in 1..<free.count {
      let step = free[index - 1].attitude.reference.conjugate * free[index].attitude.reference
      let same =
        corrected[index - 1].attitude.reference.conjugate * corrected[index].attitude.reference
      #expect(step.angle(to: same) < 0.1 * degree, "seed \(seed), sample \(index)")
    }
    let believed = try #require(corrected.firstIndex { $0.status == .ready })
    #expect(believed < corrected.count - 500)
    let last = corrected.count - 1
    let turned =
      corrected[last].attitude.reference * corrected[believed].attitude.reference.conjugate
    let truly = writing.attitudes[last] * writing.attitudes[believed].conjugate
    // One is the other seen from a frame that is turned about the vertical: their angles agree.
    #expect(abs(turned.angle(to: .identity) - truly.angle(to: .identity)) < 2 * degree)
  }

  @Test func calibrationComesFirst() throws {
    let samples = try Writing(seed: 28).samples
    let axes = try #require(AxisMap(x: .minusY, y: .x, z: .z))
    let bias = Vector3<25>(Fixed(0.1), Fixed(-0.2), Fixed(0.3))
    let hardIron = Vector3<19>(Fixed(100.0), Fixed(-50.0), Fixed(25.0))
    var calibration = SensorCalibration()
    calibration.gyroscope.offset = bias
    calibration.magnetometer.offset = hardIron
    calibration.accelerometer.axes = axes
    var fusion = MotionFusion(
      MotionFusion.Parameters(frame: .magneticNorth), calibration: calibration)
    let measured = samples.map { sample in
      var reading = sample
      if case .specificForce(let f) = sample.acceleration {
        reading.acceleration = .specificForce(Vector3(f.y, f.x.negatedWithSaturation, f.z))
      }
      reading.angularRate = sample.angularRate.map { $0 &+ bias }
      reading.magneticField = sample.magneticField.map { $0 &+ hardIron }
      return reading
    }
    #expect(measured.compactMap { fusion.push($0) } == fuse(samples, .magneticNorth))
  }

  @Test func thereIsNoMotionBeforeThereIsAForce() throws {
    var fusion = MotionFusion()
    #expect(fusion.latest == nil)
    let nothing = InertialSample(
      timestamp: 0, acceleration: .specificForce(.zero), angularRate: .zero, pen: .up)
    #expect(fusion.push(nothing) == nil)
    let force = Vector3<23>(.zero, .zero, Gravity.standard)
    let sample = InertialSample(
      timestamp: 10_000, acceleration: .specificForce(force), angularRate: .zero, pen: .up)
    let motion = fusion.push(sample)
    #expect(try #require(motion).linearAcceleration.reference.length <= 4 * 0x1p-23)
    #expect(fusion.latest == motion)
  }

  @Test func whatCannotBeFusedChangesNothing() {
    var fusion = MotionFusion()
    let force = InertialSample.Acceleration.specificForce(Vector3([1, 2, 9] as ReferenceVector))
    fusion.push(
      InertialSample(timestamp: 0, acceleration: force, angularRate: .zero, pen: .up))
    let before = fusion.latest
    #expect(before != nil)
    #expect(
      fusion.push(
        InertialSample(
          timestamp: 10_000, acceleration: .linear(.zero), angularRate: .zero, pen: .up)) == nil)
    #expect(
      fusion.push(InertialSample(timestamp: 20_000, acceleration: force, pen: .up)) == nil)
    #expect(fusion.latest == before)
  }

  @Test func aFieldThatIsNotTheEarthsIsWorthLittle() throws {
    let samples = try Writing(seed: 29).samples
    var fusion = MotionFusion(MotionFusion.Parameters(frame: .magneticNorth))
    fusion.fieldAccuracy = .high
    for sample in samples { fusion.push(sample) }
    var sample = try #require(samples.last)
    let field = try #require(sample.magneticField)
    sample.magneticField = field &+ field
    for _ in 0..<100 {
      sample.timestamp &+= 10_000
      fusion.push(sample)
    }
    let disturbed = try #require(fusion.latest?.magneticField)
    #expect(disturbed.accuracy == .low)
    #expect(disturbed.field == field &+ field)
    fusion.fieldAccuracy = .uncalibrated
    #expect(fusion.latest?.magneticField?.accuracy == .uncalibrated)
  }

  @Test func stateIsSmall() {
    let own =
      MemoryLayout<MotionFusion>.size - MemoryLayout<NineAxisAHRS>.size
      - MemoryLayout<SensorCalibration?>.size
    #expect(own <= 100, "\(own) bytes")
  }
}
