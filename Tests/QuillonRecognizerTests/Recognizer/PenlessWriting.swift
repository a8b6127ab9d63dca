import QuillonFusion
import QuillonRecordings
import QuillonSimulator

/// What a board with six raw axes and no pen sends while somebody writes.
struct PenlessWriting {
  /// Samples with the pen up.
  var samples: [InertialSample]
  /// Where the letters are, s.
  var letters: [ClosedRange<Double>]

  /// `text` by that person, who lets the board lie for `lyingTime` seconds first and holds still before and after each letter.
  init(
    _ text: String, by person: AirWriter, _ sensors: SensorErrors, seed: UInt64,
    lyingTime: Double = 4
  ) throws {
    var writer = person
    writer.holdTime = 0.4
    writer.lyingTime = lyingTime
    let trace = sensors.apply(to: try writer.trace(of: text), seed: seed)
    samples = trace.raw(.six).replaySamples.map { replayed in
      var sample = replayed.sample
      sample.pen = .up
      return sample
    }
    letters = trace.strokes.map { stroke in
      trace.rows[stroke.rows.lowerBound].time...trace.rows[stroke.rows.last ?? 0].time
    }
  }
}
