// SPDX-License-Identifier: MIT

/// USBD, the USB controller as a device (nRF52840 Product Specification, 6.35), with the anomalies that a firmware has to know: 171, 187
/// and 199 (nRF52840 Errata).
final class NRF52840USBD: NRF52840Peripheral, USBPort {
  private let clock: NRF52840Clock
  private let memory: NRF52840RAM
  private let anomalies: NRF52840Anomalies
  private var isReady = false
  private var isCopying = false
  private var generation = 0
  /// Of each endpoint to the host the packet that waits, and the parity of the next.
  private var outgoing: [Int: [UInt8]] = [:]
  private var parities: Set<Int> = []
  /// Of each endpoint from the host the packet that came, and whether one may come.
  private var incoming: [Int: [UInt8]] = [:]
  private var open: Set<Int> = []
  private var isStalled = false
  private var mayEnd = false
  private var mayReceive = false
  private var setup: [UInt8] = []
  private(set) var address: UInt8 = 0
  private var selected = 0
  /// How often it was switched on since the reset.
  private var starts = 0
  /// Whether EasyDMA has copied an odd number of bytes since the controller was switched on.
  private var isOdd = false
  /// What 0x800 points to: a register of the controller without a name.
  private static let disarming: [UInt32: Int] = [0x7B6: 1, 0x7B8: 2, 0x7BA: 3]

  init(
    _ machine: Machine, _ clock: NRF52840Clock, _ memory: NRF52840RAM,
    _ anomalies: NRF52840Anomalies
  ) {
    (self.clock, self.memory, self.anomalies) = (clock, memory, anomalies)
    super.init(
      machine, "USBD", interrupt: 39,
      [
        0x004: "TASKS_STARTEPIN[0]", 0x00C: "TASKS_STARTEPIN[2]",
        0x010: "TASKS_STARTEPIN[3]", 0x028: "TASKS_STARTEPOUT[0]",
        0x030: "TASKS_STARTEPOUT[2]", 0x04C: "TASKS_EP0RCVOUT", 0x050: "TASKS_EP0STATUS",
        0x054: "TASKS_EP0STALL", 0x100: "EVENTS_USBRESET", 0x108: "EVENTS_ENDEPIN[0]",
        0x110: "EVENTS_ENDEPIN[2]", 0x114: "EVENTS_ENDEPIN[3]", 0x128: "EVENTS_EP0DATADONE",
        0x130: "EVENTS_ENDEPOUT[0]",
        0x138: "EVENTS_ENDEPOUT[2]", 0x15C: "EVENTS_EP0SETUP", 0x160: "EVENTS_EPDATA",
        0x400: "EVENTCAUSE", 0x46C: "EPDATASTATUS", 0x480: "BMREQUESTTYPE", 0x484: "BREQUEST",
        0x488: "WVALUEL", 0x48C: "WVALUEH", 0x490: "WINDEXL", 0x494: "WINDEXH", 0x498: "WLENGTHL",
        0x49C: "WLENGTHH", 0x4A0: "SIZE.EPOUT[0]", 0x4A8: "SIZE.EPOUT[2]", 0x500: "ENABLE",
        0x504: "USBPULLUP", 0x50C: "DTOGGLE", 0x510: "EPINEN", 0x514: "EPOUTEN",
        0x600: "EPIN[0].PTR", 0x604: "EPIN[0].MAXCNT", 0x628: "EPIN[2].PTR",
        0x62C: "EPIN[2].MAXCNT", 0x63C: "EPIN[3].PTR", 0x640: "EPIN[3].MAXCNT",
        0x700: "EPOUT[0].PTR", 0x704: "EPOUT[0].MAXCNT",
        0x728: "EPOUT[2].PTR", 0x72C: "EPOUT[2].MAXCNT", 0xC1C: "0xC1C of anomaly 199",
        0x158: "EVENTS_USBEVENT", 0x800: "0x800", 0x804: "0x804",
      ])
  }

  override func reset() {
    super.reset()
    generation += 1
    (isReady, isCopying, starts) = (false, false, 0)
    forget()
  }

  private func forget() {
    (outgoing, parities, incoming, open) = ([:], [], [:], [])
    (isStalled, mayEnd, mayReceive, address) = (false, false, false, 0)
  }

  override func value(_ offset: UInt32) -> UInt32 {
    switch offset {
    case 0x480...0x49C: setup.isEmpty ? 0 : UInt32(setup[Int(offset - 0x480) / 4])
    case 0x4A0...0x4BC: UInt32(incoming[Int(offset - 0x4A0) / 4]?.count ?? 0)
    default: super.value(offset)
    }
  }

