// SPDX-License-Identifier: MIT

/// The pins of an SPI bus with one chip.
struct SPIWires {
  /// Data from the chip.
  let input: Int
  /// Low while the chip is selected.
  let select: Int
  let clock: Int
  /// Data to the chip.
  let output: Int
}

/// A chip on SPI, byte by byte.
protocol SPITarget: AnyObject {
  /// The selecting pin falls or rises.
  func select(_ isSelected: Bool)
  /// A byte to the chip, and the one that comes meanwhile.
  func exchange(_ byte: UInt8) -> UInt8
}
