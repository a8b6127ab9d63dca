// SPDX-License-Identifier: MIT

/// The USB controller as a device (RP2040 Datasheet, 4.1). That of an RP2350 is the same but for some errata, an isolated PHY and resistors
/// to ground (RP2350 Datasheet, 12.7.2).
final class RP2040USB: Peripheral, USBPort {
  private unowned let machine: Machine
  private let (resets, clocks): (RP2040Resets, RP2040Clocks)
  private let chip: RPChip
  private let memory = Memory(count: 4_096, filling: 0)
  private var values: [Register: UInt32]
  private var hasPower = false
  /// When the last frame began, ns; nil before the first.
  private var frameStart: UInt64?
  /// When each buffer control word was last written, in instructions.
  private var writeTimes: [UInt32: UInt64] = [:]

  private enum Register: UInt32 {
    case ADDR_ENDP = 0x00
    case MAIN_CTRL = 0x40
    case SOF_RD = 0x48
    case SIE_CTRL = 0x4C
    case SIE_STATUS = 0x50
    case BUFF_STATUS = 0x58
    case EP_STALL_ARM = 0x68
    case USB_MUXING = 0x74
    case USB_PWR = 0x78
    case INTE = 0x90
    case INTS = 0x98
  }

  private static let available: UInt32 = 1 << 10
  private static let full: UInt32 = 1 << 15
  private static let stall: UInt32 = 1 << 11

  init(
    _ machine: Machine, _ resets: RP2040Resets, _ clocks: RP2040Clocks, _ chip: RPChip = .rp2040
  ) {
    (self.machine, self.resets, self.clocks, self.chip) = (machine, resets, clocks, chip)
    let resetValues: [Register: UInt32] =
      chip == .rp2040 ? [:] : [.MAIN_CTRL: 1 << 2, .SIE_CTRL: 1 << 15, .USB_MUXING: 1]
    values = resetValues
    machine.interrupts.connect(chip == .rp2040 ? 5 : 14) { [unowned self] in interrupts != 0 }
    resets.onReset[.usbctrl] = { [unowned self] in
      (values, frameStart, hasNewFrame) = (resetValues, nil, false)
    }
  }

  var obstacle: String? {
    resets.obstacle(.usbctrl)
      ?? (clocks.usb == 48e6 ? nil : "CLOCKS.CLK_USB_CTRL does not clock it with 48 MHz")
  }
  func name(at offset: UInt32) -> String? { Register(rawValue: offset).map { "\($0)" } }

  private subscript(_ register: Register) -> UInt32 {
    get { values[register, default: 0] }
    set { values[register] = newValue }
  }

  /// What asks for the core: a request, a reset of the bus, a buffer that is done, a frame that begins.
  private var interrupts: UInt32 {
    let status = self[.SIE_STATUS]
    return self[.INTE]
      & ((status >> 17 & 1) << 16 | (status >> 19 & 1) << 12
        | (self[.BUFF_STATUS] == 0 ? 0 : 1 << 4) | (hasNewFrame ? 1 << 17 : 0))
  }

  func read(_ offset: UInt32) -> UInt32 {
    guard let register = Register(rawValue: offset) else { return 0 }
    // Reading it clears the interrupt.
    if register == .SOF_RD { hasNewFrame = false }
    return register == .INTS ? interrupts : self[register]
  }

  func write(_ offset: UInt32, _ value: UInt32) {
    guard let register = Register(rawValue: offset) else { return }
    switch register {
    case .SIE_STATUS, .BUFF_STATUS: self[register] &= ~value
    case .INTS, .SOF_RD:
      machine.fail("USBCTRL.\(register) is written, which has no effect")
    default: self[register] = value
    }
    if register == .SIE_CTRL, value >> 16 & 1 == 1, let fault = isolation { machine.fail(fault) }
  }

  /// Why an RP2350 cannot attach: its PHY is isolated, D+ is pulled down as well, or events get lost because the core is no tenth faster
  /// than the controller (erratum RP2350-E12). Nil if it can.
  private var isolation: String? {
    guard chip == .rp2350 else { return nil }
    if self[.MAIN_CTRL] & 1 << 2 != 0 { return "USBCTRL.SIE_CTRL attaches, but MAIN_CTRL.PHY_ISO" }
    if self[.SIE_CTRL] & 1 << 15 != 0 { return "USBCTRL.SIE_CTRL attaches with PULLDOWN_EN" }
    return clocks.system < 1.1 * 48e6
      ? "USBCTRL.SIE_CTRL attaches, but CLK_SYS makes \(clocks.system) Hz (erratum RP2350-E12)"
      : nil
  }

  /// Its memory, by words.
  final class DualPort: Peripheral {
    private let usb: RP2040USB
    init(_ usb: RP2040USB) { self.usb = usb }
    var obstacle: String? { usb.obstacle }
    func name(at offset: UInt32) -> String? { "DPRAM[\(hex(offset))]" }
    func read(_ offset: UInt32) -> UInt32 { usb.memory[word: Int(offset)] }
    func write(_ offset: UInt32, _ value: UInt32) { usb.store(value, at: offset) }
  }

