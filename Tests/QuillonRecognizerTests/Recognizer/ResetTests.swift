import QuillonFusion
import QuillonRecognizer
import QuillonReferenceModel
import TestSupport
import Testing

/// A recognizer that starts anew in place does what a new one does.
@Suite struct ResetTests {
  /// What one recognizer did: its events with their samples, and where the pen is after each thousand samples.
  private struct Log: Equatable {
    var events: [Int: Event] = [:]
    var positions: [Vector] = []
    var counters = RecognizerCounters()

    typealias Vector = [Int32]
  }

  @Test(
    .disabled(if: areAssertionsOn, "beyond the bounds"), arguments: [1, 2, 3] as [UInt64],
    [false, true])
  func startsAnewInPlace(seed: UInt64, isWithoutButton: Bool) {
    print("seed \(seed)")
    var new = Recognizer()
    let expected = log(&new, seed: seed, isWithoutButton)

    var used = Recognizer(model: PackedModel.air)
    _ = log(&used, seed: seed &+ 100, !isWithoutButton)
    used.reset()
    #expect(log(&used, seed: seed, isWithoutButton) == expected)

    let size = MemoryLayout<Recognizer>.size
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: size, alignment: MemoryLayout<Recognizer>.alignment)
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: size)
    let made = memory.assumingMemoryBound(to: Recognizer.self)
    made.pointee.reset()
    #expect(log(&made.pointee, seed: seed, isWithoutButton) == expected)
    memory.deallocate()
    #expect(!expected.events.isEmpty)
  }

  private func log(
    _ recognizer: inout Recognizer, seed: UInt64, _ isWithoutButton: Bool
  ) -> Log {
    recognizer.use(.packed(.air))
    if isWithoutButton { recognizer.adopt(.withoutButton) }
    var samples = AnySamples(random: SeededRandom(seed: seed))
    var log = Log()
    for index in 0..<20_000 {
      if let event = recognizer.push(samples.next()) { log.events[index] = event }
      let position = recognizer.tracker.integrator.position
      if index % 1_000 == 0 {
        log.positions.append([position.x.bits, position.y.bits, position.z.bits])
      }
    }
    log.counters = recognizer.counters
    return log
  }
}
