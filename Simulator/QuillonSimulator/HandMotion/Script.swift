import QuillonReferenceModel

/// A text as a sequence of movements in the writing plane, with their times.
struct Script: Sendable {
  /// The letter or gesture that is being written.
  struct Letter: Equatable, Sendable {
    /// Its position in the text, counted from 0.
    var index: Int
    /// The letter or gesture.
    var figure: Figure
  }

  private struct Scene: Sendable {
    var start: Double
    var movement: PlanarTrajectory
    /// The time from the scene's start to the start of the movement, s.
    var delay: Double
    /// The letter, if the pen is down in this scene.
    var letter: Letter?
  }

  /// The duration of the whole script, s.
  private(set) var duration = 0.0
  private var scenes: [Scene] = []

  /// The rest before the first letter, s. A filter can converge in this time.
  private static let rest = 1.0

  /// The script for `text`, written in `style`.
  ///
  /// `shapes` gives the random numbers for the shapes of the letters, `random` all others. With a
  /// `holdTime`, s, the hand holds still for that time before and after each letter, and moves
  /// slowly from one to the next. With a `wayTime`, s, that move takes this time.
  init(
    text: String, style: WritingStyle, holdTime: Double = 0, wayTime: ClosedRange<Double>? = nil,
    shapes: inout SeededRandom, random: inout SeededRandom
  ) throws(HandwritingError) {
    let wayTime = wayTime ?? (holdTime > 0 ? 1.2...1.6 : 0.5...0.8)
    for (index, figure) in try Figure.figures(of: text).enumerated() {
      guard figure != .pause else {
        add(Self.pause(at: scenes.last?.movement.end ?? SIMD2(0, 0)), delay: 0, letter: nil, lag: 0)
        continue
      }
      let aside = SIMD2(random.normal(deviation: 0.02), random.normal(deviation: 0.02))
      let letter = try style.trajectory(of: figure, random: &shapes).moved(by: aside)
      let way =
        scenes.last.map {
          PlanarTrajectory(
            from: $0.movement.end, to: letter.origin,
            duration: random.uniform(in: wayTime))
        } ?? Self.pause(at: letter.origin)
      add(way, delay: scenes.isEmpty ? 0 : holdTime, letter: nil, lag: holdTime)
      add(
        letter, delay: random.uniform(in: 0.02...0.08),
        letter: Letter(index: index, figure: figure), lag: random.uniform(in: 0.02...0.08))
    }
    add(Self.pause(at: scenes.last?.movement.end ?? SIMD2(0, 0)), delay: 0, letter: nil, lag: 0)
  }

  /// The state of the hand at `time`, s, and the letter while the pen is down.
  func moment(at time: Double) -> (state: PlanarTrajectory.State, letter: Letter?) {
    guard let scene = scenes.last(where: { $0.start <= time }) ?? scenes.first else {
      return (PlanarTrajectory.State(position: SIMD2(0, 0)), nil)
    }
    return (scene.movement.state(at: time - scene.start - scene.delay), scene.letter)
  }

  private static func pause(at point: SIMD2<Double>) -> PlanarTrajectory {
    PlanarTrajectory(from: point, to: point, duration: rest)
  }

  private mutating func add(
    _ movement: PlanarTrajectory, delay: Double, letter: Letter?, lag: Double
  ) {
    scenes.append(Scene(start: duration, movement: movement, delay: delay, letter: letter))
    duration += delay + movement.duration + lag
  }
}
