import Foundation
import QuillonReferenceModel
import QuillonSimulator
import Testing

@Suite struct FigureTests {
  @Test func aTextIsReadAsLettersAndGestures() throws {
    let figures = try Figure.figures(of: "AB<shake>C<swipeLeft>")
    #expect(figures.map(\.name) == ["A", "B", "shake", "C", "swipeLeft"])
    #expect(figures.map(\.text).joined() == "AB<shake>C<swipeLeft>")
    #expect(try Figure.figures(of: "").isEmpty)
    #expect(try Figure.figures(of: "A B") == [.letter("A"), .pause, .letter("B")])
  }

  @Test(arguments: ["<jump>", "<shake", "<", "<>", "A>"])
  func whatIsNoneSaysWhatToDo(text: String) {
    do {
      let figures = try Figure.figures(of: text)
      Issue.record("\(figures)")
    } catch {
      #expect(
        error.description.contains(
          text == "A>" ? "from A to Z, or digits; a space is a pause." : "<shake>"),
        "\(error)")
    }
  }

  private static func trajectory(
    _ gesture: Gesture, seed: UInt64
  ) throws -> (states: [PlanarTrajectory.State], duration: Double) {
    var random = SeededRandom(seed: seed)
    let trajectory = try WritingStyle(seed: seed).trajectory(of: .gesture(gesture), random: &random)
    return (trajectory.states(rate: 100), trajectory.duration)
  }

  /// The share of its box that a closed path encloses, by Gauss's area formula; the loops of an eight
  /// cancel out.
  private static func enclosedShare(_ states: [PlanarTrajectory.State]) -> Double {
    let points = states.map(\.position)
    let area =
      zip(points, points.dropFirst() + [points[0]])
      .reduce(0) { $0 + $1.0.x * $1.1.y - $1.0.y * $1.1.x } / 2
    let (x, y) = (points.map(\.x), points.map(\.y))
    let box =
      ((x.max() ?? 0) - (x.min() ?? 0)) * ((y.max() ?? 0) - (y.min() ?? 0))
    return abs(area) / box
  }

  /// Each goes in the direction of its name, from rest to rest, as fast as such gestures are.
  @Test(arguments: Gesture.allCases)
  func gesturesAreWhatTheyAreCalled(gesture: Gesture) throws {
    for seed in UInt64(1)...40 {
      let (states, duration) = try Self.trajectory(gesture, seed: seed)
      let way = states[states.count - 1].position - states[0].position
      let size = WritingStyle(seed: seed).size
      let turns = zip(states, states.dropFirst()).filter { $0.velocity.x * $1.velocity.x < 0 }.count
      switch gesture {
      case .swipeLeft: #expect(way.x < -0.7 * size && abs(way.y) < -way.x, "seed \(seed)")
      case .swipeRight: #expect(way.x > 0.7 * size && abs(way.y) < way.x, "seed \(seed)")
      case .swipeUp: #expect(way.y < -0.6 * size && abs(way.x) < -way.y, "seed \(seed)")
      case .swipeDown: #expect(way.y > 0.6 * size && abs(way.x) < way.y, "seed \(seed)")
      case .circle: #expect(turns >= 3, "seed \(seed)")
      case .wave: #expect((2...4).contains(turns), "seed \(seed), \(turns)")
      case .shake: #expect((4...8).contains(turns), "seed \(seed), \(turns)")
      case .rest: #expect(states.allSatisfy { $0.velocity == SIMD2(0, 0) })
      case .square, .triangle, .infinity:
        #expect((way * way).sum().squareRoot() < 0.6 * size, "seed \(seed)")
        let share = Self.enclosedShare(states)
        switch gesture {
        case .square: #expect(share > 0.6, "seed \(seed), \(share)")
        case .triangle: #expect((0.25...0.65).contains(share), "seed \(seed), \(share)")
        default: #expect(share < 0.4, "seed \(seed), \(share)")
        }
      case .checkMark: #expect(way.y < 0 && way.x > 0, "seed \(seed)")
      }
      #expect((0.15...4).contains(duration), "seed \(seed), \(duration) s")
    }
  }
}
