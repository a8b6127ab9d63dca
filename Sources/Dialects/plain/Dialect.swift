/// Which messages this build of the protocol reads and writes: those of a board that nobody teaches, which spares it
/// the code for the others.
public enum Dialect {
  /// True if it knows those by which a board is taught, types 11 to 13.
  @inlinable @inline(__always)
  public static var hasTeaching: Bool { false }
}
