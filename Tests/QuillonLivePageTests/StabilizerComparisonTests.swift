import Foundation
import QuillonConversions
import QuillonFusion
import QuillonLivePage
import QuillonNumerics
import QuillonTraining
import TestSupport
import Testing

/// The same stroke's ribbon under each stabilizer.
@Suite(.waiting) struct StabilizerComparisonTests {
  /// A hand that goes 20 cm to the right and back in 2 s, on a board whose acceleration to the right is wrong by
  /// `error`, m/s². It begins and ends gently.
  private static func samples(error: Double) -> [InertialSample] {
    func place(_ index: Int) -> Double {
      let share = Double(min(max(index - 50, 0), 200)) / 200
      return 0.1 * (1 - cos(2 * Double.pi * share - sin(2 * Double.pi * share)))
    }
    return (0..<300).map { index in
      let acceleration = (place(index + 1) - 2 * place(index) + place(index - 1)) * 1e4 + error
      return InertialSample(
        timestamp: UInt32(index) * 10_000,
        acceleration: .linear(Vector3<23>(SIMD3(acceleration, 0, 0))),
        attitude: .identity, pen: (50..<250).contains(index) ? .down : .up)
    }
  }

  private struct Message: Decodable {
    var stroke: Int
    var ribbons: [Ribbon]
    struct Ribbon: Decodable {
      var name: String
      var drift: Double
      var size: Double
      var points: [[Double]]
    }
  }

  private static func ribbons(error: Double, _ page: RunningPage) throws -> [String: Message.Ribbon]
  {
    let browser = try page.browser()
    page.session.feed.append(.open)
    page.board().send(samples(error: error))
    try page.tick()
    let text = try browser.message(with: #""kind":"stabilizers""#)
    let message = try JSONDecoder().decode(Message.self, from: Data(text.utf8))
    #expect(message.stroke == 1 && message.ribbons.count == 8)
    return Dictionary(uniqueKeysWithValues: message.ribbons.map { ($0.name, $0) })
  }

  /// An acceleration error b moves the end by ½ b t²: 0.1 m/s² in 2 s by 20 cm.
  @Test func theDriftIsThatOfTheError() async throws {
    var settings = StabilizerSettings()
    settings.damping = 5
    settings.removesDrift = false
    let source = PageSource(words: "test", stabilizers: settings)
    try await RunningPage.serve(ticks: false, source: source) { page in
      let ribbons = try Self.ribbons(error: 0.1, page)
      let drifts = ribbons.mapValues(\.drift)
      #expect(drifts["Drift removed at pen-up"] == 0)
      #expect(abs((drifts["None, half steps"] ?? 0) - 20) < 0.5, "\(drifts)")
      #expect((drifts["None, Euler steps"] ?? 0) > 15)
      #expect((drifts["Damping, 2 per second"] ?? 99) < 15)
      #expect((drifts["In use"] ?? 99) < 15 && drifts["In use"] != drifts["Damping, 2 per second"])
      for ribbon in ribbons.values {
        #expect(ribbon.points.count <= 122 && ribbon.points.first == [0, 0], "\(ribbon.name)")
        #expect(ribbon.size > 3)
      }
      // The hand goes 20 cm to the right and back.
      #expect(abs((ribbons["Drift removed at pen-up"]?.size ?? 0) - 20) < 0.5)
    }
  }

  @Test func withoutAnErrorNothingDrifts() async throws {
    try await RunningPage.serve(ticks: false) { page in
      let ribbons = try Self.ribbons(error: 0, page)
      for name in ["None, half steps", "None, Euler steps", "In use"] {
        #expect((ribbons[name]?.drift ?? 99) < 1, "\(name)")
      }
    }
  }
}
