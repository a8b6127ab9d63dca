/// QST's QMI8658A and QMI8658C, whose FIFO is read in a mode of its own, which a command opens.
///
/// Sources: QST, QMI8658A data sheet 13-52-25, revision A, whose registers are those of the QMI8658C data sheet 13-52-27; for the order of
/// the commands lewisxhe/SensorLib, SensorQMI8658.cpp, and QST's qmi8658.c (`qmi8658_config_fifo`). Register names are the data sheet's.
public struct QMI8658: RegisterChip {
  public let address: UInt8

  public static var lowerAddress: UInt8 { 0x6A }
  public static var identityRegister: UInt8 { Register.identity }

  public init?(address: UInt8, identity: UInt8) {
    guard identity == 0x05 else { return nil }
    self.address = address
  }

  enum Register {
    /// WHO_AM_I.
    static let identity: UInt8 = 0x00
    /// CTRL1: the interface and the interrupt pins.
    static let interface: UInt8 = 0x02
    /// CTRL2 and CTRL3: the self-test in bit 7, the range in bits 6…4, the rate in 3…0.
    static let accelerometer: UInt8 = 0x03
    static let gyroscope: UInt8 = 0x04
    /// CTRL5: the low-pass filters.
    static let filters: UInt8 = 0x06
    /// CTRL7: aEN in bit 0, gEN in bit 1.
    static let sensors: UInt8 = 0x08
    /// CTRL8.
    static let handshake: UInt8 = 0x09
    /// CTRL9: commands.
    static let command: UInt8 = 0x0A
    /// CAL1_L and CAL1_H: what a command is given.
    static let given0: UInt8 = 0x0B
    static let given1: UInt8 = 0x0C
    /// FIFO_WTM_TH: the threshold in samples.
    static let fifoThreshold: UInt8 = 0x13
    /// FIFO_CTRL: FIFO_RD_MODE in bit 7. After it FIFO_SMPL_CNT and FIFO_STATUS.
    static let fifoControl: UInt8 = 0x14
    /// FIFO_DATA.
    static let fifoData: UInt8 = 0x17
    /// STATUSINT.
    static let status: UInt8 = 0x2D
    /// TEMP_L.
    static let temperature: UInt8 = 0x33
    /// dVX_L.
    static let selfTest: UInt8 = 0x51
    /// RESET.
    static let reset: UInt8 = 0x60
  }

  enum Bits {
    /// RESET.
    static let reset: UInt8 = 0xB0
    /// CTRL1: ADDR_AI, the lower byte first, INT1_EN, and the FIFO's interrupt on INT1. After a reset it is 20.
    static let interface: UInt8 = 0x4C
    /// CTRL8: a command is acknowledged in STATUSINT and not by INT1.
    static let handshakeByStatus: UInt8 = 0x80
    /// CTRL2: aFS 2, ±8 g, and aODR 6, 112.1 Hz while the gyroscope runs.
    static let accelerometer: UInt8 = 0x26
    /// CTRL3: gFS 7, ±2048°/s, and gODR 6.
    static let gyroscope: UInt8 = 0x76
    /// CTRL7: both sensors.
    static let bothSensors: UInt8 = 0x03
    /// CTRL7: the accelerometer alone.
    static let accelerometerAlone: UInt8 = 0x01
    /// CTRL2: aFS 2, ±8 g, and aODR 13, 21 Hz in the low-power mode.
    static let accelerometer21Hz: UInt8 = 0x2D
    /// CTRL9: CTRL_CMD_WRITE_WOM_SETTING.
    static let setMotion: UInt8 = 0x08
    /// CTRL9: CTRL_CMD_ACK, CTRL_CMD_RST_FIFO and CTRL_CMD_REQ_FIFO.
    static let acknowledge: UInt8 = 0x00
    static let resetFIFO: UInt8 = 0x04
    static let requestFIFO: UInt8 = 0x05
    /// FIFO_CTRL: FIFO_SIZE 3, 128 samples, FIFO_MODE 2, stream, and FIFO_RD_MODE off.
    static let stream: UInt8 = 0x0E
    /// FIFO_CTRL: FIFO_RD_MODE.
    static let isReading: UInt8 = 0x80
    /// FIFO_STATUS: FIFO_FULL, and the upper bits of the count.
    static let fifoFull: UInt8 = 0x80
    static let upperCount: UInt8 = 0x03
    /// STATUSINT: CmdDone.
    static let isDone: UInt8 = 0x80
    /// STATUSINT: Avail, at the end of a self-test.
    static let isAvailable: UInt8 = 0x01
    /// CTRL2 and CTRL3: aST and gST.
    static let selfTest: UInt8 = 0x80
  }

