#if SPI
  import BoardSupport
  import QuillonSensors

  /// SPI controller 0 as master at 1 MHz, ARM's PL022 (RP2040 Datasheet, 4.4): GP16 data from the chip, GP17 the selecting pin, GP18
  /// the clock, GP19 data to the chip. The core sleeps while it works.
  public struct SPIController: SPIPort {
    /// The time limit of a transfer, µs.
    private static var limit: UInt32 { 10_000 }
    private static var select: Pin { Pin(17) }
    /// The interrupt of the controller.
    var interrupt: UInt { Chip.Interrupt.spi }

    private enum Flag {
      /// SSPRIS: bytes wait and no more come, or half of the FIFO is full.
      static var hasReceived: UInt32 { 0b0110 }
      /// SSPSR: the receive FIFO is not empty.
      static var isNotEmpty: UInt32 { 1 &<< 2 }
    }

    @inline(__always)
    private static func register(_ offset: UInt) -> Register {
      Register(Chip.Address.spi &+ offset)
    }

    /// Connects the pins and sets up the controller.
    func start() {
      // Without a chip the line is low, and every identity is 0.
      Pin(16).connect(to: Pin.Function.spi, isPulledUp: false)
      Pin(18).connect(to: Pin.Function.spi, isPulledUp: true)
      Pin(19).connect(to: Pin.Function.spi, isPulledUp: false)
      Self.select.connect(to: Pin.Function.port, isPulledUp: true)
      Self.select.set(isHigh: true)
      Self.select.drive(true)
      // 64 MHz / 2 / 32 = 1 MHz, the maximum of an MPU-6500; clock idles high, bits sampled at its second edge; 8 bits.
      Self.register(0x10).store(2)
      Self.register(0x00).store(31 &<< 8 | 1 &<< 7 | 1 &<< 6 | 7)
      Self.register(0x04).store(1 &<< 1)
    }

    public mutating func transfer(
      _ outgoing: UnsafeBufferPointer<UInt8>, skipping skipped: Int,
      into incoming: UnsafeMutableBufferPointer<UInt8>
    ) -> BusResult {
      Self.select.set(isHigh: false)
      defer { Self.select.set(isHigh: true) }
      // What a transfer that timed out has left.
      while Self.register(0x0C).load() & Flag.isNotEmpty != 0 { _ = Self.register(0x08).load() }
      let begin = Timer.microseconds
      let ahead = outgoing.count &+ skipped
      let total = ahead &+ incoming.count
      var (sent, got) = (0, 0)
      while got < total {
        // No more is under way than the FIFO of 8 bytes holds.
        while sent < total, sent &- got < 8 {
          Self.register(0x08).store(
            sent < outgoing.count ? UInt32(truncatingIfNeeded: outgoing[sent]) : 0)
          sent &+= 1
        }
        while Self.register(0x0C).load() & Flag.isNotEmpty != 0 {
          let byte = UInt8(truncatingIfNeeded: Self.register(0x08).load())
          if got >= ahead, got < total { incoming[got &- ahead] = byte }
          got &+= 1
        }
        guard Timer.microseconds &- begin < Self.limit else { return .timedOut }
        if got < total, sent == total || sent &- got == 8 { sleep() }
      }
      return .acknowledged
    }

    /// Sleeps until bytes have come.
    private func sleep() {
      Self.register(0x14).store(Flag.hasReceived)
      flag_sleep(Self.register(0x18).address, Flag.hasReceived)
      Self.register(0x14).store(0)
    }

    /// The interrupt handler's whole work: the core is awake, so it needs no more interrupts.
    static func handle() { register(0x14).store(0) }

    public mutating func pause(milliseconds: UInt32) { Timer.pause(milliseconds: milliseconds) }
  }

  extension SPISensorBus<SPIController> {
    func start() { SPIController().start() }
    var interrupt: UInt { SPIController().interrupt }
  }
#endif
