import Foundation
import QuillonConversions
import QuillonFusion
import QuillonNumerics
import QuillonRecognizer
import QuillonReferenceModel

/// The four strokes that the tests write, and the model that distinguishes them.
enum Arrow: String, CaseIterable {
  case right = "R"
  case left = "L"
  case down = "D"
  case up = "U"

  /// To the right and up in the board's own frame.
  var direction: SIMD2<Double> {
    switch self {
    case .right: [1, 0]
    case .left: [-1, 0]
    case .down: [0, -1]
    case .up: [0, 1]
    }
  }

  /// Labels in the order of ``model()``.
  static var labels: [String] { allCases.map(\.rawValue) }

  /// The ID of ``model()``.
  static var modelID: UInt32 { model()?.modelID ?? 0 }

  /// Sums the net movement over all zones: to the right, left, down and up.
  static func model() -> LinearModel? {
    var weights: [Int16] = []
    for arrow in allCases {
      for index in 0..<ZoneFeatures.count {
        let isMovement = index < 27 && index % 3 != 0
        let along = index % 3 == 1 ? arrow.direction.x : -arrow.direction.y
        weights.append(isMovement ? Int16(1000 * along) : 0)
      }
    }
    return LinearModel(labels: labels, weights: weights.span, weightStep: Fixed(0.001))
  }

  /// So many arrows, the same ones for the same seed.
  static func random(count: Int, seed: UInt64) -> [Arrow] {
    var random = SeededRandom(seed: seed)
    return (0..<count).map { _ in allCases[random.index(below: allCases.count)] }
  }

  /// The samples of `arrows`, 100 a second: each 0.6 s with the pen down from rest to rest over
  /// 20 cm, then 0.2 s with the pen up.
  static func samples(_ arrows: [Arrow], startingAt start: UInt32 = 0) -> [InertialSample] {
    var samples: [InertialSample] = []
    func append(_ acceleration: SIMD2<Double>, _ pen: PenState) {
      samples.append(
        InertialSample(
          timestamp: start &+ UInt32(samples.count) &* 10_000,
          acceleration: .linear(
            Vector3(Fixed(acceleration.x), Fixed(acceleration.y), .zero)),
          angularRate: .zero, attitude: .identity, pen: pen))
    }
    for _ in 0..<20 { append([0, 0], .up) }
    for arrow in arrows {
      for step in 0..<60 {
        let phase = 2 * Double.pi * Double(step) / 60
        append(arrow.direction * (3.5 * sin(phase)), .down)
      }
      for _ in 0..<20 { append([0, 0], .up) }
    }
    return samples
  }
}
