import QuillonConversions
import QuillonFusion
import QuillonRecordings
import QuillonSimulator

/// What a person writes in the air for a board without a pen, as the board measures it.
func writtenWithoutPen(
  _ text: String, seed: UInt64, rate: Double = 100, hesitation: Double = 0
) throws -> Trace {
  var writer = AirWriter(seed: seed)
  writer.style.hesitation = hesitation
  writer.holdTime = 0.4
  writer.lyingTime = 4
  return SensorErrors.phone.apply(to: try writer.trace(of: text, rate: rate), seed: seed)
}

extension Trace {
  /// Start and end of each run of rows with the pen down, s.
  var letterTimes: [SIMD2<Double>] {
    strokes.compactMap { stroke in
      guard let last = stroke.rows.last else { return nil }
      return SIMD2(rows[stroke.rows.lowerBound].time, rows[last].time)
    }
  }
}

extension [InertialSample] {
  /// Start and end of each run of samples with the pen down, s.
  var letterTimes: [SIMD2<Double>] {
    var times: [SIMD2<Double>] = []
    var isDown = false
    for sample in self {
      let time = Double(sample.timestamp) * 1e-6
      if sample.pen == .down {
        if isDown { times[times.count - 1].y = time } else { times.append(SIMD2(time, time)) }
      }
      isDown = sample.pen == .down
    }
    return times
  }
}
