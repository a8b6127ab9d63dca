import Glibc
import QuillonSerial
import Testing

/// What a person types at a menu.
@Suite struct AnswerReadingTests {
  /// Waiting for an answer can be ended long before there is one.
  @Test func waitingForAnAnswerEndsWhenTold() {
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    defer { ends.forEach { _ = close($0) } }
    let end = ContinuousClock.now + .milliseconds(50)
    #expect(readAnswer(from: ends[0], isCancelled: { .now > end }) == nil)
    #expect(.now - end < .milliseconds(1_000))
  }

  @Test func linesAreTakenOneByOne() {
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    _ = write(ends[1], "2\nthree\nrest", 12)
    _ = close(ends[1])
    #expect(readAnswer(from: ends[0], isCancelled: { false }) == "2")
    #expect(readAnswer(from: ends[0], isCancelled: { false }) == "three")
    #expect(readAnswer(from: ends[0], isCancelled: { false }) == nil, "no end of a line")
    _ = close(ends[0])
  }
}
