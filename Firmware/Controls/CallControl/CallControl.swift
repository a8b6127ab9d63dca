import CortexM

/// An image that must be found to call, and to copy memory, in its loop of products.
public enum CallControl<B: Board> {
  struct Table {
    var values = InlineArray<64, Int32>(repeating: 3)
  }

  public static func run() {
    var table = Table()
    while true {
      table.values[3] = Int32(truncatingIfNeeded: B.microseconds)
      B.send(UInt8(truncatingIfNeeded: sum(table)))
    }
  }

  @inline(never)
  private static func sum(_ table: Table) -> Int32 {
    var total: Int32 = 0
    for index in 0..<64 {
      var copy = table
      copy.values[index & 31] &+= total
      total &+= product(copy, index)
    }
    return total
  }

  @inline(never)
  private static func product(_ table: consuming Table, _ index: Int) -> Int32 {
    table.values[index & 63] &* total(&table)
  }

  @inline(never)
  private static func total(_ table: inout Table) -> Int32 { table.values[0] &+ table.values[63] }
}
