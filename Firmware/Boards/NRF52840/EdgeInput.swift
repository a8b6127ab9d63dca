/// Channel 0 of the GPIOTE, which notices the rising edges of a pin (nRF52840 Product Specification, 6.10).
enum EdgeInput {
  private static var edges: Peripheral { Peripheral(0x4000_6000) }

  /// Interrupts at each rising edge of pin `number`.
  static func start(_ number: UInt32) {
    edges[0x510] = 1 &<< 16 | number &<< 8 | 1
    edges[0x100] = 0
    edges[0x304] = 1
  }

  /// Clears the edge; true if there was one.
  static func take() -> Bool {
    guard edges[0x100] != 0 else { return false }
    edges[0x100] = 0
    // Read back, so that the interrupt is gone before the handler returns (6.1.8).
    return edges[0x100] == 0
  }
}
