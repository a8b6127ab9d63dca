extension FirmwareVersion {
  /// The version of this project: of the tool, of its packages, and of the firmware that reports it in its
  /// hello. `Scripts/version` reads it here for all others, and checks that quillon.h has the same.
  @inlinable @inline(__always)
  public static var current: FirmwareVersion { FirmwareVersion(1, 0, 0) }
}
