import QuillonMath
import QuillonRecognizer
import QuillonRecordings

extension NetworkLetter {
  /// What is no letter: random windows, 0.8 to 2 s long, of a recording of other motion, read from its raw
  /// sensors as if a pen had been down.
  ///
  /// - Parameters:
  ///   - trace: the recording.
  ///   - name: stands for a writer: what one recording holds is alike.
  ///   - rounds: how often the recording is gone through, with other windows each time.
  ///   - featureSet: which numbers are taken of a window.
  ///   - parameters: how the motion is followed.
  ///   - seed: what the windows are drawn from.
  public static func windows(
    of trace: Trace, name: String, rounds: Int, featureSet: FeatureSet,
    parameters: RecognizerParameters = RecognizerParameters(), seed: UInt64 = 1
  ) -> [NetworkLetter] {
    var random = SeededRandom(seed: seed)
    return (0..<rounds).flatMap { _ in
      letters(
        of: trace.withWindows(&random), writer: name, featureSet: featureSet,
        parameters: parameters)
    }
  }
}

extension Trace {
  /// The raw sensors, with a stroke that is no letter in each window; none begins in the first five seconds, in
  /// which fusion settles.
  fileprivate func withWindows(_ random: inout SeededRandom) -> Trace {
    var rows = rows
    for index in rows.indices {
      rows[index].attitude = nil
      rows[index].linearAcceleration = nil
      rows[index].magneticField = nil
      rows[index].isPenDown = false
      (rows[index].stroke, rows[index].label) = (nil, nil)
    }
    var index = 500
    while index + 300 < rows.count {
      let length = 80 + random.index(below: 121)
      if Self.isMoved(rows[index..<index + length]) {
        for place in index..<index + length {
          rows[place].isPenDown = true
          rows[place].label = NetworkLetter.garbage
        }
        index += length
      }
      index += 80 + random.index(below: 40)
    }
    return Trace(rows: rows)
  }

  /// True where the sensors were turned by more than 0.2 rad/s or shaken by more than 0.4 m/s², root mean
  /// square.
  private static func isMoved(_ rows: ArraySlice<TraceRow>) -> Bool {
    let count = Double(rows.count)
    let rates = rows.compactMap(\.angularRate)
    let forces = rows.compactMap(\.specificForce)
    let mean = forces.reduce(SIMD3<Double>.zero, +) / count
    let turned = rates.reduce(0) { $0 + ($1 * $1).sum() } / count
    let shaken = forces.reduce(0) { $0 + (($1 - mean) * ($1 - mean)).sum() } / count
    return turned > 0.04 || shaken > 0.16
  }
}
