// SPDX-License-Identifier: MIT

/// A computer with a USB port: it enumerates the device as Linux does (Universal Serial Bus Specification 2.0, 9.1.2), opens its serial
/// port (PSTN 1.2, 6.3) and exchanges bytes with it. Whatever departs from the specification ends the run.
final class USBHost {
  /// The strings that the device gave: manufacturer and product.
  private(set) var strings: [String] = []
  /// What its keyboard has typed.
  var typed: String { keys.text }
  /// True once a program of the host has opened the port.
  private(set) var isOpen = false
  private unowned let machine: Machine
  private let port: any USBPort
  private let line: HostLine
  private var unsent: [UInt8] = []
  private var steps: [() -> Void] = []
  private var transfer: Transfer?
  private var address: UInt8 = 0
  private var endpoints: (into: Int, out: Int) = (0, 0)
  private var parities: (into: Bool, out: Bool) = (false, false)
  /// The endpoints of notifications.
  private var notifications: [Int] = []
  private var keys = KeyReports()
  /// The computer sleeps: there are no frames.
  private var isAsleep = false
  private var isUnplugged = false
  /// When the last frame began, ns.
  private var frameStart: UInt64 = 0
  private var isConfigured = false
  private var frames = 0

  /// A request in hand.
  private struct Transfer {
    let setup: [UInt8]
    let name: String
    var data: [UInt8]
    let done: ([UInt8]) -> Void
    var stage = Stage.request
    var parity = true
    var attempts = 0

    var isToHost: Bool { setup[0] & 0x80 != 0 }
    var length: Int { Int(setup[6]) | Int(setup[7]) << 8 }
  }

  private enum Stage { case request, data, status }

  /// A computer whose programs speak through `line`.
  init(_ machine: Machine, _ port: any USBPort, line: HostLine) {
    (self.machine, self.port, self.line) = (machine, port, line)
    line.onByte = { [unowned self] in unsent.append($0) }
  }

  /// Plugs the cable in, now and after each reset of the chip.
  func plugIn() {
    port.plugIn()
    machine.schedule(after: 1_000_000) { [unowned self] in waitForDevice() }
  }

  /// Looks for the pull-up every millisecond, and lets the contacts settle for 100 ms (7.1.7.3).
  private func waitForDevice() {
    guard port.isAttached else {
      return machine.schedule(after: 1_000_000) { [unowned self] in waitForDevice() }
    }
    machine.schedule(after: 100_000_000) { [unowned self] in
      enumerate()
      frame()
    }
  }

  private func resetBus() {
    (address, transfer, isOpen, isConfigured) = (0, nil, false, false)
    port.resetBus()
  }

  private func enumerate() {
    resetBus()
    (strings, notifications, parities, keys) = ([], [], (false, false), KeyReports(after: keys))
    steps = [
      { [unowned self] in
        read("the device descriptor's first bytes", 0x80, 6, value: 0x0100, length: 64) {
          $0.count == 18 && $0[7] == 64
        }
      },
      { [unowned self] in
        resetBus()
        write("SET_ADDRESS", 0x00, 5, value: 7) { [unowned self] in address = 7 }
      },
      { [unowned self] in
        read("the device descriptor", 0x80, 6, value: 0x0100, length: 18) {
          $0.count == 18 && $0[0] == 18 && $0[1] == 1
        }
      },
      { [unowned self] in
        read("the configuration's first bytes", 0x80, 6, value: 0x0200, length: 9) {
          [unowned self] in
          readConfiguration(length: UInt16($0[2]) | UInt16($0[3]) << 8)
          return $0.count == 9
        }
      },
      { [unowned self] in
        read("the languages", 0x80, 6, value: 0x0300, length: 255) { $0 == [4, 3, 9, 4] }
      },
      { [unowned self] in readString(1) },
      { [unowned self] in readString(2) },
      { [unowned self] in
        refused("the descriptor of a device with another speed", 0x80, 6, value: 0x0600, length: 10)
      },
      { [unowned self] in
        write("SET_CONFIGURATION", 0x00, 9, value: 1) { [unowned self] in isConfigured = true }
      },
      { [unowned self] in
        read("GET_CONFIGURATION", 0x80, 8, value: 0, length: 1) { $0 == [1] }
      },
      { [unowned self] in read("GET_STATUS", 0x80, 0, value: 0, length: 2) { $0 == [0, 0] } },
      { [unowned self] in
        write("SET_LINE_CODING", 0x21, 0x20, value: 0, data: [0, 0xE1, 0, 0, 0, 0, 8])
      },
      { [unowned self] in
        read("GET_LINE_CODING", 0xA1, 0x21, value: 0, length: 7) { $0 == [0, 0xE1, 0, 0, 0, 0, 8] }
      },
      openPort,
    ]
  }

