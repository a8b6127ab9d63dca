// This file is also available under the MIT license.

/// What a chip can be made to do wrong. Times are µs since the start.
public enum ChipModelFault: Equatable, Sendable {
  /// It acknowledges nothing for a time.
  case noAcknowledge(Range<UInt64>)
  /// It holds SDA low from a time on, until the master has given so many clocks.
  case holdSDA(at: UInt64, clocks: Int)
  /// Its supply drops for a moment: all registers are as after power-on.
  case reset(at: UInt64)
  /// It gives no more samples until its FIFO is started anew, or until it is reset.
  case stop(at: UInt64, untilReset: Bool)
  /// Bits of a register change, as by a disturbance.
  case flip(at: UInt64, register: UInt8, bits: UInt8)
  /// It gives another identity.
  case identity(UInt8)
}
