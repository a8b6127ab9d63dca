import Foundation
import QuillonBridge
import QuillonFusion

/// Writes samples to a recording. Time counts from the first sample and continues where the board's
/// clock wraps and behind gaps.
struct TraceBuilder {
  /// The shortest gap, s. Every reader treats this as a gap.
  private static let shortestGap = 0.2

  let recorder: TraceRecorder
  /// The number of samples, including those that lack a column.
  private(set) var count = 0
  /// How often the board was away.
  private(set) var gaps = 0
  /// The number of missing samples on the connections before the last one.
  private(set) var missing = 0
  /// s.
  private(set) var time = 0.0

  /// Reports what contradicts the units.
  var units = UnitWatch()

  /// Counts clipped samples, before any are thinned out.
  var clipping = ClippingWatch()
  /// Thins samples out; nil for not.
  private(set) var decimator: Decimator?

  private let correction: SensorCalibration?
  private var rest = 0
  private var last: UInt32?
  private var lastArrival: UInt64?
  private var samples: [InertialSample] = []
  private var thinned: [InertialSample] = []

  /// Creates a builder without samples.
  ///
  /// - Parameters:
  ///   - recorder: Writes the rows.
  ///   - correction: Corrects the samples before they are written. Nil for no correction.
  ///   - file: The file of the correction, for a comment.
  init(_ recorder: TraceRecorder, correction: SensorCalibration?, file: String?) {
    self.recorder = recorder
    self.correction = correction
    if let file {
      recorder.mark("corrected by \(URL(fileURLWithPath: file).lastPathComponent)")
    }
  }

  /// Begins with a new connection, whose first samples are left out: they may lack what comes in messages of
  /// its own, and the first row decides about the columns.
  ///
  /// - Parameter rate: The samples a second that are wanted at most; nil for all that come.
  mutating func beginConnection(skipping: Int, after missing: Int, rate: Double?) {
    rest = skipping
    decimator = rate.map { Decimator(rate: $0) }
    last = nil
    self.missing += missing
  }

  /// Writes the samples that `stream` decodes from `bytes`, read at `arrival`, ns.
  mutating func append(
    _ bytes: UnsafeRawBufferPointer, arrival: UInt64, from stream: inout SensorStream
  ) throws {
    for byte in bytes { stream.push(byte, arrival: arrival, into: &samples) }
    defer { samples.removeAll(keepingCapacity: true) }
    let skipped = min(rest, samples.count)
    rest -= skipped
    // A magnetometer gives a field with every fourth sample or so.
    if count == 0, samples.prefix(skipped).contains(where: { $0.magneticField != nil }) {
      recorder.hasField = true
    }
    for sample in samples.dropFirst(skipped) {
      clipping.add(sample)
      units.add(sample)
      thinned.removeAll(keepingCapacity: true)
      if decimator?.push(sample, into: &thinned) == nil { thinned.append(sample) }
      for sample in thinned { try append(sample, arrival: arrival) }
    }
  }

  private mutating func append(_ sample: InertialSample, arrival: UInt64) throws {
    if let last {
      // A time that goes back counts as no time.
      time += Double(max(Int32(bitPattern: sample.timestamp &- last), 0)) * 1e-6
    } else if let lastArrival {
      let gap = max(Double(arrival &- lastArrival) * 1e-9, Self.shortestGap)
      recorder.markGap(gap)
      gaps += 1
      time += gap
    }
    last = sample.timestamp
    lastArrival = arrival
    var corrected = sample
    correction?.apply(to: &corrected)
    try recorder.append(corrected, time: time)
    count += 1
  }
}
