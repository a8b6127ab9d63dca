import QuillonRecordings

/// What a board sends that has sensors but computes no attitude.
public enum RawAxes: Int, CaseIterable, Sendable {
  /// Accelerometer and gyroscope.
  case six = 6
  /// Accelerometer, gyroscope and magnetometer.
  case nine = 9
}

extension Trace {
  /// What is left of the trace when the board sends its raw sensors only: no attitude, hence no linear
  /// acceleration either.
  public func raw(_ axes: RawAxes) -> Trace {
    Trace(
      comments: comments + ["raw, \(axes.rawValue) axes"],
      rows: rows.map { row in
        var raw = row
        raw.attitude = nil
        raw.linearAcceleration = nil
        if axes == .six { raw.magneticField = nil }
        return raw
      })
  }
}
