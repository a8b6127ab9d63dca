import QuillonRecordings

/// The sensors of a board that computes no attitude.
public enum RawAxes: Int, CaseIterable, Sendable {
  /// Accelerometer alone.
  case three = 3
  /// Accelerometer and gyroscope.
  case six = 6
  /// Accelerometer, gyroscope and magnetometer.
  case nine = 9
}

extension Trace {
  /// The trace of a board that sends only its raw sensors. It has no attitude, and therefore no
  /// linear acceleration.
  public func raw(_ axes: RawAxes) -> Trace {
    Trace(
      comments: comments + ["raw, \(axes.rawValue) axes"],
      rows: rows.map { row in
        var raw = row
        raw.attitude = nil
        raw.linearAcceleration = nil
        if axes != .nine { raw.magneticField = nil }
        if axes == .three { raw.angularRate = nil }
        return raw
      })
  }
}