  private var openPort: () -> Void {
    { [unowned self] in
      write("SET_CONTROL_LINE_STATE", 0x21, 0x22, value: 3) { [unowned self] in isOpen = true }
    }
  }

  private var closePort: () -> Void {
    { [unowned self] in
      isOpen = false
      write("SET_CONTROL_LINE_STATE", 0x21, 0x22, value: 0)
    }
  }

  // --- Events -----------------------------------------------------------------------------------------

  /// Lets it happen.
  func schedule(_ event: Event) {
    machine.schedule(at: event.begin) { [unowned self] in begin(event.kind) }
    if event.end > event.begin {
      machine.schedule(at: event.end) { [unowned self] in end(event.kind) }
    }
  }

  private func begin(_ kind: Event.Kind) {
    switch kind {
    // The program reads no more, and is closed a moment later.
    case .close:
      isOpen = false
      machine.schedule(after: 100_000_000) { [unowned self] in steps.append(closePort) }
    case .sleep:
      isAsleep = true
      machine.schedule(after: 3_000_000) { [unowned self] in port.suspend() }
    case .unplug:
      isUnplugged = true
      port.unplug()
    case .halt: for endpoint in [0x81, 0x82, 0x02] + keyEndpoint { clearHalt(endpoint) }
    case .interface: for interface in 0...(keys.endpoint == nil ? 1 : 2) { choose(interface) }
    case .busreset: enumerate()
    case .abort: abort()
    case .touch: touch()
    default: break
    }
  }

  private func end(_ kind: Event.Kind) {
    switch kind {
    case .close: steps.append(openPort)
    case .sleep:
      port.resume()
      isAsleep = false
    case .unplug:
      (isUnplugged, isOpen, isConfigured, transfer, steps) = (false, false, false, nil, [])
      plugIn()
    default: break
    }
  }

  private var keyEndpoint: [UInt16] { keys.endpoint.map { [0x80 | UInt16($0)] } ?? [] }

  /// CLEAR_FEATURE(ENDPOINT_HALT): both begin with DATA0 again (9.4.5).
  private func clearHalt(_ endpoint: UInt16) {
    steps.append { [unowned self] in
      write("CLEAR_FEATURE", 0x02, 1, value: 0, index: endpoint) { [unowned self] in
        restart(endpoint)
      }
    }
  }

  /// SET_INTERFACE: its endpoints begin with DATA0 again (9.1.1.5).
  private func choose(_ interface: Int) {
    steps.append { [unowned self] in
      write("SET_INTERFACE", 0x01, 11, value: 0, index: UInt16(interface)) { [unowned self] in
        for endpoint in [[0x81], [0x82, 0x02], keyEndpoint][interface] { restart(endpoint) }
      }
    }
  }

  private func restart(_ endpoint: UInt16) {
    switch Int(endpoint) {
    case 0x80 | endpoints.into: parities.into = false
    case endpoints.out: parities.out = false
    case let number where keys.endpoint == number & 15: keys.restart()
    default: break
    }
  }

  /// Asks for the device descriptor, waits, and asks something else without having fetched it.
  private func abort() {
    steps.append { [unowned self] in port.request(setup(0x80, 6, 0x0100, 0, 18)) }
    steps.append { [unowned self] in
      read("GET_CONFIGURATION", 0x80, 8, value: 0, length: 1) { $0 == [1] }
    }
    steps.append { [unowned self] in port.request(setup(0x21, 0x20, 0, 0, 7)) }
    steps.append { [unowned self] in
      read("GET_STATUS", 0x80, 0, value: 0, length: 2) { $0 == [0, 0] }
    }
  }

  private func touch() {
    steps += [
      closePort,
      { [unowned self] in
        write("SET_LINE_CODING", 0x21, 0x20, value: 0, data: [0xB0, 4, 0, 0, 0, 0, 8])
      }, openPort, closePort,
    ]
  }

  private func readConfiguration(length: UInt16) {
    steps.insert(
      { [unowned self] in
        read("the configuration", 0x80, 6, value: 0x0200, length: length) { [unowned self] in
          $0.count == Int(length) && takeEndpoints(of: $0)
        }
      }, at: 0)
  }

