import Foundation
import QuillonMath

/// How far one person's letters may be from another's: each letter is shown to the trainer in many
/// distorted copies, so that it learns what a letter has in common.
public struct Distortion: Equatable, Sendable {
  /// Turning, standard deviation, rad.
  public var rotation = 0.10
  /// Slant, standard deviation, tangent.
  public var slant = 0.15
  /// Narrowing or widening, standard deviation of the logarithm.
  public var stretch = 0.12
  /// Slowness or haste, standard deviation of the logarithm.
  public var tempo = 0.0
  /// The probability that a stroke is written from its other end.
  public var reversal = 0.0
  /// The probability that two neighboring strokes are written in the other order.
  public var exchange = 0.0

  /// No distortion beyond turning, slant and stretch.
  public init() {}

  /// What suits letters of a pen: now and then strokes are written the other way round, or in another
  /// order.
  public static var paper: Self {
    var distortion = Self()
    distortion.reversal = 0.03
    distortion.exchange = 0.06
    return distortion
  }

  /// What suits letters in the air.
  public static var air: Self {
    var distortion = Self()
    distortion.rotation = 0.12
    distortion.slant = 0.12
    distortion.stretch = 0.15
    return distortion
  }

  /// What suits movements in the air that are told apart by how they go in time, too.
  public static var movement: Self {
    var distortion = Self.air
    distortion.tempo = 0.2
    return distortion
  }
}

extension LetterPath {
  /// A copy as another person, or the same at another time, might have written it.
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