  override func store(_ offset: UInt32, _ value: UInt32) {
    guard isReady || offset == 0x500 || offset == 0x400 || offset == 0xC1C else {
      return fail(offset, "is written before EVENTCAUSE.READY")
    }
    switch offset {
    case 0x400, 0x46C: put(offset, self.value(offset) & ~value)
    case 0x4A0...0x4BC: open.insert(Int(offset - 0x4A0) / 4)
    case 0x500: enable(value)
    case 0x504:
      guard value == 0 || clock.isUSBPowerReady && clock.hasCrystal else {
        return fail(0x504, "is set before POWER.USBREGSTATUS.OUTPUTRDY, or without the crystal")
      }
      // Anomaly 223 (NordicSemiconductor/nrfx, nrfx_usbd.c, m_first_enable): after a reset it is switched on, off and on again.
      guard value == 0 || starts > 1 else {
        return fail(0x504, "is set after the first start since the reset (anomaly 223)")
      }
      put(offset, value)
    case 0x50C: toggle(value)
    // Disarms an endpoint (NordicSemiconductor/nrfx, nrfx_usbd.c, nrfx_usbd_ep_abort: "Disarm the endpoint if there is any data buffered").
    case 0x804:
      guard let endpoint = Self.disarming[self.value(0x800)], value & 2 != 0 else {
        return fail(0x804, "= \(hex(value)) with 0x800 = \(hex(self.value(0x800)))")
      }
      outgoing[endpoint] = nil
    default: put(offset, value)
    }
  }

  private func enable(_ value: UInt32) {
    put(0x500, value)
    generation += 1
    guard value == 1 else {
      // nrfx_usbd.c, nrfx_usbd_disable: "Prevent invalid bus request after next USBD enable by ensuring that total number of bytes
      // transferred by DMA is even".
      if isReady, isOdd {
        return fail(
          0x500, "is cleared after an odd number of bytes: the next host may not find the device")
      }
      isReady = false
      return forget()
    }
    isOdd = false
    starts += 1
    guard clock.hasUSBPower else {
      return fail(0x500, "is set, but POWER.USBREGSTATUS.VBUSDETECT is 0")
    }
    guard anomalies.isPrepared else {
      return fail(
        0x500, "is set without what anomalies 171 and 187 ask for, and READY may not come")
    }
    let mine = generation
    machine.schedule(after: 20_000) { [unowned self] in
      guard mine == generation else { return }
      isReady = true
      put(0x400, self.value(0x400) | 1 << 11)
    }
  }

  /// Chooses an endpoint, or sets its parity (6.35.13.30).
  private func toggle(_ value: UInt32) {
    let endpoint = Int(value & 7) + (value & 0x80 == 0 ? 16 : 0)
    switch value >> 8 & 3 {
    case 0: selected = endpoint
    case _ where selected != endpoint: fail(0x50C, "sets an endpoint that was not selected before")
    case 1: parities.remove(endpoint)
    case 2: parities.insert(endpoint)
    default: fail(0x50C, "= \(hex(value))")
    }
  }

  override func start(task: UInt32) {
    guard isReady else { return fail(task, "is started before EVENTCAUSE.READY") }
    switch task {
    case 0x004..<0x024: copyOut(Int(task - 0x004) / 4, task)
    case 0x028..<0x048: copyIn(Int(task - 0x028) / 4, task)
    case 0x04C: mayReceive = true
    case 0x050: mayEnd = true
    default: isStalled = true
    }
  }

  private func copy(_ task: UInt32, _ base: UInt32, _ run: @escaping () -> Void) {
    // Buffers of bulk and interrupt endpoints are "32-bit aligned in Data RAM" (nRF52840 Product Specification 6.35, quoted in
    // tinygo-org/tinygo#3005).
    guard value(base) & 3 == 0 || base == 0x600 || base == 0x700 else {
      return fail(base, "= \(hex(value(base))) is not aligned to words")
    }
    guard !isCopying else { return fail(task, "is started while EasyDMA copies another packet") }
    guard value(0xC1C) == 0x82 else {
      return fail(task, "is started without what anomaly 199 asks for: a task in between is lost")
    }
    isCopying = true
    let mine = generation
    machine.schedule(after: 5_000) { [unowned self] in
      guard mine == generation else { return }
      isCopying = false
      run()
    }
  }

  private func copyOut(_ endpoint: Int, _ task: UInt32) {
    let base = 0x600 + 0x14 * UInt32(endpoint)
    copy(task, base) { [unowned self] in
      var bytes: [UInt8] = []
      if value(base + 4) & 1 != 0 { isOdd.toggle() }
      guard endpoint == 0 || outgoing[endpoint] == nil else {
        return fail(task, "is started while a packet waits for the host")
      }
      for index in 0..<value(base + 4) {
        guard let byte = memory.load(value(base) + index, "USBD.EPIN[\(endpoint)].PTR") else {
          return
        }
        bytes.append(byte)
      }
      outgoing[endpoint] = bytes
      raise(0x108 + 4 * UInt32(endpoint))
    }
  }

