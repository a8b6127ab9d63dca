import Foundation
import QuillonLivePage
import TestSupport
import Testing

@Suite(.waiting) struct PageCommandTests {
  private func command(_ text: String) -> PageCommand? { PageCommand(message: Data(text.utf8)) }

  @Test func wishesAreUnderstood() throws {
    #expect(command(#"{"do":"pen","down":true}"#) == .pen(isDown: true))
    #expect(command(#"{"do":"clear"}"#) == .clear)
    #expect(command(#"{"do":"collect","label":"Ä1"}"#) == .collect(label: "Ä1"))
    #expect(command(#"{"do":"collect"}"#) == .collect(label: nil))
    #expect(command(#"{"do":"delete","sample":7}"#) == .delete(sample: 7))
    #expect(command(#"{"do":"rest","on":true}"#) == .rest(isOn: true))
    #expect(command(#"{"do":"train","holdOut":30}"#) == .train(holdOut: 30, learner: .automatic))
    #expect(
      command(#"{"do":"train","holdOut":0,"learner":"movement"}"#)
        == .train(holdOut: 0, learner: .movement))
    #expect(
      command(#"{"do":"test","labels":"AB<tick>","times":3}"#)
        == .test(labels: ["A", "B", "tick"], times: 3))
    #expect(command(#"{"do":"test"}"#) == .endTest)
    #expect(command(#"{"do":"repeat"}"#) == .repeatLetter)
    var settings = PageSettings()
    (settings.label, settings.isContinuous) = ("shake", true)
    let text = String(decoding: try JSONEncoder().encode(settings), as: UTF8.self)
    #expect(command(#"{"do":"settings","settings":\#(text)}"#) == .settings(settings))
    #expect(command(#"{"do":"restore"}"#) == .restore)
    #expect(command(#"{"do":"reference","on":true}"#) == .reference(isReset: true))
    #expect(command(#"{"do":"reference"}"#) == nil)
    #expect(command(#"{"do":"save"}"#) == .save)
    #expect(command(#"{"do":"columns","columns":"ax,ay"}"#) == .columns("ax,ay"))
    let long = String(repeating: "a,", count: 101)
    #expect(command(#"{"do":"columns","columns":"\#(long)"}"#) == nil)
    guard case .touch(let points, _)? = command(#"{"do":"touch","points":[[1.5,2,4294967297,1]]}"#)
    else {
      Issue.record("a point is not understood")
      return
    }
    #expect(points.count == 1)
    #expect(points[0].x == 1.5)
    #expect(points[0].y == 2)
    #expect(points[0].time == 1)
    #expect(points[0].isDown)
  }

  @Test(arguments: [
    "", "{}", "[]", "null", "do", #"{"do":"pen"}"#, #"{"do":"pen","down":1}"#, #"{"do":"touch"}"#,
    #"{"do":"touch","points":[]}"#, #"{"do":"touch","points":[[1,2,3]]}"#,
    #"{"do":"touch","points":[[1,2,-3,1]]}"#, #"{"do":"touch","points":[[1e300,2,3,1]]}"#,
    #"{"do":"touch","points":[[1,2,1e300,1]]}"#, #"{"do":"touch","points":[[1,2,3,1],[1]]}"#,
    #"{"do":"pause"}"#, #"{"do":"delete","sample":1.5}"#, #"{"do":"rm"}"#,
    #"{"do":"delete","sample":99999999999999999999}"#, #"{"do":"train"}"#,
    #"{"do":"train","holdOut":51}"#, #"{"do":"train","holdOut":-1}"#, #"{"do":"rest"}"#,
    #"{"do":"train","holdOut":1,"learner":"x"}"#, #"{"do":"settings"}"#,
    #"{"do":"settings","settings":{"label":"A"}}"#,
  ])
  func whatIsNoWishIsNone(text: String) {
    #expect(command(text) == nil, "\(text)")
  }

  /// What a person typed is refused in words, where the person looks.
  @Test(arguments: [
    (#"{"do":"collect","label":""}"#, "type the letter"),
    (#"{"do":"collect","label":"../../x"}"#, "can't be a label"),
    (#"{"do":"collect","label":"a,b"}"#, "can't be a label"),
    (#"{"do":"collect","label":"ABCDEFGHIJKLMNOPQ"}"#, "at most 16"),
    (#"{"do":"test","labels":"A-","times":1}"#, "names no letters"),
    (#"{"do":"test","labels":"A","times":0}"#, "1 to 99"),
    (#"{"do":"test","labels":"A"}"#, "1 to 99"),
  ])
  func whatCannotBeDoneIsToldInWords(text: String, words: String) {
    guard case .refused(_, let told)? = command(text) else {
      Issue.record("\(text) is not refused")
      return
    }
    #expect(told.contains(words), "\(told)")
  }

  @Test func messagesAndPointsAreBounded() {
    let point = "[1,2,3,1]"
    func touch(_ count: Int) -> String {
      #"{"do":"touch","points":["# + Array(repeating: point, count: count).joined(separator: ",")
        + "]}"
    }
    #expect(command(touch(PageCommand.maximumPoints)) != nil)
    #expect(command(touch(PageCommand.maximumPoints + 1)) == nil)
    let padding = String(repeating: " ", count: PageCommand.maximumLength)
    #expect(command(#"{"do":"clear"}"# + padding) == nil)
  }

  @Test func aBucketOfPermissionsFillsSteadily() {
    let start = ContinuousClock.now
    var limit = RateLimit(perSecond: 10, capacity: 5, now: start)
    func admitted(of count: Int, at moment: Duration) -> Int {
      var admitted = 0
      for _ in 0..<count where limit.admits(at: start + moment) { admitted += 1 }
      return admitted
    }
    #expect(admitted(of: 8, at: .zero) == 5)
    #expect(admitted(of: 1, at: .milliseconds(90)) == 0)
    #expect(admitted(of: 2, at: .milliseconds(190)) == 1)
    #expect(admitted(of: 8, at: .seconds(3600)) == 5)
  }
}
