import Foundation
import SeededRandom

/// How far one person's letters may be from another's: each letter is shown to the trainer in many
/// distorted copies, so that it learns what a letter has in common.
public struct Distortion: Equatable, Sendable {
  /// Turning, standard deviation, rad.
  public var rotation = 0.10
  /// Slant, standard deviation, tangent.
  public var slant = 0.15
  /// Narrowing or widening, standard deviation of the logarithm.
  public var stretch = 0.12
  /// How far each stroke is moved by itself, standard deviation per axis, letter sizes.
  public var strokeShift = 0.0
  /// How much each stroke grows or shrinks by itself, standard deviation of the logarithm.
  public var strokeStretch = 0.0
  /// A smooth bend of the whole plane, standard deviation of its amplitude per axis, letter sizes.
  public var bend = 0.0
  /// The probability that a stroke is written from its other end.
  public var reversal = 0.0
  /// The probability that two neighbouring strokes are written in the other order.
  public var exchange = 0.0

  /// What suits letters of a pen.
  public init() {}
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
    let bend = Bend(amplitude: distortion.bend, random: &random)
    var copy = self
    if distortion.reversal > 0 || distortion.exchange > 0 {
      copy.reorder(distortion, random: &random)
    }
    if distortion.strokeShift > 0 || distortion.strokeStretch > 0 {
      copy.moveStrokes(distortion, random: &random)
    }
    for index in copy.points.indices {
      var (x, y) = (copy.points[index].x - 0.5, copy.points[index].y - 0.5)
      (x, y) = bend.moved(x, y)
      x = (x + slant * y) * stretch
      copy.points[index].x = cosine * x - sine * y
      copy.points[index].y = sine * x + cosine * y
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
        Point(x: point.x, y: point.y, isPenDown: index > 0 || number == 0)
      }
    }
  }

  private mutating func moveStrokes(_ distortion: Distortion, random: inout SeededRandom) {
    var first = 0
    while first < points.count {
      var end = first + 1
      while end < points.count, points[end].isPenDown { end += 1 }
      let dx = random.normal(deviation: distortion.strokeShift)
      let dy = random.normal(deviation: distortion.strokeShift)
      let growth = exp(random.normal(deviation: distortion.strokeStretch))
      let count = Double(end - first)
      let middleX = points[first..<end].reduce(0) { $0 + $1.x } / count
      let middleY = points[first..<end].reduce(0) { $0 + $1.y } / count
      for index in first..<end {
        points[index].x = middleX + (points[index].x - middleX) * growth + dx
        points[index].y = middleY + (points[index].y - middleY) * growth + dy
      }
      first = end
    }
  }
}

/// A smooth bend of the plane: half a wave each way, with random phases.
private struct Bend {
  private var (ax, ay, bx, by) = (0.0, 0.0, 0.0, 0.0)
  private var (p, q, r, s) = (0.0, 0.0, 0.0, 0.0)

  init(amplitude: Double, random: inout SeededRandom) {
    guard amplitude > 0 else { return }
    ax = random.normal(deviation: amplitude)
    ay = random.normal(deviation: amplitude)
    bx = random.normal(deviation: amplitude)
    by = random.normal(deviation: amplitude)
    p = random.uniform(in: 0...(2 * .pi))
    q = random.uniform(in: 0...(2 * .pi))
    r = random.uniform(in: 0...(2 * .pi))
    s = random.uniform(in: 0...(2 * .pi))
  }

  func moved(_ x: Double, _ y: Double) -> (Double, Double) {
    guard ax != 0 else { return (x, y) }
    return (
      x + ax * sin(4 * y + p) + bx * sin(4 * x + r), y + ay * sin(4 * x + q) + by * sin(4 * y + s)
    )
  }
}
