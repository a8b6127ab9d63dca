import Foundation
import QuillonReferenceModel

/// Why a text cannot be written.
public enum HandwritingError: Error, Equatable, CustomStringConvertible {
  /// A character that is not a capital letter from A to Z and not a digit.
  case unknownLetter(Character)
  /// A name in angle brackets that is not the name of a gesture.
  case unknownGesture(String)

  /// What is wrong, and what to do next.
  public var description: String {
    switch self {
    case .unknownLetter(let letter):
      "There is no shape for “\(letter)”. Write capital letters from A to Z, or digits; a space is a pause."
    case .unknownGesture(let name):
      "There is no gesture “\(name)”. Name one of "
        + Gesture.allCases.map { "<\($0.rawValue)>" }.joined(separator: " ") + "."
    }
  }
}

extension WritingStyle {
  /// The movement with which this person writes or does `figure` this time, in meters, with y down.
  /// The middle of a letter's box is at (0, 0). `random` gives what differs from one time to the
  /// next.
  ///
  /// - Throws: `HandwritingError` for a letter without a shape.
  public func trajectory(
    of figure: Figure, random: inout SeededRandom
  ) throws(HandwritingError) -> PlanarTrajectory {
    switch figure {
    case .letter(let letter):
      guard let shape = LetterShape(letter) else { throw .unknownLetter(letter) }
      return trajectory(of: shape, habit: Self.habit(of: figure), random: &random)
    case .gesture(let gesture):
      let shape = gesture.shape(random: &random)
      return trajectory(
        of: shape, habit: Self.habit(of: figure), pace: gesture.pace, random: &random)
    case .pause:
      return PlanarTrajectory(from: SIMD2(0, 0), to: SIMD2(0, 0), duration: tempo * Self.stillness)
    }
  }

  /// How long a hand with nothing to do is held still, s.
  private static let stillness = 1.2

  private func trajectory(
    of shape: LetterShape, habit: UInt64, pace: Double = 1, random: inout SeededRandom
  ) -> PlanarTrajectory {
    let stretches = placed(shape, habit: habit, random: &random)
    var movements: [PlanarTrajectory.Movement] = []
    let hesitant = hesitantCorner(of: stretches.count, habit: habit)
    for (index, points) in stretches.enumerated() {
      let path = SmoothPath(through: points, size: size)
      let duration = pace * tempo * Self.duration(effort: path.effort / size)
      var start = 0.0
      if let last = movements.last, index == hesitant {
        start = last.start + last.duration + hesitation
      } else if let last = movements.last {
        let overlap = overlap(from: last.path, to: path) * min(last.duration, duration)
        start = last.start + last.duration - overlap
      }
      movements.append(PlanarTrajectory.Movement(path: path, start: start, duration: duration))
    }
    guard let origin = stretches.first?.first else {
      return PlanarTrajectory(
        from: SIMD2(0, 0), to: SIMD2(0, 0), duration: tempo * Self.stillness)
    }
    return PlanarTrajectory(origin: origin, movements: movements)
  }

  /// The index of the part before which this person pauses; nil for none.
  private func hesitantCorner(of stretches: Int, habit: UInt64) -> Int? {
    guard hesitation > 0, stretches > 1 else { return nil }
    var random = SeededRandom(seed: habitSeed ^ habit &* 0x9E37_79B9_7F4A_7C15)
    return 1 + random.index(below: stretches - 1)
  }

  /// The number of this person's habit for a figure: a letter's code, or a number made of all
  /// characters of a longer name.
  private static func habit(of figure: Figure) -> UInt64 {
    figure.name.unicodeScalars.reduce(0) { $0 &* 31 &+ UInt64($1.value) }
  }

  /// The plain style's time, s, for a path of `effort` letter heights. Longer paths take longer,
  /// but less than in proportion (the isochrony of handwriting; Viviani and Terzuolo 1982).
  private static func duration(effort: Double) -> Double { 0.2 + 0.45 * pow(effort, 0.7) }

  /// The share of the shorter movement during which both movements go on. It is smaller the sharper
  /// the turn is.
  private func overlap(from: SmoothPath, to: SmoothPath) -> Double {
    let a = from.sample(at: 1).first
    let b = to.sample(at: 0).first
    let cosine = (a * b).sum() / ((a * a).sum() * (b * b).sum()).squareRoot()
    return fluency * (0.35 + 0.65 * (1 + cosine) / 2)
  }

  /// The points of each part, including its start, as this person places them in the plane.
  private func placed(
    _ shape: LetterShape, habit: UInt64, random: inout SeededRandom
  ) -> [[SIMD2<Double>]] {
    var habits = SeededRandom(seed: habitSeed &+ habit &* 0x9E37_79B9_7F4A_7C15)
    func stray() -> SIMD2<Double> {
      let habitual = SIMD2(habits.normal(), habits.normal()) * self.habit
      let once = SIMD2(random.normal(), random.normal()) * wobble
      return habitual + once
    }
    let width = shape.stretches.flatMap(\.points).map(\.x).reduce(shape.start.x, max)
    var start = shape.start
    var startStray = stray()
    return shape.stretches.map { stretch in
      let points = Self.withInterior([start] + stretch.points)
      let (endStray, bow, wave) = (stray(), 0.5 * stray(), 0.3 * stray())
      let placed = points.enumerated().map { index, point in
        let share = Double(index) / Double(points.count - 1)
        let straight = (1 - share) * startStray + share * endStray
        let bent = sin(.pi * share) * bow + sin(2 * .pi * share) * wave
        return inPlane(point + straight + bent, width: width)
      }
      start = points[points.count - 1]
      startStray = endStray
      return placed
    }
  }

  /// A line's two ends with two points between them, so that it can bend; a curve as it is.
  private static func withInterior(_ points: [SIMD2<Double>]) -> [SIMD2<Double>] {
    guard points.count == 2 else { return points }
    let way = points[1] - points[0]
    return [points[0], points[0] + way / 3, points[0] + way * (2 / 3), points[1]]
  }

  /// Maps a point from the letter's box into the plane. About the middle of the box it is widened,
  /// slanted, rotated and scaled.
  private func inPlane(_ point: SIMD2<Double>, width: Double) -> SIMD2<Double> {
    let y = point.y - 0.5
    let x = (point.x - width / 2) * aspect - y * tan(slant)
    let (c, s) = (cos(rotation), sin(rotation))
    return SIMD2(c * x + s * y, c * y - s * x) * size
  }
}
