import BoardSupport

/// The samples that stand in flash beside the image, as packets.
public enum ReplayTrace {
  /// How many bytes there are; 0 when nobody has put any there.
  public static var count: UInt32 { replay_length() }

  /// The byte at `index`, which must be below `count`.
  public static func byte(at index: UInt32) -> UInt8 {
    replay_bytes()[Int(truncatingIfNeeded: index)]
  }
}
