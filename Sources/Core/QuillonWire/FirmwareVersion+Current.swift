extension FirmwareVersion {
  /// The version of this project: of the tool, of its packages, and of the firmware that tells it in its
  /// hello. This is the only place where it is written down; the Makefile reads it here.
  @inlinable @inline(__always)
  public static var current: FirmwareVersion { FirmwareVersion(1, 0, 0) }
}
