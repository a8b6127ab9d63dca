import Foundation
import QuillonMath

/// How much one person's letters may differ from another's. The trainer is shown each letter in
/// many distorted copies, so that it learns what the copies have in common.
public struct Distortion: Equatable, Sendable {
  /// Rotation: standard deviation, rad.
  public var rotation = 0.10
  /// Slant: standard deviation of its tangent.
  public var slant = 0.15
  /// Change of width: standard deviation of its logarithm.
  public var stretch = 0.12
  /// Bend of the plane: standard deviation of the shift of the middle of a side, in sides.
  public var bend = 0.0
  /// Bend of the pen-up moves: standard deviation of the shift of their middle, in lengths of the move.
  public var liftBend = 0.0
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

  /// The distortion for movements in the air, which are also told apart by their timing.
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
    if distortion.liftBend > 0 { copy.bendLifts(distortion.liftBend, random: &random) }
    if distortion.bend > 0 { copy.bendPlane(distortion.bend, random: &random) }
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

  /// Shifts every point by a polynomial of the second degree of its place.
  private mutating func bendPlane(_ deviation: Double, random: inout SeededRandom) {
    let shifts = (0..<6).map { _ in 4 * random.normal(deviation: deviation) }
    for index in points.indices {
      let (x, y) = (points[index].x - 0.5, points[index].y - 0.5)
      points[index].x += shifts[0] * x * x + shifts[1] * x * y + shifts[2] * y * y
      points[index].y += shifts[3] * x * x + shifts[4] * x * y + shifts[5] * y * y
    }
  }

  /// Makes arcs of the straight moves of the lifted pen.
  private mutating func bendLifts(_ deviation: Double, random: inout SeededRandom) {
    guard points.contains(where: { !$0.isPenDown }) else { return }
    var bent: [Point] = []
    for point in points {
      if !point.isPenDown, let last = bent.last {
        let (dx, dy) = (point.x - last.x, point.y - last.y)
        let shift = 4 * random.normal(deviation: deviation)
        for step in 1..<8 {
          let share = Double(step) / 8
          let bulge = shift * share * (1 - share)
          bent.append(
            Point(
              x: last.x + share * dx - bulge * dy, y: last.y + share * dy + bulge * dx,
              isPenDown: step > 1, time: last.time + share * (point.time - last.time)))
        }
        bent.append(
          Point(x: point.x, y: point.y, isPenDown: true, time: point.time))
      } else {
        bent.append(point)
      }
    }
    points = bent
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
