import Foundation
import QuillonReferenceModel
import QuillonSimulator
import Testing

@Suite struct LetterShapeTests {
  @Test func theAlphabetIsThereAndNothingElse() {
    #expect(LetterShape.alphabet.count == 26)
    for letter in LetterShape.alphabet { #expect(LetterShape(letter) != nil) }
    #expect(LetterShape("-")?.end == SIMD2(1, 0.5))
    #expect(LetterShape.digits == Array("0123456789"))
    for digit in LetterShape.digits { #expect(LetterShape(digit) != nil) }
    for other in Array("aé Ä?") { #expect(LetterShape(other) == nil) }
  }

  @Test func everyShapeFillsTheHeightOfItsBox() throws {
    for letter in LetterShape.alphabet + LetterShape.digits {
      let shape = try #require(LetterShape(letter))
      let points = [shape.start] + shape.stretches.flatMap(\.points)
      #expect(points.map(\.y).min() == 0, "\(letter)")
      #expect(points.map(\.y).max() == 1, "\(letter)")
      #expect(points.map(\.x).min() == 0, "\(letter)")
      #expect((points.map(\.x).max() ?? 2) <= 1, "\(letter)")
    }
  }

  @Test func thePathRunsFromCornerToCorner() throws {
    for letter in LetterShape.alphabet + LetterShape.digits {
      let shape = try #require(LetterShape(letter))
      let path = shape.path
      #expect(path.count == shape.stretches.count && path.first?.first == shape.start)
      for (part, next) in zip(path, path.dropFirst()) {
        let jump = try #require(next.first) - #require(part.last)
        #expect((jump * jump).sum() < 1e-12, "\(letter)")
      }
      let rest = try #require(path.last?.last) - shape.end
      #expect((rest * rest).sum() < 1e-12, "\(letter)")
    }
  }

  /// Down, up, right, left, half down, right; from the top left to the middle.
  @Test func fIsWrittenInItsOrder() throws {
    let shape = try #require(LetterShape("F"))
    let corners = [shape.start] + shape.stretches.compactMap(\.points.last)
    let ways = zip(corners, corners.dropFirst()).map { $1 - $0 }
    #expect(shape.start == SIMD2(0, 0))
    #expect(
      ways.map { $0.x > 0 ? "right" : $0.x < 0 ? "left" : $0.y > 0 ? "down" : "up" }
        == ["down", "up", "right", "left", "down", "right"])
    #expect(ways[4].y == 0.5)
    #expect(shape.end.x > 1.0 / 3)
    #expect(shape.end.y == 0.5)
  }

  /// From the middle right to the top right.
  @Test func gStartsAtTheMiddleRightAndEndsAtTheTopRight() throws {
    let shape = try #require(LetterShape("G"))
    #expect(shape.start.x > 2.0 / 3)
    #expect((1.0 / 3...2.0 / 3).contains(shape.start.y))
    #expect(shape.end.x > 2.0 / 3)
    #expect(shape.end.y < 1.0 / 3)
  }

  @Test func unknownLettersSayWhatToDo() {
    var random = SeededRandom(seed: 1)
    #expect(throws: HandwritingError.unknownLetter("q")) {
      try WritingStyle().trajectory(of: .letter("q"), random: &random)
    }
    #expect(HandwritingError.unknownLetter("q").description.hasSuffix("a space is a pause."))
  }
}
