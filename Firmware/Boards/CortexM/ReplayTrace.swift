import BoardSupport

/// The samples that are stored in flash beside the image, as packets.
public enum ReplayTrace {
  /// How many bytes there are; 0 when there are none.
  public static var count: UInt32 { replay_length() }

  /// The byte at `index`, which must be below `count`.
  public static func byte(at index: UInt32) -> UInt8 {
    // There are always bytes; the check costs less than a trap, which a linked image must not
    // have.
    guard let bytes = replay_bytes() else { return 0 }
    return bytes[Int(truncatingIfNeeded: index)]
  }
}