  /// The natural frequency of the gyroscope, 22.42 kHz, is right to 2 %.
  public var facts: ChipFacts {
    ChipFacts(
      name: "QMI8658", period: 8_921, sampleRate: 112, forceStep: SensorStep.gravityPer4096,
      rateStep: SensorStep.degreePer16)
  }

  /// A reset once more: after its supply dropped, the chip loses what is written while it starts, and this one's pause is long enough.
  public var firstStepAfterReset: UInt16 { 0 }
  public var firstStepOfFIFO: UInt16 { 7 }
  public var keptSteps: UInt16 { 4 }

  /// The pauses: 20 ms after a reset (at most 15), and 200 ms until the gyroscope has started, 150 ms and three samples. The filters stay
  /// off: then the bandwidth is 31 Hz.
  public func setUpWrite(_ index: UInt16) -> RegisterWrite {
    switch index {
    case 0: RegisterWrite(Register.reset, Bits.reset, pause: 20)
    case 1: RegisterWrite(Register.interface, Bits.interface)
    case 2: RegisterWrite(Register.handshake, Bits.handshakeByStatus)
    case 3: RegisterWrite(Register.accelerometer, Bits.accelerometer)
    case 4: RegisterWrite(Register.gyroscope, Bits.gyroscope)
    case 5: RegisterWrite(Register.filters, 0)
    case 6: RegisterWrite(Register.sensors, Bits.bothSensors, pause: 200)
    default: fifoWrite(index &- 7)
    }
  }

  /// A command that was left open is acknowledged first. A threshold of one sample: an interrupt for each.
  private func fifoWrite(_ index: UInt16) -> RegisterWrite {
    switch index {
    case 0: RegisterWrite(Register.fifoControl, 0)
    case 1: RegisterWrite(Register.command, Bits.acknowledge, pause: 2)
    case 2: RegisterWrite(Register.command, Bits.resetFIFO, pause: 4)
    case 3: RegisterWrite(Register.command, Bits.acknowledge)
    case 4: RegisterWrite(Register.fifoThreshold, 1)
    case 5: RegisterWrite(Register.fifoControl, Bits.stream)
    default: .end
    }
  }

  /// The accelerometer alone at 21 Hz, compared with 125 mg on INT1, which is low until then; the first four samples are passed over.
  public func sleepWrite(_ index: UInt16) -> RegisterWrite {
    switch index {
    case 0: RegisterWrite(Register.fifoControl, 0)
    case 1: RegisterWrite(Register.sensors, 0)
    case 2: RegisterWrite(Register.accelerometer, Bits.accelerometer21Hz)
    case 3: RegisterWrite(Register.given0, 125)
    case 4: RegisterWrite(Register.given1, 4)
    case 5: RegisterWrite(Register.command, Bits.setMotion, pause: 4)
    case 6: RegisterWrite(Register.command, Bits.acknowledge)
    case 7: RegisterWrite(Register.sensors, Bits.accelerometerAlone)
    default: .end
    }
  }

  public var mark: RegisterWrite { RegisterWrite(Register.interface, Bits.interface) }

  /// None: the chip pushes its masses only while the sensors are off.
  public func selfTestWrite(_ index: UInt16) -> RegisterWrite { .end }

  public func selfTestLimits<Bus: SensorBus>(
    _ sensor: SelfTestSensor, axis: UInt8, on bus: inout Bus
  ) -> SelfTestLimits? { nil }

  /// Each sensor measures by itself how far its masses move: at least 200 mg in units of 1/2048 g, and 300°/s in units of 1/16°/s.
  public func selfTest<Bus: SensorBus>(
    on bus: inout Bus, _ block: inout FIFOBlock
  ) -> SelfTestResult {
    guard bus.write(0, to: Register.sensors, of: address) == .acknowledged,
      let force = push(Register.accelerometer, Bits.accelerometer, on: &bus, &block),
      let rate = push(Register.gyroscope, Bits.gyroscope, on: &bus, &block)
    else { return .noAnswer }
    guard force >= 410 else { return .accelerometerFailed }
    return rate >= 4_800 ? .passed : .gyroscopeFailed
  }

