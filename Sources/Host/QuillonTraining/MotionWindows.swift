import QuillonRecognizer
import QuillonRecordings
import QuillonReferenceModel

extension NetworkLetter {
  /// Examples of motion that is not a letter: random windows, 0.8 to 2 s long, of a recording of
  /// other motion. They are read from its raw sensors as if a pen had been down.
  ///
  /// - Parameters:
  ///   - trace: the recording.
  ///   - name: used as the writer, because the windows of one recording are alike.
  ///   - rounds: how many times the recording is gone through, each time with other windows.
  ///   - featureSet: which features are computed of a window.
  ///   - parameters: how the recognizer follows the motion.
  ///   - seed: determines the windows.
  ///   - progress: called after each round with the share that is done, 0 to 1.
  public static func windows(
    of trace: Trace, name: String, rounds: Int, featureSet: FeatureSet,
    parameters: RecognizerParameters = RecognizerParameters(), seed: UInt64 = 1,
    progress: (Double) -> Void = { _ in }
  ) -> [NetworkLetter] {
    var random = SeededRandom(seed: seed)
    return (0..<rounds).flatMap { round in
      defer { progress(Double(round + 1) / Double(rounds)) }
      return letters(
        of: trace.withWindows(&random), writer: name, featureSet: featureSet,
        parameters: parameters)
    }
  }
}

extension Trace {
  /// The rows with raw sensors only, and with a stroke labeled as garbage in each window. No window
  /// begins in the first five seconds, in which sensor fusion converges.
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

  /// True where the sensors turned by more than 0.2 rad/s or were accelerated by more than 0.4
  /// m/s², root mean square.
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
