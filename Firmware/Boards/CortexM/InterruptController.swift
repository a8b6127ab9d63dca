import _Volatile

/// The core's nested vectored interrupt controller (ARMv7-M Architecture Reference Manual, B3.4).
public enum InterruptController {
  /// Enables interrupt `number`, 0…239.
  public static func enable(_ number: UInt) {
    let register = VolatileMappedRegister<UInt32>(
      unsafeBitPattern: 0xE000_E100 &+ (number &>> 5) &* 4)
    register.store(1 &<< UInt32(truncatingIfNeeded: number & 31))
  }
}
