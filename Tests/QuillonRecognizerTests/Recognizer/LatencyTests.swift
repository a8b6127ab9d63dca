import Foundation
import QuillonConversions
import QuillonFusion
import QuillonNumerics
import QuillonRecognizer
import QuillonReferenceModel
import QuillonSystem
import Testing

/// Time per sample on the host, by the thread's own processor clock, because what else the machine does
/// meanwhile proves nothing about the code. A percentile, never the maximum.
@Suite struct LatencyTests {
  @Test func nearlyEverySampleTakesLessThanAHundredthOfItsFrame() throws {
    let samples = (0..<400).flatMap { index in
      RecognizerTests.line(along: [0.6, -0.8, 0], from: UInt32(index) * 1_000_000)
    }
    let weights = [Int16](repeating: 1, count: 26 * 28)
    let model = LinearModel(
      labels: LinearModel.lab.labels, weights: weights.span, weightStep: Fixed(0.001))
    var recognizer = Recognizer(model: try #require(model))
    for sample in samples.prefix(620) { _ = recognizer.push(sample) }
    var histogram = LatencyHistogram()
    var classifications = 0
    for sample in samples {
      let begin = processorTime()
      if recognizer.push(sample) != nil { classifications += 1 }
      histogram.record(processorTime() - begin)
    }
    #expect(classifications == 400, "the slow calls, at pen-up, must be among them")
    let report = histogram.report
    #expect(report.p999 < LatencyHistogram.frame / 100, "\(report)")
    #expect(report.p50 > 0)
  }

  /// What this thread has had of a processor, ns.
  private func processorTime() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