  private func store(_ value: UInt32, at offset: UInt32) {
    let old = memory[word: Int(offset)]
    memory[word: Int(offset)] = value
    guard (0x80..<0x100).contains(offset) else { return }
    let now = machine.instructions
    defer { writeTimes[offset] = now }
    // A request does not return the buffers to the firmware, and a packet of the one before would be its answer (hathach/tinyusb,
    // dcd_rp2040.c, reset_ep0).
    if old & Self.available != 0, value & Self.stall == 0, value != 0 {
      return machine.fail(
        "USBCTRL.DPRAM[\(hex(offset))] is written while AVAILABLE gives the buffer to the controller"
      )
    }
    if value & Self.available != 0, let fault = lateness(of: offset) { return machine.fail(fault) }
    guard value & Self.available != 0 else { return }
    guard old & ~Self.available == value & ~Self.available else {
      return machine.fail(
        "USBCTRL.DPRAM[\(hex(offset))] gets AVAILABLE together with other bits, which the controller may see later"
      )
    }
    // Twelve periods of the slower clock are enough, and a third more of the core's.
    guard now - writeTimes[offset, default: 0] >= 12 else {
      return machine.fail(
        "USBCTRL.DPRAM[\(hex(offset))] gets AVAILABLE before the controller sees the other bits")
    }
  }

  /// Erratum RP2040-E15: a bulk packet for the host that becomes available in the last 200 µs of a frame may lock the controller up, with
  /// the hub of a Raspberry Pi 4 or 400; not that of an RP2350 (hathach/tinyusb, rp2040_usb.c, e15_is_critical_frame_period). 10 µs are left for the interrupt.
  private func lateness(of offset: UInt32) -> String? {
    let use = memory[word: Int(offset) - 0x80]
    guard chip == .rp2040, offset & 4 == 0, offset >= 0x88, use >> 26 & 3 == 2, let frameStart
    else { return nil }
    let microseconds = (machine.time - frameStart) / 1_000
    guard 810..<990 ~= microseconds else { return nil }
    return
      "USBCTRL.DPRAM[\(hex(offset))] gets AVAILABLE \(microseconds) µs after the frame's start (erratum RP2040-E15)"
  }

  // --- The host's side --------------------------------------------------------------------------------

  func plugIn() { hasPower = true }
  // Bus power is assumed, so the controller only misses the frames.
  func unplug() { hasPower = false }

  private var hasNewFrame = false

  func startFrame() {
    (frameStart, hasNewFrame) = (machine.time, true)
    machine.askForAttention()
  }

  // It could report this, but the firmware has the frames.
  func suspend() {}
  func resume() {}

  /// It is on, its lines lead to the pins, it knows of bus power, and it pulls D+ up.
  var isAttached: Bool {
    hasPower && obstacle == nil && self[.MAIN_CTRL] & 3 == 1 && self[.USB_MUXING] & 0b1001 == 0b1001
      && self[.USB_PWR] & 0b1100 == 0b1100 && self[.SIE_CTRL] >> 16 & 1 == 1
  }

  var address: UInt8 { UInt8(self[.ADDR_ENDP] & 127) }

  func resetBus() {
    self[.ADDR_ENDP] = 0
    self[.SIE_STATUS] |= 1 << 19
  }

  func request(_ bytes: [UInt8]) {
    for (place, byte) in bytes.enumerated() { memory.bytes[place] = byte }
    self[.EP_STALL_ARM] = 0
    self[.SIE_STATUS] |= 1 << 17
  }

  /// Where an endpoint's packet lies; nil if it is off. Then it does not even answer NAK (raspberrypi/pico-sdk, RP2040.svd,
  /// EP1_IN_CONTROL.ENABLE: "The device will not reply to any packets for this endpoint if this bit is not set").
  private func buffer(_ control: UInt32) -> Int? {
    if control < 0x88 { return 0x100 }
    let use = memory[word: Int(control) - 0x80]
    return use >> 31 == 1 ? Int(use & 0xFFC0) : nil
  }

  /// Reports that the buffer is the firmware's again.
  private func finish(_ control: UInt32, _ word: UInt32) {
    memory[word: Int(control)] = word & ~Self.available
    let use = control < 0x88 ? self[.SIE_CTRL] : memory[word: Int(control) - 0x80]
    if use >> 29 & 1 == 1 { self[.BUFF_STATUS] |= 1 << ((control - 0x80) / 4) }
    machine.askForAttention()
  }

  private func isStalled(_ control: UInt32, _ word: UInt32) -> Bool {
    word & Self.stall != 0
      && (control >= 0x88 || self[.EP_STALL_ARM] >> ((control - 0x80) / 4) & 1 == 1)
  }

  func receive(from endpoint: Int) -> USBAnswer {
    let control = UInt32(0x80 + 8 * endpoint)
    let word = memory[word: Int(control)]
    guard let place = buffer(control) else { return .silence }
    if isStalled(control, word) { return .stall }
    guard word & Self.available != 0 else { return .notReady }
    guard word & Self.full != 0 else {
      machine.fail("USBCTRL.DPRAM[\(hex(control))] is AVAILABLE, but not FULL")
      return .notReady
    }
    finish(control, word & ~Self.full)
    let bytes = UnsafeBufferPointer(start: memory.bytes + place, count: Int(word & 0x3FF))
    return .data(Array(bytes), parity: word >> 13 & 1 == 1)
  }

  func send(_ bytes: [UInt8], parity: Bool, to endpoint: Int) -> USBAnswer {
    let control = UInt32(0x84 + 8 * endpoint)
    let word = memory[word: Int(control)]
    guard let place = buffer(control) else { return .silence }
    if isStalled(control, word) { return .stall }
    guard word & Self.available != 0 else { return .notReady }
    guard (word >> 13 & 1 == 1) == parity else {
      machine.fail(
        "USBCTRL.DPRAM[\(hex(control))] expects the other one of DATA0 and DATA1 than the host sends"
      )
      return .notReady
    }
    guard bytes.count <= Int(word & 0x3FF) else {
      machine.fail("USBCTRL.DPRAM[\(hex(control))] has no room for \(bytes.count) bytes")
      return .notReady
    }
    for (index, byte) in bytes.enumerated() { memory.bytes[place + index] = byte }
    finish(control, word & ~0x3FF | UInt32(bytes.count) | Self.full)
    return .acknowledge
  }
}
