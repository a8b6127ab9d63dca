import CortexM
import QuillonSensors
import _Volatile

/// An image for an RP2040 that an emulator must refuse: it uses I2C controllers that it holds in reset.
public enum ResetControl<B: Board> {
  public static func run() {
    B.start()
    // RESETS, the alias that sets bits: i2c0 and i2c1.
    VolatileMappedRegister<UInt32>(unsafeBitPattern: 0x4000_E000).store(0b11 &<< 3)
    var bus = B.bus
    _ = bus.write(0, to: 0x6B, of: 0x68)
    while true { B.sleep() }
  }
}
