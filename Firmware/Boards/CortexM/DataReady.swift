import BoardSupport

/// The edge of a sensor chip's interrupt pin, noted by the pin's handler.
public enum DataReady {
  /// The time of the newest edge that was not yet returned; nil if there is none.
  @inline(__always)
  public static func take() -> UInt32? {
    var time: UInt32 = 0
    return edge_take(&time) ? time : nil
  }
}
