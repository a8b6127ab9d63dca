import Foundation
import QuillonTraining
import Testing

@Suite struct LetterTestTests {
  @Test(arguments: [
    ("A-E", ["A", "B", "C", "D", "E"]), ("AC", ["A", "C"]),
    ("A-C<shake>", ["A", "B", "C", "shake"]),
    ("<swipeLeft>, <a_1> x", ["swipeLeft", "a_1", "x"]), ("0-2", ["0", "1", "2"]),
    ("X-Z,8-9,a-b<shake>", ["X", "Y", "Z", "8", "9", "a", "b", "shake"]),
    ("AABA", ["A", "B"]),
    ("Ä", ["Ä"]),
  ])
  func labelsAreRead(text: String, labels: [String]) {
    #expect(LabelList(text)?.labels == labels)
  }

  @Test(arguments: [
    "", " ", "A-", "-", "C-A", "A-z", "A-9", "<shake", "<>", "<a b;>", "A>", "?", "Ä-Ö",
  ])
  func otherTextIsNoList(text: String) {
    #expect(LabelList(text) == nil)
  }

  @Test func whatIsAskedForIsWrittenRoundByRound() {
    var test = LetterTest(labels: ["A", "B"], times: 2)
    #expect(test.count == 4 && test.prompt == "A")
    #expect(test.withdraw() == nil)
    #expect(test.take(label: "A", margin: 1, isRejected: false)?.isRight == true)
    #expect(test.prompt == "B")
    #expect(test.take(label: "A", margin: 1, isRejected: false)?.isRight == false)
    #expect(test.withdraw()?.prompt == "B")
    #expect(test.prompt == "B")
    #expect(test.take(label: "B", margin: 0.1, isRejected: true)?.isRight == false)
    #expect(test.prompt == "A")
    #expect(test.skip()?.isRight == false)
    _ = test.take(label: "B", margin: 1, isRejected: false)
    #expect(test.prompt == nil)
    #expect(test.take(label: "A", margin: 1, isRejected: false) == nil)
  }

  /// A is right twice, B is read as A twice and rejected once, C is right once but unclear and once D.
  @Test func theResultTellsRoundsMistakesAndTheWorst() throws {
    var test = LetterTest(labels: ["A", "B", "C", "D"], times: 3)
    for (label, margin, isRejected) in [
      ("A", 3.0, false), ("A", 2.0, false), ("C", 0.2, false), ("D", 2.0, false),
      ("A", 3.0, false), ("A", 1.0, false), ("D", 0.5, false), ("D", 2.0, false),
      ("A", 3.0, false), ("B", 0.1, true),
    ] {
      _ = test.take(
        label: label, margin: margin, isRejected: isRejected, ink: [[0, 0], [1, margin]])
    }
    let result = LetterTestResult(test)
    #expect(result.asked == 12 && result.written == 10 && result.right == 6)
    #expect(result.rejected == 1 && result.accuracy == 0.6 && result.rounds == [3, 2, 1])
    #expect(result.mixedUp.map { "\($0.written)\($0.read)\($0.count)" } == ["BA2", "CD1"])
    #expect(result.worst.map(\.label) == ["B", "C", "D"])
    #expect(result.worst.map(\.right) == [0, 1, 2])
    // The stroke that was most clearly something else.
    #expect(result.worst[0].read == "A" && result.worst[0].ink == [[0, 0], [1, 2]])
  }

  @Test func nothingWritten() {
    let result = LetterTestResult(LetterTest(labels: ["A"], times: 1))
    #expect(result.accuracy == 0 && result.rounds.isEmpty && result.worst.isEmpty)
  }
}
