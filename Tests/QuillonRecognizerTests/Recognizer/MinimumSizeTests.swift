import Foundation
import QuillonConversions
import QuillonFusion
import QuillonNumerics
import QuillonRecognizer
import QuillonReferenceModel
import QuillonSimulator
import Testing

/// Strokes below the minimum size are no letters.
@Suite struct MinimumSizeTests {
  /// The events of a recognizer while a person writes `text` `scale` times as large as they do.
  private func events(
    of text: String, scale: Double, _ recognizer: inout Recognizer
  ) throws -> [Event] {
    var writer = AirWriter(seed: 5)
    writer.style.size *= scale
    writer.steadiness = .still
    var events = try writer.trace(of: text).replaySamples.compactMap { recognizer.push($0.sample) }
    while let event = recognizer.finish() { events.append(event) }
    return events
  }

  @Test(arguments: [false, true])
  func lettersShrunkToAHundredthAreTooSmall(isSimulated: Bool) throws {
    let model = isSimulated ? PackedModel.simulatedAir : PackedModel.air
    var recognizer = Recognizer(model: model)
    for event in try events(of: "QUILLON", scale: 0.01, &recognizer) {
      guard case .rejected(let rejection) = event else {
        Issue.record("\(event)")
        continue
      }
      #expect(rejection.gate == .extent && rejection.value.double < 0.01)
      #expect(recognizer.shapeOfLastStroke.isTooSmall)
    }
    let letters = try events(of: "QUILLON", scale: 1, &recognizer)
    #expect(letters.count == 7)
    #expect(
      letters.allSatisfy { if case .classification = $0 { true } else { false } }, "\(letters)")
  }

  @Test func aScorerMayReadThem() throws {
    var recognizer = Recognizer(model: PackedModel.simulatedAir)
    recognizer.scorer.readsSmallStrokes = true
    guard case .classification? = try events(of: "L", scale: 0.01, &recognizer).first else {
      Issue.record("not read")
      return
    }
    #expect(recognizer.shapeOfLastStroke.isTooSmall)
  }

  /// The limit is a setting: what is a letter under one is too small under another.
  @Test(arguments: [(0.05, false), (0.5, true)])
  func theLimitIsASetting(meters: Double, isTooSmall: Bool) throws {
    var recognizer = Recognizer(
      model: PackedModel.simulatedAir,
      parameters: RecognizerParameters(minimumSize: Fixed(meters)))
    let events = try events(of: "L", scale: 1, &recognizer)
    #expect(events.count == 1)
    if case .rejected = events.first { #expect(isTooSmall) } else { #expect(!isTooSmall) }
  }

  @Test func aPathThatFillsNoneOfTheSquareKeepsItsSize() {
    let circle = (0...40).map { index in
      let angle = 2 * Double.pi * Double(index) / 40
      return ReferencePath.Point(x: 0.1 + 0.1 * cos(angle), y: 0.1 + 0.1 * sin(angle))
    }
    var trail = DecimatedPath()
    for point in circle {
      trail.add(x: Int32(point.x * 0x1p14), y: Int32(point.y * 0x1p14), isPenDown: true)
    }
    trail.end()
    var vector = PathFeatures.vector(of: &trail, .air)
    // The points 2x − 1 of a circle around the middle, whose radius is 0.1.
    for index in 0..<18 { #expect(abs(Double(vector[index]) * 0x1p-14) < 0.21) }
    let reference = ReferencePath.features(of: circle, withPen: false)
    for index in 0..<18 {
      #expect(abs(Double(vector[index]) * 0x1p-14 - reference[index]) < 0.01)
    }
  }
}
