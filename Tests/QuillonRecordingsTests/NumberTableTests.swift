import Foundation
import QuillonRecordings
import Testing

/// What speaks against reading lines of numbers as they look.
@Suite struct NumberTableTests {
  private func table(_ row: (Int) -> [Double]) -> NumberTable {
    NumberTable(rows: (0..<120).map(row), period: 0.01)
  }

  /// Roll, pitch and yaw: their length is anything. A hand's acceleration stays around 1 g.
  @Test func anglesAreNoAcceleration() {
    let angles = table { [1, 3 - Double($0) / 50, 30 * sin(Double($0) / 19)] }
    #expect(angles.objection(toForceAt: 0)?.contains("hardly an acceleration") == true)
    let hand = table { [sin(Double($0) / 9), 0.4 * cos(Double($0) / 7), 1] }
    #expect(hand.objection(toForceAt: 0) == nil)
  }

  /// Two boards, or three, whose lines carry a number of their own. A pen, a counter and a sample number are no boards.
  @Test(arguments: [(2, true), (3, true), (1, false), (4, false)])
  func linesOfTwoBoardsAreKnown(_ boards: Int, _ isKnown: Bool) {
    let lines = table { [Double($0 % boards + 1), sin(Double($0)), 0.1, 1, 0.2, 0.3, Double($0)] }
    #expect((lines.sourcesObjection != nil) == isKnown)
    if isKnown { #expect(lines.sourcesObjection?.contains("lines of \(boards) boards") == true) }
    let pen = table { [$0 / 30 % 2 == 0 ? 0 : 1, sin(Double($0)), 0.1, 1] }
    #expect(pen.sourcesObjection == nil)
  }
}
