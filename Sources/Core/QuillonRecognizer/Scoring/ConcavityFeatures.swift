/// Concavity features: on which sides the ink leaves room open. 44 numbers, which hardly depend on
/// the order and direction of the pen strokes.
///
/// Each of the 16 × 16 cells without ink (``InkCells``) looks along its row and column: on which of
/// its four sides is there ink? There are eleven answers with ink on two or more sides. They are
/// counted in 2 × 2 zones. An A has a closed room above and one that opens downward below. A U has
/// one that opens upward. Features of this kind are called concavities (Favata and Srikantan 1996,
/// "A multiple feature/resolution approach to handprinted digit and character recognition").
struct ConcavityFeatures {
  /// The number of features.
  static var count: Int { 44 }

  /// Cell counts by answer and zone, at 4 · answer + zone, in 1/256 cells. A zone holds at most 64
  /// whole cells.
  private(set) var sums = InlineArray<44, Int32>(repeating: 0)

  /// Counts all cells. The work is bounded: 256 cells.
  init(_ cells: inout InkCells) {
    var below = InlineArray<16, UInt16>(repeating: 0)
    for row in 1..<16 {
      let index = 15 &- row
      below[unchecked: index] = below[unchecked: index &+ 1] | cells.rows[unchecked: index &+ 1]
    }
    var above: UInt16 = 0
    for row in 0..<InkCells.side {
      let ink = cells.rows[unchecked: row]
      add(row, ink: ink, above: above, below: below[unchecked: row])
      above |= ink
    }
  }

  /// Adds the cells of a row. The sides with ink make a bit mask: 1 left, 2 right, 4 above, 8
  /// below.
  private mutating func add(_ row: Int, ink: UInt16, above: UInt16, below: UInt16) {
    let (left, right) = (Self.higher(than: ink), Self.lower(than: ink))
    let down = Self.share(row)
    for column in 0..<InkCells.side {
      let bit = UInt16(truncatingIfNeeded: column)
      guard (ink &>> bit) & 1 == 0 else { continue }
      let sides =
        (left &>> bit) & 1 | ((right &>> bit) & 1) &<< 1 | ((above &>> bit) & 1) &<< 2
        | ((below &>> bit) & 1) &<< 3
      guard let answer = Self.answer(sides) else { continue }
      let across = Self.share(column)
      add(answer, 0, (16 &- across) &* (16 &- down))
      add(answer, 1, across &* (16 &- down))
      add(answer, 2, (16 &- across) &* down)
      add(answer, 3, across &* down)
    }
  }

  private mutating func add(_ answer: Int, _ zone: Int, _ share: Int32) {
    sums[unchecked: 4 &* answer &+ zone] &+= share
  }

  /// The index of an answer, 0…10, in the order of its bit mask; nil for fewer than two sides.
  private static func answer(_ sides: UInt16) -> Int? {
    switch sides {
    case 3: 0
    case 5...7: Int(truncatingIfNeeded: sides) &- 4
    case 9...15: Int(truncatingIfNeeded: sides) &- 5
    default: nil
    }
  }

  /// The share of row or column `index` that belongs to the second of two zones, in sixteenths.
  /// Bilinear between the zone centers.
  private static func share(_ index: Int) -> Int32 {
    Swift.min(Swift.max(2 &* Int32(truncatingIfNeeded: index) &- 7, 0), 16)
  }

  /// The bits above the lowest set bit.
  private static func higher(than ink: UInt16) -> UInt16 {
    var bits = ink &<< 1
    bits |= bits &<< 1
    bits |= bits &<< 2
    bits |= bits &<< 4
    return bits | bits &<< 8
  }

  /// The bits below the highest set bit.
  private static func lower(than ink: UInt16) -> UInt16 {
    var bits = ink &>> 1
    bits |= bits &>> 1
    bits |= bits &>> 2
    bits |= bits &>> 4
    return bits | bits &>> 8
  }
}
