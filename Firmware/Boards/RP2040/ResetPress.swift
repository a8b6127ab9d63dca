import BoardSupport
import CortexM

/// A press of the reset button, which pulls the reset pin low.
enum ResetPress {
  #if DSP
    /// POWMAN.CHIP_RESET: a flag that outlives the reset, and the password for its register. RAM loses its supply meanwhile
    /// (raspberrypi/pico-sdk#2043 and #2532).
    private static var mark: UInt32 { 0x5AFE &<< 16 | 1 }

    /// Notes a press, and is true if the one before was noted and has not been forgotten. A start after a fault is none.
    static func wasSecond() -> Bool {
      let wasNoted = Register(Chip.Address.chipReset).load() & 1 != 0
      Register(Chip.Address.chipReset).set(mark)
      return wasNoted && Fault.last() == nil
    }

    /// Forgets it.
    static func forget() { Register(Chip.Address.chipReset).clear(mark) }
  #else
    /// Notes a press, and is true if the one before was noted and has not been forgotten.
    static func wasSecond() -> Bool { reset_was_pressed_twice() }

    /// Forgets it.
    static func forget() { reset_forget_press() }
  #endif
}
