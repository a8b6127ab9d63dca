import BoardSupport

/// The edge of a sensor chip's interrupt pin, noted by the pin's handler.
public enum DataReady {
  /// When the newest edge came that nobody has asked for; nil if none did.
  @inline(__always)
  public static func take() -> UInt32? {
    var time: UInt32 = 0
    return edge_take(&time) ? time : nil
  }
}