  /// Finds the endpoints of the data interface, and looks whether the descriptors' lengths fit each other.
  private func takeEndpoints(of bytes: [UInt8]) -> Bool {
    var (place, kind, interface): (Int, UInt8, UInt8) = (0, 0, 0)
    while place + 1 < bytes.count, bytes[place] >= 2, place + Int(bytes[place]) <= bytes.count {
      let part = bytes[place..<place + Int(bytes[place])]
      if bytes[place + 1] == 4 { (kind, interface) = (bytes[place + 5], bytes[place + 2]) }
      if bytes[place + 1] == 0x21, kind == 3, part.count == 9 {
        readReports(of: UInt16(interface), length: UInt16(bytes[place + 7]))
      }
      if bytes[place + 1] == 5, kind == 3 { keys.endpoint = Int(bytes[place + 2] & 15) }
      if bytes[place + 1] == 5, kind == 2 { notifications.append(Int(bytes[place + 2] & 15)) }
      if bytes[place + 1] == 5, kind == 0x0A, part.count == 7 {
        let number = Int(bytes[place + 2] & 15)
        if bytes[place + 2] & 0x80 != 0 { endpoints.into = number } else { endpoints.out = number }
      }
      place += part.count
    }
    return place == bytes.count && endpoints.into > 0 && endpoints.out > 0
  }

  /// What a host asks a keyboard (HID 1.11, 7): how its reports are built, and to repeat none; and it switches its lights.
  private func readReports(of interface: UInt16, length: UInt16) {
    steps += [
      { [unowned self] in
        read(
          "the report descriptor", 0x81, 6, value: 0x2200, language: interface, length: length
        ) { $0.count == Int(length) && $0.starts(with: [5, 1, 9, 6, 0xA1, 1]) && $0.last == 0xC0 }
      },
      { [unowned self] in
        read("GET_REPORT", 0xA1, 1, value: 0x0100, language: interface, length: 8) {
          $0 == [UInt8](repeating: 0, count: 8)
        }
      },
      { [unowned self] in
        read("the descriptor of a keyboard", 0x81, 6, value: 0x2100, language: interface, length: 9)
        {
          $0.count == 9 && $0[1] == 0x21
        }
      },
      { [unowned self] in write("SET_IDLE", 0x21, 0x0A, value: 0, index: interface) },
      { [unowned self] in
        write("SET_REPORT", 0x21, 9, value: 0x0200, index: interface, data: [1])
      },
    ]
  }

  private func readString(_ index: UInt16) {
    read("string \(index)", 0x80, 6, value: 0x0300 | index, language: 0x0409, length: 255) {
      [unowned self] bytes in
      guard bytes.count >= 2, Int(bytes[0]) == bytes.count, bytes[1] == 3 else { return false }
      let units = stride(from: 2, to: bytes.count - 1, by: 2).map {
        UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8
      }
      strings.append(String(decoding: units, as: UTF16.self))
      return true
    }
  }

  // --- Requests ---------------------------------------------------------------------------------------

  private func setup(
    _ kind: UInt8, _ number: UInt8, _ value: UInt16, _ index: UInt16, _ length: UInt16
  ) -> [UInt8] {
    [kind, number]
      + [value, index, length].flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
  }

  private func read(
    _ name: String, _ kind: UInt8, _ number: UInt8, value: UInt16, language: UInt16 = 0,
    length: UInt16, check: @escaping ([UInt8]) -> Bool
  ) {
    transfer = Transfer(
      setup: setup(kind, number, value, language, length), name: name, data: []
    ) { [unowned self] bytes in
      if !check(bytes) { machine.fail("the device's answer to \(name) is \(bytes)") }
    }
  }

  private func write(
    _ name: String, _ kind: UInt8, _ number: UInt8, value: UInt16, index: UInt16 = 0,
    data: [UInt8] = [], done: @escaping () -> Void = {}
  ) {
    transfer = Transfer(
      setup: setup(kind, number, value, index, UInt16(data.count)), name: name, data: data
    ) { _ in done() }
  }

  /// A request that the device must refuse.
  private func refused(
    _ name: String, _ kind: UInt8, _ number: UInt8, value: UInt16, length: UInt16
  ) {
    transfer = Transfer(
      setup: setup(kind, number, value, 0, length), name: "refused: \(name)", data: []
    ) { [unowned self] _ in machine.fail("the device answers \(name), which it does not have") }
  }

