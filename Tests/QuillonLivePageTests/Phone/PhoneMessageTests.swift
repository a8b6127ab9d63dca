import QuillonFusion
import Testing

import QuillonLivePage

@Suite struct PhoneMessageTests {
  private func message(_ text: String) -> PhoneMessage? { PhoneMessage(Array(text.utf8)) }

  @Test func aSampleIsEightNumbers() throws {
    guard case .sample(let sample)? = message("1234.5 1 -2.5 9.75 0.5 -0.25 2 1") else {
      Issue.record("no sample")
      return
    }
    #expect(sample.timestamp == 1_234_500 && sample.pen == .down)
    guard case .specificForce(let force) = sample.acceleration else {
      Issue.record("not the accelerometer's reading")
      return
    }
    #expect(force.x.double == 1 && force.y.double == -2.5 && force.z.double == 9.75)
    let rate = try #require(sample.angularRate)
    #expect(rate.x.double == 0.5 && rate.y.double == -0.25 && rate.z.double == 2)
    #expect(sample.magneticField == nil && sample.attitude == nil)
  }

  /// The board's clock wraps as a microcontroller's does.
  @Test func theTimeWraps() {
    guard case .sample(let sample)? = message("4294967.297 0 0 9.8 0 0 0 0") else {
      Issue.record("no sample")
      return
    }
    #expect(sample.timestamp == 1 && sample.pen == .up)
  }

  @Test func aHelloTellsRateAndName() {
    #expect(message("hello 60 Pixel 8") == .hello(name: "Pixel 8", rate: 60))
    #expect(message("hello 60 \u{1B}[2JPhone é") == .hello(name: "[2JPhone ", rate: 60))
  }

  @Test(arguments: [
    "", " ", "hello", "hello 60", "hello -1 A", "hello 70000 A", "1 2 3", "1 2 3 4 5 6 7 2",
    "1 2 3 4 5 6 7 0 0", "nan 0 0 0 0 0 0 0", "1 inf 0 0 0 0 0 0", "-1 0 0 0 0 0 0 0",
    "1e300 0 0 0 0 0 0 0", "1  2 3 4 5 6 7 1", "a b c d e f g h",
  ])
  func whatIsNoMessageIsRefused(_ text: String) { #expect(message(text) == nil) }

  @Test func valuesBeyondTheFormatAreClamped() {
    guard case .sample(let sample)? = message("0 1e30 -1e30 0 1e9 -1e9 0 0"),
      case .specificForce(let force) = sample.acceleration, let rate = sample.angularRate
    else {
      Issue.record("no sample")
      return
    }
    #expect(force.x.bits == .max && force.y.bits == .min && rate.x.bits == .max)
  }
}
