import Foundation
import QuillonCalibration
import QuillonConversions
import QuillonFusion
import QuillonNumerics
import QuillonRecognizer
import QuillonRecordings
import QuillonReferenceModel
import QuillonSimulator
import Testing

@Suite struct WristEnrollmentTests {
  /// What a board on a wrist sends while somebody draws strokes to the right.
  private static func samples(
    seed: UInt64, azimuth: Double, text: String = "---", raw: Bool = false
  ) throws -> [InertialSample] {
    var writer = AirWriter(wearing: seed, azimuth: azimuth)
    writer.holdTime = 0.4
    if raw { writer.lyingTime = 4 }
    let trace = SensorErrors.phone.apply(to: try writer.trace(of: text), seed: seed)
    return (raw ? trace.raw(.six) : trace).replaySamples.map(\.sample)
  }

  private static func enrollment(
    _ samples: [InertialSample], byMotion: Bool
  ) -> WristEnrollment {
    let enrollment = WristEnrollment(findsPenByMotion: byMotion)
    for var sample in samples {
      if byMotion { sample.pen = .up }
      _ = enrollment.push(sample)
    }
    return enrollment
  }

  /// Thirty people whose boards are fastened any way at all, with a button, without one, and with raw sensors.
  @Test(arguments: [(false, false), (true, false), (true, true)])
  func azimuthIsFound(byMotion: Bool, raw: Bool) throws {
    var random = SeededRandom(seed: 501)
    var errors: [Double] = []
    for seed in UInt64(6_000)..<6_030 {
      let azimuth = random.uniform(in: -.pi...(.pi))
      let enrollment = Self.enrollment(
        try Self.samples(seed: seed, azimuth: azimuth, raw: raw), byMotion: byMotion)
      #expect(enrollment.count == 3, "seed \(seed): \(enrollment.count)")
      let finding = try #require(enrollment.finding, "seed \(seed)")
      #expect(finding.isClear, "seed \(seed): \(finding)")
      #expect(finding.rule.kind == .wrist && finding.rule.axis == .x)
      #expect(abs(finding.rule.azimuth.signedDegrees - finding.azimuth * 180 / .pi) < 1e-6)
      errors.append(abs(remainder(finding.azimuth - azimuth, 2 * .pi)) * 180 / .pi)
    }
    #expect(errors.reduce(0, +) / 30 < 4, "\(errors)")
    #expect((errors.max() ?? 90) < 15, "\(errors)")
  }

  /// Where the x axis stands upright the azimuth is counted from y.
  @Test func anUprightAxisIsNotCountedFrom() throws {
    for seed in UInt64(6_040)..<6_046 {
      var writer = AirWriter(wearing: seed, azimuth: 0.5)
      // The board's x axis up, y away from the writer.
      writer.mounting = ReferenceQuaternion(
        ReferenceMatrix(columns: [0, 1, 0], [0, 0, -1], [-1, 0, 0]))
      let trace = SensorErrors.phone.apply(to: try writer.trace(of: "---"), seed: seed)
      let finding = try #require(
        Self.enrollment(trace.replaySamples.map(\.sample), byMotion: false).finding)
      #expect(finding.rule.axis == .y, "seed \(seed)")
      let error = remainder(finding.azimuth + .pi / 2, 2 * .pi)
      #expect(abs(error) < 0.25, "seed \(seed): \(finding)")
    }
  }

  /// A stroke the other way is found out.
  @Test func strokesThatDisagreeAreNotClear() throws {
    let right = try Self.samples(seed: 6_050, azimuth: 1, text: "--")
    let left = try Self.samples(seed: 6_050, azimuth: 1 + .pi, text: "-").map { sample in
      var later = sample
      later.timestamp &+= 60_000_000
      return later
    }
    let finding = try #require(Self.enrollment(right + left, byMotion: false).finding)
    #expect(finding.deviations.count == 3)
    #expect(!finding.isClear, "\(finding)")
  }

  /// A letter is no line, if it goes to and fro.
  @Test func lettersAreNoStrokes() throws {
    let enrollment = Self.enrollment(
      try Self.samples(seed: 6_060, azimuth: 1, text: "OSE"), byMotion: false)
    #expect(enrollment.count == 0 && enrollment.others == 3)
    #expect(enrollment.finding == nil)
  }

  /// A board that lies still while its button is held has no direction.
  @Test func aPenThatDoesNotMoveDrawsNoStroke() {
    let enrollment = WristEnrollment(findsPenByMotion: false)
    for index in 0..<600 as Range<UInt32> {
      _ = enrollment.push(
        InertialSample(
          timestamp: index * 10_000, acceleration: .linear(.zero), attitude: .identity,
          pen: index % 100 < 50 ? .up : .down))
    }
    #expect(enrollment.count == 0 && enrollment.others == 5)
    #expect(enrollment.finding == nil)
  }
}