  /// Lets a sensor test itself. Returns the least magnitude of an axis; nil if the chip does not answer within 600 ms.
  private func push<Bus: SensorBus>(
    _ register: UInt8, _ value: UInt8, on bus: inout Bus, _ block: inout FIFOBlock
  ) -> UInt16? {
    var result = bus.write(value | Bits.selfTest, to: register, of: address)
    var tries = 0
    while tries < 60, result == .acknowledged {
      bus.pause(milliseconds: 10)
      guard let status = bus.read(Register.status, of: address, &result) else { return nil }
      if status & Bits.isAvailable != 0 { break }
      tries &+= 1
    }
    guard tries < 60, bus.write(value, to: register, of: address) == .acknowledged,
      block.fill(6, from: Register.selfTest, of: address, on: &bus) == .acknowledged
    else { return nil }
    let axes = block.axes(at: 0, isBigEndian: false)
    return Swift.min(axes.x.magnitude, axes.y.magnitude, axes.z.magnitude)
  }

  /// 12 bytes a sample: accelerometer, then gyroscope. The FIFO holds 128 samples: 1.14 s.
  ///
  /// It gives its bytes in its read mode: after a command and its acknowledgment, until FIFO_CTRL is written. A sample that comes meanwhile
  /// is lost, so its interrupt pin should be connected; FIFO_OVFLOW may report such a loss, and is ignored here. Reading removes bytes, so
  /// after an interrupted burst the rest begins inside a sample, which its count shows. If a look left the read mode on, the next one
  /// continues with it.
  public func readFIFO<Bus: SensorBus>(
    on bus: inout Bus, into block: inout FIFOBlock
  ) -> FIFOReading {
    (block.count, block.left) = (0, 0)
    var result = block.fill(3, from: Register.fifoControl, of: address, on: &bus)
    guard result == .acknowledged else { return FIFOReading(result) }
    guard block[2] & Bits.fifoFull == 0 else { return .overflowed }
    let bytes = Int(block[1]) &<< 1 | Int(block[2] & Bits.upperCount) &<< 9
    let isReading = block[0] & Bits.isReading != 0
    guard bytes > 0 || isReading else { return .samples }
    let waiting = FIFOBlock.twelfths(of: bytes)
    let (isPart, hadPart) = (waiting &* 12 != bytes, block.hadPart)
    block.hadPart = isPart && !hadPart
    guard !isPart else { return hadPart ? .overflowed : .samples }
    if !isReading { result = request(on: &bus) }
    if result == .acknowledged {
      result = bus.write(Bits.acknowledge, to: Register.command, of: address)
    }
    guard result == .acknowledged else { return FIFOReading(result) }
    let taken = Swift.min(waiting, 10)
    result = block.fill(taken &* 12, from: Register.fifoData, of: address, on: &bus)
    // If this fails, the next look finds the read mode still on.
    _ = bus.write(Bits.stream, to: Register.fifoControl, of: address)
    guard result == .acknowledged else { return FIFOReading(result) }
    (block.count, block.left) = (taken, waiting &- taken)
    return .samples
  }

  /// Asks for the read mode and waits until the chip has it: 32 looks at STATUSINT at most, 3 ms on I2C. A chip that does not come so far
  /// did not acknowledge.
  @inline(__always)
  private func request<Bus: SensorBus>(on bus: inout Bus) -> BusResult {
    var result = bus.write(Bits.requestFIFO, to: Register.command, of: address)
    var looks = 0
    while result == .acknowledged, looks < 32 {
      guard let status = bus.read(Register.status, of: address, &result) else { break }
      if status & Bits.isDone != 0 { return .acknowledged }
      looks &+= 1
    }
    return result == .acknowledged ? .notAcknowledged : result
  }

  public func counts(at index: Int, in block: borrowing FIFOBlock) -> SensorCounts? {
    SensorCounts(
      force: block.axes(at: index &* 12, isBigEndian: false),
      rate: block.axes(at: index &* 12 &+ 6, isBigEndian: false))
  }

  /// 1/256 °C. 100/256 = 25/64.
  public func temperature<Bus: SensorBus>(on bus: inout Bus) -> Int16? {
    bus.readPair(Register.temperature, of: address).map { pair in
      Int16(truncatingIfNeeded: (Int32(Int16(bitPattern: pair)) &* 25) &>> 6)
    }
  }
}
