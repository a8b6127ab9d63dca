import QuillonFusion
import QuillonNumerics
import QuillonRecognizer

extension StateDigest {
  /// Adds the state of a recognizer and its counters. The model and the parameters never change and
  /// are left out.
  mutating func add<Scorer>(_ recognizer: inout StrokeRecognizer<Scorer>) {
    recognizer.writer.digest(into: &self)
  }

  /// Adds the event that a sample caused, or that there was none.
  mutating func add(_ event: Event?) {
    switch event {
    case nil:
      add(0 as UInt32)
    case .abandoned(let reason):
      add(0x100 | UInt32(truncatingIfNeeded: reason.rawValue))
    case .rejected(let rejection):
      add(0x300 | UInt32(truncatingIfNeeded: rejection.gate.rawValue))
      add(rejection.value)
    case .classification(let classification):
      add(0x200 | UInt32(truncatingIfNeeded: classification.label))
      add(classification.score)
      add(classification.margin)
      add(classification.isRejected ? 1 as UInt32 : 0)
    }
  }
}

extension StrokeWriter {
  /// Adds all state of the writer to `digest`.
  mutating func digest(into digest: inout StateDigest) {
    digest.add(phase.rawValue)
    digest.add(joiner.holds ? 1 as UInt32 : 0)
    digest.add(UInt32(truncatingIfNeeded: joiner.reading.rawValue))
    digest.add(UInt32(bitPattern: context.evidence))
    digest.add(UInt32(bitPattern: context.allowance))
    digest.add(context.end)
    digest.add(touchClock)
    #if FullRecognizer
      filter?.digest(into: &digest)
    #endif
    digest.add(tracker)
    digest.add(response.velocity)
    digest.add(response.position)
    digest.add(&strokes)
    digest.add(counters.samples.value)
    digest.add(counters.withoutAttitude.value)
    digest.add(counters.notConverged.value)
    digest.add(counters.strokesBeforeConvergence.value)
    digest.add(counters.gaps.value)
    digest.add(counters.fullStrokes.value)
  }
}
