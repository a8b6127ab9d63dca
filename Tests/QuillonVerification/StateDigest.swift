import QuillonNumerics

/// A running 32-bit checksum of state. Two machines with equal state have the same checksum. One
/// wrong bit anywhere changes it from then on.
///
/// FNV-1a over words (Fowler, Noll, Vo; offset basis and prime of the 32-bit variant).
public struct StateDigest: Equatable, Sendable {
  /// The checksum so far.
  public private(set) var value: UInt32 = 0x811C_9DC5

  /// The checksum of no words.
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