  // --- Packets ----------------------------------------------------------------------------------------

  /// A millisecond of the bus: requests first, then bytes.
  private func frame() {
    guard !isUnplugged else { return }
    guard !isAsleep else {
      return machine.schedule(after: 1_000_000) { [unowned self] in frame() }
    }
    guard port.isAttached else {
      // The chip was reset, or the cable is out.
      (isOpen, isConfigured, transfer, steps) = (false, false, nil, [])
      return waitForDevice()
    }
    if machine.time >= frameStart + 1_000_000 {
      frameStart = machine.time
      port.startFrame()
    }
    if transfer == nil, !steps.isEmpty { steps.removeFirst()() }
    if transfer != nil { transact() }
    if isOpen { exchange() }
    frames += 1
    if isConfigured, steps.isEmpty, frames % 8 == 0, let endpoint = keys.endpoint {
      switch port.receive(from: endpoint) {
      case .data(let bytes, let parity):
        if let fault = keys.take(bytes, parity: parity) { machine.fail(fault) }
      case .notReady: break
      case let answer: unexpected(answer, "a key")
      }
    }
    if isConfigured, frames % 128 == 0 {
      for endpoint in notifications { askForNotification(endpoint) }
    }
    machine.schedule(after: transfer == nil ? 1_000_000 : 50_000) { [unowned self] in frame() }
  }

  /// A host asks for notifications as long as the port is open (torvalds/linux, drivers/usb/class/cdc-acm.c, acm_port_activate), at most
  /// every 255 ms here, which it rounds down to a power of two.
  private func askForNotification(_ endpoint: Int) {
    switch port.receive(from: endpoint) {
    case .notReady: break
    case let answer: unexpected(answer, "the question for a notification")
    }
  }

  /// The next packet of the request in hand.
  private func transact() {
    guard var now = transfer else { return }
    guard port.address == address else {
      return machine.fail(
        "the device has address \(port.address) and not \(address) at \(now.name)")
    }
    now.attempts += 1
    // 5 s (9.2.6.1).
    guard now.attempts < 100_000 else {
      return machine.fail("the device is not ready to answer \(now.name)")
    }
    defer { transfer = transfer == nil ? nil : now }
    switch now.stage {
    case .request:
      port.request(now.setup)
      let hasData = now.isToHost || !now.data.isEmpty
      now.stage = hasData ? .data : .status
    case .data where now.isToHost:
      switch port.receive(from: 0) {
      case .data(let bytes, let parity):
        guard parity == now.parity else { return wrongParity(now.name) }
        now.parity.toggle()
        now.data += bytes
        if bytes.count < 64 || now.data.count >= now.length { now.stage = .status }
      case .stall where now.name.hasPrefix("refused"): transfer = nil
      case .notReady: break
      case let answer: unexpected(answer, now.name)
      }
    case .data:
      switch port.send(now.data, parity: true, to: 0) {
      case .acknowledge: now.stage = .status
      case .notReady: break
      case let answer: unexpected(answer, now.name)
      }
    case .status:
      let answer = now.isToHost ? port.send([], parity: true, to: 0) : port.receive(from: 0)
      switch answer {
      case .notReady: break
      case .acknowledge where now.isToHost, .data([], parity: true) where !now.isToHost:
        transfer = nil
        now.done(now.data)
      default: unexpected(answer, "the end of \(now.name)")
      }
    }
  }

  /// Fetches all bytes that the device has, and sends it a packet of those for it.
  private func exchange() {
    while case .data(let bytes, let parity) = port.receive(from: endpoints.into) {
      guard parity == parities.into else { return wrongParity("endpoint \(endpoints.into)") }
      parities.into.toggle()
      for byte in bytes { line.send(byte) }
    }
    let packet = Array(unsent.prefix(64))
    guard !packet.isEmpty else { return }
    switch port.send(packet, parity: parities.out, to: endpoints.out) {
    case .acknowledge:
      parities.out.toggle()
      unsent.removeFirst(packet.count)
    case .notReady: break
    case let answer: unexpected(answer, "bytes")
    }
  }

  private func wrongParity(_ name: String) {
    machine.fail("the device's packet for \(name) repeats DATA0 or DATA1: the host drops it")
  }

  private func unexpected(_ answer: USBAnswer, _ name: String) {
    machine.fail("the device answers \(name) with \(answer)")
  }
}
