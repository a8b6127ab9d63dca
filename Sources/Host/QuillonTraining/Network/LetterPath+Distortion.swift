import Foundation
import QuillonReferenceModel

/// How much one person's letters may differ from another's. The trainer is shown each letter in
/// many distorted copies, so that it learns what the copies have in common.
public struct Distortion: Equatable, Sendable {
  /// Rotation: standard deviation, rad.
  public var rotation = 0.10
  /// Slant: standard deviation of its tangent.
  public var slant = 0.15
  /// Change of width: standard deviation of its logarithm.
  public var stretch = 0.12
  /// Change of speed: standard deviation of its logarithm.
  public var tempo = 0.0
  /// The probability that a stroke is written from its other end.
  public var reversal = 0.0
  /// The probability that two neighboring strokes are written in the other order.
  public var exchange = 0.0

  /// The default values: only rotation, slant and stretch.
  public init() {}

  /// The distortion for letters written with a pen. Now and then strokes are written in the
  /// opposite direction, or in another order.
  public static var paper: Self {
    var distortion = Self()
    distortion.reversal = 0.03
    distortion.exchange = 0.06
    return distortion
  }

  /// The distortion for letters in the air.
  public static var air: Self {
    var distortion = Self()
    distortion.rotation = 0.12
    distortion.slant = 0.12
    distortion.stretch = 0.15
    return distortion
  }

  /// The distortion for movements in the air, which are also distinguished by their timing.
  public static var movement: Self {
    var distortion = Self.air
    distortion.tempo = 0.2
    return distortion
  }
}

extension LetterPath {
  /// A copy as another person, or the same person at another time, might have written it.
  public func distorted(
    by distortion: Distortion, random: inout SeededRandom
  ) -> LetterPath {
    let angle = random.normal(deviation: distortion.rotation)
    let slant = random.normal(deviation: distortion.slant)
    let stretch = exp(random.normal(deviation: distortion.stretch))
    let (cosine, sine) = (cos(angle), sin(angle))
    let tempo = distortion.tempo > 0 ? exp(random.normal(deviation: distortion.tempo)) : 1
    var copy = self
    if distortion.reversal > 0 || distortion.exchange > 0 {
      copy.reorder(distortion, random: &random)
    }
    for index in copy.points.indices {
      let y = copy.points[index].y - 0.5
      let x = (copy.points[index].x - 0.5 + slant * y) * stretch
      copy.points[index].x = cosine * x - sine * y
      copy.points[index].y = sine * x + cosine * y
      copy.points[index].time *= tempo
    }
    copy.fit()
    return copy
  }

  private mutating func reorder(_ distortion: Distortion, random: inout SeededRandom) {
    var strokes = self.strokes
    guard strokes.count > 1 || distortion.reversal > 0 else { return }
    for index in strokes.indices where random.uniform() < distortion.reversal {
      strokes[index].reverse()
    }
    for index in strokes.indices.dropFirst() where random.uniform() < distortion.exchange {
      strokes.swapAt(index - 1, index)
    }
    points = strokes.enumerated().flatMap { number, stroke in
      stroke.enumerated().map { index, point in
        Point(
          x: point.x, y: point.y, isPenDown: index > 0 || number == 0, time: point.time)
      }
    }
  }
}