  private func copyIn(_ endpoint: Int, _ task: UInt32) {
    let base = 0x700 + 0x14 * UInt32(endpoint)
    copy(task, base) { [unowned self] in
      let bytes = incoming[endpoint] ?? []
      if bytes.count & 1 != 0 { isOdd.toggle() }
      guard bytes.count <= value(base + 4) else {
        return fail(base + 4, "= \(value(base + 4)): a packet of \(bytes.count) bytes has no room")
      }
      for (index, byte) in bytes.enumerated() {
        guard memory.store(byte, value(base) + UInt32(index), "USBD.EPOUT[\(endpoint)].PTR") else {
          return
        }
      }
      open.insert(endpoint)
      raise(0x130 + 4 * UInt32(endpoint))
    }
  }

  // --- The host's side --------------------------------------------------------------------------------

  func plugIn() { clock.giveUSBPower() }
  func unplug() { clock.takeUSBPower() }
  func startFrame() {}
  func suspend() { tellCause(8) }

  func resume() {
    // Anomaly 211: what 187 asks for stays until the controller is switched off (nrfx_usbd.c, nrfx_usbd_enable and _disable).
    guard anomalies.isAwake else {
      return fail(0x500, "is awakened, but 0xD14 is not 3 (anomaly 211): it may not come back")
    }
    tellCause(9)
  }

  private func tellCause(_ bit: UInt32) {
    put(0x400, value(0x400) | 1 << bit)
    raise(0x158)
    machine.askForAttention()
  }

  var isAttached: Bool { isReady && value(0x504) == 1 }

  func resetBus() {
    forget()
    raise(0x100)
    machine.askForAttention()
  }

  func request(_ bytes: [UInt8]) {
    (setup, isStalled, mayEnd, mayReceive) = (bytes, false, false, false)
    outgoing[0] = nil
    // The controller acknowledges its address itself, and adopts it then.
    if bytes[0] == 0, bytes[1] == 5 { mayEnd = true }
    parities.insert(0)
    raise(0x15C)
    machine.askForAttention()
  }

  private func tell(_ bit: Int) {
    put(0x46C, value(0x46C) | 1 << UInt32(bit))
    raise(0x160)
    machine.askForAttention()
  }

  func receive(from endpoint: Int) -> USBAnswer {
    if endpoint == 0 {
      if isStalled { return .stall }
      if setup[0] & 0x80 == 0 {
        guard mayEnd else { return .notReady }
        mayEnd = false
        if setup[0] == 0, setup[1] == 5 { address = setup[2] & 127 }
        return .data([], parity: true)
      }
    }
    // NordicSemiconductor/nrfx, nrf52840_bitfields.h, EPINEN: "Disable endpoint IN (no response to IN tokens)".
    guard endpoint == 0 || value(0x510) >> UInt32(endpoint) & 1 == 1 else { return .silence }
    guard let bytes = outgoing.removeValue(forKey: endpoint) else { return .notReady }
    let parity = parities.contains(endpoint)
    if parity { parities.remove(endpoint) } else { parities.insert(endpoint) }
    if endpoint == 0 {
      raise(0x128)
      machine.askForAttention()
    } else {
      tell(endpoint)
    }
    return .data(bytes, parity: parity)
  }

  func send(_ bytes: [UInt8], parity: Bool, to endpoint: Int) -> USBAnswer {
    guard endpoint == 0 else {
      guard value(0x514) >> UInt32(endpoint) & 1 == 1 else { return .silence }
      guard open.remove(endpoint) != nil else { return .notReady }
      guard parity == parities.contains(16 + endpoint) else {
        fail(0x50C, "has the other one of DATA0 and DATA1 than the host sends")
        return .notReady
      }
      if parity { parities.remove(16 + endpoint) } else { parities.insert(16 + endpoint) }
      incoming[endpoint] = bytes
      tell(16 + endpoint)
      return .acknowledge
    }
    if isStalled { return .stall }
    if setup[0] & 0x80 != 0 {
      guard mayEnd, bytes.isEmpty else { return .notReady }
      mayEnd = false
      return .acknowledge
    }
    guard mayReceive else { return .notReady }
    mayReceive = false
    incoming[0] = bytes
    raise(0x128)
    machine.askForAttention()
    return .acknowledge
  }
}

/// The registers without a name by which anomalies 171 and 187 are prevented (nRF52840 Errata).
final class NRF52840Anomalies: NRF52840Peripheral {
  init(_ machine: Machine) {
    super.init(
      machine, "ANOMALIES", interrupt: nil,
      [0xC00: "0xC00 (key)", 0xC14: "0xC14 of anomaly 171", 0xD14: "0xD14 of anomaly 187"])
  }

  /// True between what has to be done before USBD.ENABLE and what has to be done after it.
  var isPrepared: Bool { value(0xC14) == 0xC0 && value(0xD14) == 3 && value(0xC00) == 0 }

  /// True while the controller can come back from a sleep of the bus.
  var isAwake: Bool { value(0xD14) == 3 }

  override func store(_ offset: UInt32, _ value: UInt32) {
    // The key opens the others and closes them.
    if offset == 0xC00 { return put(0xC00, value == 0x9375 && self.value(0xC00) == 0 ? 1 : 0) }
    guard self.value(0xC00) == 1 else { return fail(offset, "is written, but 0xC00 has no key") }
    put(offset, value)
  }
}
