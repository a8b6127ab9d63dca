import Foundation
import QuillonRecognizer
import QuillonRecordings
import QuillonReferenceModel

/// Motion that is not a letter. A model learns from it what to reject.
enum Garbage {
  /// Letters that were cut at the wrong places: the second half of one letter, followed by the
  /// first half of another, which starts where the first one ends. Letters from paper are written
  /// in the air later, like any letter.
  static func halves(
    of letters: [NetworkLetter], count: Int, featureSet: FeatureSet, random: inout SeededRandom
  ) -> [NetworkLetter] {
    let letters = letters.filter { !$0.isGarbage && $0.path != nil }
    guard letters.count > 1 else { return [] }
    return (0..<count).compactMap { _ in
      let first = letters[random.index(below: letters.count)]
      guard let start = first.path,
        let end = letters[random.index(below: letters.count)].path
      else { return nil }
      let glued = LetterPath(secondHalfOf: start, firstHalfOf: end)
      guard case .trace = first.source else {
        return NetworkLetter(label: NetworkLetter.garbage, writer: "", source: .path(glued))
      }
      return NetworkLetter(ofMotion: glued, featureSet)
    }
  }

  /// A hand that does something else: three to five oscillations, each with its own direction, of
  /// 0.2 to 4 Hz. They last 0.4 to 3 s, and an integrator makes a path of them.
  static func motion(
    _ air: AirWriting, count: Int, featureSet: FeatureSet, random: inout SeededRandom
  ) -> [NetworkLetter] {
    (0..<count).map { _ in
      NetworkLetter(ofMotion: LetterPath(swinging: air, random: &random), featureSet)
    }
  }
}

extension NetworkLetter {
  /// The ink; nil where it is not known.
  fileprivate var path: LetterPath? {
    switch source {
    case .path(let path), .trace(_, let path): path
    case .vector: nil
    }
  }

  /// An example that is not a letter: a path from an integrator.
  fileprivate init(ofMotion path: LetterPath, _ featureSet: FeatureSet) {
    var vector = path.features(featureSet)
    self.init(
      label: Self.garbage, writer: "",
      source: .trace((0..<vector.count).map { vector[$0] }, ink: path))
  }
}

extension LetterPath {
  /// The second half of one path, measured by its length, and the first half of another, which
  /// begins where the first ends.
  fileprivate init(secondHalfOf first: LetterPath, firstHalfOf second: LetterPath) {
    let start = first.points[first.middle...]
    let end = second.points[...second.middle]
    var points = Array(start)
    if let last = start.last, let begin = end.first {
      points += end.dropFirst().map {
        Point(
          x: last.x + $0.x - begin.x, y: last.y + $0.y - begin.y, isPenDown: $0.isPenDown)
      }
    }
    self.init(points: points)
  }

  /// The index of the point before which half of the path's length lies.
  private var middle: Int {
    let steps = zip(points, points.dropFirst()).map { hypot($1.x - $0.x, $1.y - $0.y) }
    var rest = steps.reduce(0, +) / 2
    for (index, step) in steps.enumerated() {
      rest -= step
      if rest <= 0 { return index }
    }
    return points.count - 1
  }

  /// The path of a hand that oscillates at random.
  fileprivate init(swinging air: AirWriting, random: inout SeededRandom) {
    let count = Int((random.uniform(in: 0.4...3) * air.rate).rounded())
    var accelerations = [SIMD2<Double>](repeating: .zero, count: count)
    for _ in 0..<3 + random.index(below: 3) {
      let strength = SIMD2(random.normal(deviation: 1), random.normal(deviation: 1))
      let step = 2 * Double.pi * 0.2 * pow(20, random.uniform()) / air.rate
      let phase = random.uniform(in: 0...(2 * Double.pi))
      for index in 0..<count {
        accelerations[index] += strength * (2 * sin(phase + step * Double(index)))
      }
    }
    air.disturb(&accelerations, random: &random)
    let path = Self.integrated(accelerations, rate: air.rate, damping: air.damping)
    self.init(points: path.map { Point(x: $0.x, y: $0.y, isPenDown: true) })
  }
}
