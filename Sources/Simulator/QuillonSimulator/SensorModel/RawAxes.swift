import QuillonRecordings

/// The sensors of a board that computes no attitude.
public enum RawAxes: Int, CaseIterable, Sendable {
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
        if axes == .six { raw.magneticField = nil }
        return raw
      })
  }
}
