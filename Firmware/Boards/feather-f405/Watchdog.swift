/// The independent watchdog (RM0090, section 21), on the chip's own oscillator of 17 to 47 kHz.
enum Watchdog {
  private static var key: Register { Register(0x4000_3000) }

  /// Resets the chip when it is not fed for 600 periods of 256: at least 3.2 s, because erasing a sector takes 2.
  static func start() {
    key.store(0xCCCC)
    key.store(0x5555)
    Register(0x4000_3004).store(6)
    Register(0x4000_3008).store(600)
    // Until both have taken effect.
    while Register(0x4000_300C).load() != 0 {}
    feed()
  }

  /// Restarts its counter: the main loop runs.
  static func feed() { key.store(0xAAAA) }
}
