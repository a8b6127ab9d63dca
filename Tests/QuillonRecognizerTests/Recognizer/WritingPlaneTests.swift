import Foundation
import QuillonConversions
import QuillonFusion
import QuillonNumerics
import QuillonRecognizer
import QuillonRecordings
import QuillonReferenceModel
import QuillonSimulator
import TestSupport
import Testing

/// The plane that letters are read in, as a setting.
@Suite struct WritingPlaneTests {
  private static let azimuth = 0.7

  /// The same rule in integers and in Double.
  private static let rules: [(PlaneRule, ReferencePlane)] = {
    let angle = BinaryAngle(bits: UInt32(azimuth / (2 * .pi) * 0x1p32))
    let mounting = ReferencePlane.Mounting(azimuth: azimuth)
    return [
      (PlaneRule(.device), .device), (PlaneRule(.penDown), .penDown),
      (PlaneRule(.wrist, azimuth: angle), .wrist(mounting)),
      (PlaneRule(.wrist, axis: .y, azimuth: angle), .wrist(.init(axis: 1, azimuth: azimuth))),
      (PlaneRule(.principal, azimuth: angle), .principal(mounting)),
      (PlaneRule(.above, azimuth: angle), .above(mounting)),
    ]
  }()

  private static func samples(
    _ writer: AirWriter, _ letter: Character, seed: UInt64
  ) throws -> [InertialSample] {
    let truth = try writer.trace(of: String(letter), sample: seed)
    return SensorErrors.phone.apply(to: truth, seed: seed).replaySamples.map(\.sample)
  }

  /// Letters of boards in the hand and on the wrist, by every rule, against the chain in Double.
  @Test(arguments: 0..<6)
  func inkIsThatOfTheReferenceModel(number: Int) throws {
    let (rule, twin) = Self.rules[number]
    var parameters = ReferenceRecognizer.Parameters()
    parameters.plane = twin
    var (widest, letters) = (0.0, 0)
    for seed in UInt64(3_000)..<3_012 {
      let writer =
        seed.isMultiple(of: 2) ? AirWriter(seed: seed) : AirWriter(wearing: seed, azimuth: 0.7)
      for letter in "BEKMSZ" {
        var fixed = Recognizer(
          parameters: RecognizerParameters(writing: WritingSettings(plane: rule)))
        var double = ReferenceRecognizer(
          parameters, classifier: ReferenceClassifier(weights: [[Double](repeating: 0, count: 28)]))
        for sample in try Self.samples(writer, letter, seed: seed) {
          _ = fixed.push(sample)
          guard double.push(ReferenceSample(sample)) != nil, let result = double.lastResult else {
            continue
          }
          var ink: [SIMD2<Double>] = []
          #expect(
            fixed.finishedInk { x, y, _ in ink.append(SIMD2(Double(x), Double(y)) * 0x1p-14) })
          try #require(ink.count == result.ink.count)
          for (point, exact) in zip(ink, result.ink) {
            widest = max(widest, abs(point.x - exact.x), abs(point.y - exact.y))
          }
          letters += 1
        }
      }
    }
    #expect(letters == 72)
    // The normal of a plane that letters hardly lie in hangs on their last bits.
    #expect(widest < (rule.kind == .principal ? 0.03 : 0.002), "\(rule): \(widest)")
  }

  /// How many of 26 letters of each of some people are read right.
  private static func share(
    _ kind: PlaneRule.Kind, _ writer: (UInt64, Double) -> AirWriter
  ) throws -> Double {
    let labels = PackedModel.simulatedAir.labels
    var right = 0
    for seed in UInt64(3_100)..<3_110 {
      let azimuth = Double(seed % 10) * 0.6 - 2.7
      let angle = BinaryAngle(bits: UInt32(truncatingIfNeeded: Int(azimuth / .pi * 0x1p31)))
      let rule = PlaneRule(kind, azimuth: angle)
      for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ" {
        var recognizer = Recognizer(
          model: PackedModel.simulatedAir,
          parameters: RecognizerParameters(writing: WritingSettings(plane: rule)))
        var event: Event?
        for sample in try samples(writer(seed, azimuth), letter, seed: seed) {
          event = recognizer.push(sample) ?? event
        }
        guard case .classification(let classification) = event ?? recognizer.finish() else {
          continue
        }
        if labels[Int(classification.label)] == String(letter) { right += 1 }
      }
    }
    return Double(right) / 260
  }

  /// What the rules are for: on a wrist letters are read by gravity and azimuth only.
  @Test func aWristNeedsItsOwnPlane() throws {
    func wearing(_ seed: UInt64, _ azimuth: Double) -> AirWriter {
      AirWriter(wearing: seed, azimuth: azimuth)
    }
    let device = try Self.share(.device, wearing)
    let wrist = try Self.share(.wrist, wearing)
    let principal = try Self.share(.principal, wearing)
    #expect(device < 0.3, "\(device)")
    #expect(wrist > 0.85, "\(wrist)")
    #expect(principal > 0.5, "\(principal)")
    print("planes on a wrist: device \(device), wrist \(wrist), principal \(principal)")
  }

  @Test func aHandNeedsTheBoardsOwnPlane() throws {
    func holding(_ seed: UInt64, _: Double) -> AirWriter { AirWriter(seed: seed) }
    let device = try Self.share(.device, holding)
    let penDown = try Self.share(.penDown, holding)
    #expect(device > 0.85, "\(device)")
    #expect(penDown > 0.8, "\(penDown)")
    print("planes in a hand: device \(device), pen-down \(penDown)")
  }

  /// Firmware accepts every rule but the one that goes through a stroke's points before it reads them.
  @Test func firmwareHasAllRulesButOne() {
    var recognizer = PathRecognizer()
    for kind in PlaneRule.Kind.allCases {
      recognizer.adopt(WritingSettings(plane: PlaneRule(kind)))
      #expect(
        recognizer.parameters.writing.plane.kind == (kind == .principal ? .wrist : kind))
    }
  }
}
