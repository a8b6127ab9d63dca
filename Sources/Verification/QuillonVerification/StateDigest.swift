import QuillonNumerics

/// A running checksum of state, 32 bits. Two machines that computed the same have the same checksum. After one wrong
/// bit it differs from then on.
///
/// FNV-1a over words (Fowler, Noll, Vo; offset basis and prime of the 32-bit variant).
public struct StateDigest: Equatable, Sendable {
  /// The checksum so far.
  public private(set) var value: UInt32 = 0x811C_9DC5

  /// The checksum of nothing.
  public init() {}

  /// Adds a word.
  public mutating func add(_ word: UInt32) { value = (value ^ word) &* 0x0100_0193 }

  /// Adds a number.
  @inlinable @inline(__always)
  public mutating func add<let f: Int>(_ number: Fixed<f>) { add(UInt32(bitPattern: number.bits)) }

  /// Adds a vector.
  @inlinable @inline(__always)
  public mutating func add<let f: Int>(_ vector: Vector3<f>) {
    add(vector.x)
    add(vector.y)
    add(vector.z)
  }
}
