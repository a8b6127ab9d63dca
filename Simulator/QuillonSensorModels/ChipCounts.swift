// This file is also available under the MIT license.

/// A sample that a chip made: its time, µs since the start, and the counts of both sensors along x, y and z.
public struct ChipCounts: Equatable, Sendable {
  /// When the chip made it.
  public var time: UInt64
  /// The specific force, counts.
  public var force: SIMD3<Int16>
  /// The angular rate, counts.
  public var rate: SIMD3<Int16>
}

extension SIMD3<Double> {
  /// The nearest counts, clamped to 16 bits.
  var counts: SIMD3<Int16> {
    let rounded = self.rounded(.toNearestOrAwayFromZero)
    return SIMD3<Int16>(
      rounded.clamped(lowerBound: .init(repeating: -32_768), upperBound: .init(repeating: 32_767)))
  }
}

extension SIMD3<Int16> {
  /// The six bytes, the lower one of each number first.
  var littleEndianBytes: [UInt8] {
    [x, y, z].flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
  }

  /// The six bytes, the upper one of each number first.
  var bigEndianBytes: [UInt8] {
    [x, y, z].flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] }
  }
}
