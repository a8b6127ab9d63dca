import QuillonBridge
import Testing

@Suite struct HeldKeyTests {
  private let start = ContinuousClock.now

  /// Whether the key is held at each of `moments`, ms, when its characters come at `presses`, ms.
  private func held(_ presses: [Int], at moments: [Int]) -> [Bool] {
    moments.map { moment in
      var key = HeldKey()
      for press in presses where press <= moment { key.press(at: start + .milliseconds(press)) }
      return key.isHeld(at: start + .milliseconds(moment))
    }
  }

  @Test func aKeyThatWasNotTouchedIsNotHeld() {
    #expect(!HeldKey().isHeld(at: start))
  }

  @Test func aTapIsHeldUntilARepetitionWouldHaveCome() {
    #expect(held([0], at: [0, 300, 699, 700, 2_000]) == [true, true, true, false, false])
  }

  /// A desktop: the second character after 660 ms, then 25 a second.
  @Test func holdingTheKeyHasNoGapsAndEndsSoonAfter() {
    let presses = [0] + stride(from: 660, through: 2_000, by: 40)
    let last = presses.last ?? 0
    #expect(held(presses, at: Array(0..<last)).allSatisfy { $0 })
    #expect(held(presses, at: [last + 199, last + 200]) == [true, false])
  }

  /// A console: 250 ms, then 11 a second.
  @Test func slowRepetitionHasNoGapsEither() {
    let presses = [0] + stride(from: 250, through: 2_000, by: 92)
    #expect(held(presses, at: Array(0..<(presses.last ?? 0))).allSatisfy { $0 })
  }

  @Test func theNextPressBeginsAnew() {
    #expect(held([0, 1_000], at: [999, 1_000, 1_699, 1_700]) == [false, true, true, false])
  }
}
