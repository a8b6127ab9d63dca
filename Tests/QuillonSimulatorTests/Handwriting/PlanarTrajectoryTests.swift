import Foundation
import QuillonReferenceModel
import QuillonSimulator
import Testing

private let seeds: [UInt64] = Array(1...12)

private func length(_ v: SIMD2<Double>) -> Double { (v * v).sum().squareRoot() }

@Suite struct PlanarTrajectoryTests {
  @Test func minimumJerkIsAtRestAtBothEnds() {
    for (tau, progress) in [(-1.0, 0.0), (0, 0), (1, 1), (2, 1)] {
      let profile = MinimumJerk(at: tau)
      #expect(profile.progress == progress)
      #expect(profile.speed == 0)
      #expect(profile.acceleration == 0)
    }
    #expect(MinimumJerk(at: 0.5).progress == 0.5)
    #expect(MinimumJerk(at: 0.5).speed == 1.875)
    #expect(
      abs(MinimumJerk(at: (3 - 3.squareRoot()) / 6).acceleration - 10 / 3.squareRoot()) < 1e-12)
  }

  @Test func aStraightMovementFollowsTheProfile() {
    let movement = PlanarTrajectory(from: SIMD2(1, 2), to: SIMD2(1.3, 1.6), duration: 0.5)
    let middle = movement.state(at: 0.25)
    #expect(length(middle.position - SIMD2(1.15, 1.8)) < 1e-12)
    #expect(length(middle.velocity - SIMD2(0.3, -0.4) * 1.875 / 0.5) < 1e-9)
    #expect(length(middle.acceleration) < 1e-9)
    #expect(length(movement.end - SIMD2(1.3, 1.6)) < 1e-12)
    let nowhere = PlanarTrajectory(from: SIMD2(1, 2), to: SIMD2(1, 2), duration: 0.5)
    #expect(nowhere.state(at: 0.2) == .init(position: SIMD2(1, 2)))
  }

  /// Who hesitates rests within each letter that has corners, and goes where the others go.
  @Test func whoHesitatesRestsAtACorner() throws {
    for letter in LetterShape.alphabet {
      var (fluent, hesitant) = (SeededRandom(seed: 7), SeededRandom(seed: 7))
      var style = WritingStyle(seed: 3)
      let plain = try style.trajectory(of: .letter(letter), random: &fluent)
      style.hesitation = 0.6
      let broken = try style.trajectory(of: .letter(letter), random: &hesitant)
      let rests = broken.states(rate: 100).dropFirst(10).dropLast(10)
        .count { length($0.velocity) < 1e-9 }
      let hasCorners = try #require(LetterShape(letter)).stretches.count > 1
      #expect(hasCorners ? (57...63).contains(rests) : broken == plain, "\(letter): \(rests)")
      #expect(length(broken.end - plain.end) < 1e-9, "\(letter)")
    }
  }

  @Test(arguments: seeds)
  func lettersRestAtBothEndsAndMoveAsPeopleDo(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let style = WritingStyle(seed: seed)
    for letter in LetterShape.alphabet {
      let trajectory = try style.trajectory(of: .letter(letter), random: &random)
      for end in [trajectory.state(at: 0), trajectory.state(at: trajectory.duration)] {
        #expect(length(end.velocity) < 1e-9, "\(letter), seed \(seed)")
        #expect(length(end.acceleration) < 1e-9, "\(letter), seed \(seed)")
      }
      let states = trajectory.states(rate: 200)
      let xs = states.map(\.position.x)
      let ys = states.map(\.position.y)
      let size = max(
        (xs.max() ?? 0) - (xs.min() ?? 0), (ys.max() ?? 0) - (ys.min() ?? 0))
      #expect((0.1...0.4).contains(size), "\(letter), seed \(seed)")
      #expect((0.5...3.3).contains(trajectory.duration), "\(letter), seed \(seed)")
      let speed = states.map { length($0.velocity) }.max() ?? 0
      #expect((0.25...2).contains(speed), "\(letter), seed \(seed)")
      let acceleration = states.map { length($0.acceleration) }.max() ?? 0
      #expect((1...25).contains(acceleration), "\(letter), seed \(seed)")
    }
  }

  /// Velocity and acceleration are the derivatives of the position: central differences agree.
  @Test(arguments: [1 as UInt64, 2])
  func derivativesAreDerivatives(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let style = WritingStyle(seed: seed)
    let h = 1e-5
    for letter in LetterShape.alphabet {
      let trajectory = try style.trajectory(of: .letter(letter), random: &random)
      for time in stride(from: 0.05, to: trajectory.duration, by: 0.0171) {
        let (before, here, after) = (
          trajectory.state(at: time - h), trajectory.state(at: time), trajectory.state(at: time + h)
        )
        let velocity = (after.position - before.position) / (2 * h)
        let acceleration = (after.velocity - before.velocity) / (2 * h)
        #expect(length(velocity - here.velocity) < 1e-5, "\(letter), seed \(seed)")
        #expect(length(acceleration - here.acceleration) < 0.05, "\(letter), seed \(seed)")
      }
    }
  }

  /// The two-thirds power law in sign: along an S, where the hand is well under way, speed falls as
  /// curvature grows.
  @Test func bendsSlowTheHand() throws {
    var random = SeededRandom(seed: 1)
    let trajectory = try WritingStyle().trajectory(of: .letter("S"), random: &random)
    let states = trajectory.states(rate: 500)
    let logs = states.compactMap { state -> SIMD2<Double>? in
      let speed = length(state.velocity)
      let cross =
        state.velocity.x * state.acceleration.y - state.velocity.y * state.acceleration.x
      guard speed > 0.3 else { return nil }
      return SIMD2(log(abs(cross) / (speed * speed * speed) + 1 / 0.2), log(speed))
    }
    let mean = logs.reduce(SIMD2(0, 0), +) / Double(logs.count)
    let covariance = logs.map { ($0 - mean).x * ($0 - mean).y }.reduce(0, +)
    #expect(covariance < 0)
  }

  @Test func theSameSeedIsTheSameMovementAndAnotherIsNot() throws {
    func states(style: UInt64, draw: UInt64) throws -> [PlanarTrajectory.State] {
      var random = SeededRandom(seed: draw)
      return try WritingStyle(seed: style).trajectory(of: .letter("R"), random: &random).states(
        rate: 50)
    }
    let first = try states(style: 3, draw: 4)
    #expect(try states(style: 3, draw: 4) == first)
    #expect(try states(style: 3, draw: 5) != first)
    #expect(try states(style: 4, draw: 4) != first)
  }
}
