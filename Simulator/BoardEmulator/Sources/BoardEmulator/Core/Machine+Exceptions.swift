// SPDX-License-Identifier: MIT
import CUnicorn

/// Entry to handlers and return from them (ARMv6-M Architecture Reference Manual, B1.5).
extension Machine {
  /// Words of memory from `address` on, a vector or a frame.
  private func words(at address: UInt32, count: Int) -> [UInt32] {
    var words = [UInt32](repeating: 0, count: count)
    if uc_mem_read(engine.engine, UInt64(address), &words, 4 * count) != UC_ERR_OK {
      fail("the core reads a vector or a frame at \(hex(address)), where nothing is")
    }
    return words
  }

  /// The registers of a frame, the return address and the status last.
  private static let frame = [
    UC_ARM_REG_R0, UC_ARM_REG_R1, UC_ARM_REG_R2, UC_ARM_REG_R3, UC_ARM_REG_R12, UC_ARM_REG_LR,
    UC_ARM_REG_PC, UC_ARM_REG_XPSR,
  ]

  func enterPendingException() {
    guard !interrupts.isActive, interrupts.hasPending else { return }
    guard engine[UC_ARM_REG_PRIMASK] & 1 == 0, let number = interrupts.takeNext() else {
      // Held back: to be looked at again after each block, until the firmware lets interrupts through.
      return askForAttention()
    }
    exceptionCount += 1
    enter(number)
  }

  /// Takes a hard fault at the instruction that is next.
  func takeHardFault() {
    interrupts.begin(3)
    enter(3)
    mustWake = true
  }

  private func enter(_ number: UInt32) {
    let stack = engine[UC_ARM_REG_SP]
    let isAligned = stack & 4 == 0
    let pointer = (stack - 32) & ~7
    var frame = engine[Self.frame]
    frame[6] &= ~1
    frame[7] = frame[7] & ~(1 << 9) | (isAligned ? 0 : 1 << 9)
    uc_mem_write(engine.engine, UInt64(pointer), &frame, 4 * frame.count)
    let vector = words(at: vectorTable + 4 * number, count: 1)[0]
    guard vector & 1 == 1 else {
      return fail(
        "interrupt \(Int(number) - 16) has no handler in the table at \(hex(vectorTable))")
    }
    engine[[UC_ARM_REG_SP, UC_ARM_REG_LR, UC_ARM_REG_XPSR, UC_ARM_REG_PC]] = [
      pointer, 0xFFFF_FFF9, 1 << 24 | number, vector,
    ]
  }

  func leaveException(_ code: UInt32) {
    guard code == 0xFFFF_FFF9, interrupts.isActive else {
      return fail("the firmware returns from an exception by \(hex(code)) without one")
    }
    interrupts.finish()
    let pointer = engine[UC_ARM_REG_SP]
    var frame = words(at: pointer, count: Self.frame.count)
    let isAligned = frame[7] & 1 << 9 == 0
    frame[6] |= 1
    frame[7] &= ~(1 << 9)
    engine[Self.frame] = frame
    engine[UC_ARM_REG_SP] = pointer + (isAligned ? 32 : 36)
  }
}
