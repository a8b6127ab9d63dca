// SPDX-License-Identifier: MIT

/// A computer with a USB port: it enumerates the device in the order of its operating system (Universal Serial Bus Specification 2.0,
/// 9.1.2), opens its serial port (PSTN 1.2, 6.3) and exchanges bytes with it. Whatever departs from the specification ends the run.
final class USBHost {
  /// The strings that the device gave: manufacturer and product.
  var strings: [String] { [0x0301, 0x0302].compactMap { descriptors[$0].map(Self.text) } }
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
  private var keys: KeyReports
  /// The interface of the keyboard, and how long the description of its reports is.
  private var keyInterface: UInt16 = 0
  private var reportLength: UInt16 = 0
  /// What it asks, in this order.
  private let enumeration: [HostRequest]
  /// The descriptors as far as they are known, by wValue.
  private var descriptors: [UInt16: [UInt8]] = [:]
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

  /// A computer whose programs speak through `line`, with keyboards of `layout`.
  init(
    _ machine: Machine, _ port: any USBPort, line: HostLine, enumeration: [HostRequest],
    layout: KeyLayout
  ) {
    (self.machine, self.port, self.line) = (machine, port, line)
    (self.enumeration, keys) = (enumeration, KeyReports(layout))
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
    (descriptors, notifications, parities) = ([:], [], (false, false))
    keys = KeyReports(after: keys)
    steps = enumeration.map { request in { [unowned self] in ask(request) } }
  }

  /// Does a row of the enumeration.
  private func ask(_ request: HostRequest) {
    guard !request.isForKeyboard || keys.endpoint != nil else { return }
    let index = request.isForKeyboard ? keyInterface : request.index
    let name = "request \(request.number) of \(request.kind) with \(request.value)"
    var length: UInt16
    switch request.length {
    case .bytes(let count): length = count
    case .all(let more): length = self.length(of: request.value) + more
    }
    if !request.data.isEmpty { length = UInt16(request.data.count) }
    switch request.outcome {
    case .reset: resetBus()
    case .lost: port.request(setup(request.kind, request.number, request.value, index, length))
    case .refused:
      refused(name, request.kind, request.number, value: request.value, length: length)
    case .bytes(let bytes):
      read(
        name, request.kind, request.number, value: request.value, language: index, length: length
      ) { $0 == bytes }
    case .descriptor:
      read(
        name, request.kind, request.number, value: request.value, language: index, length: length
      ) { [unowned self] in takeDescriptor(request.value, $0, length) }
    case .done:
      write(
        name, request.kind, request.number, value: request.value, index: index, data: request.data
      ) { [unowned self] in finish(request) }
    }
  }

  /// What follows from a request that is done.
  private func finish(_ request: HostRequest) {
    switch (request.kind, request.number) {
    case (0x00, 5): address = UInt8(request.value)
    case (0x00, 9): isConfigured = true
    case (0x21, 0x22): isOpen = request.value & 1 != 0
    default: break
    }
  }

  /// The length of a descriptor, from what is known of it: its first byte, a configuration's third and fourth, and the reports' length in
  /// the HID descriptor.
  private func length(of value: UInt16) -> UInt16 {
    let known = descriptors[value] ?? []
    switch value {
    case 0x0200: return known.count < 4 ? 9 : UInt16(known[2]) | UInt16(known[3]) << 8
    case 0x2200: return reportLength
    default: return known.first.map(UInt16.init) ?? 255
    }
  }

  /// True if a descriptor is as long as it specifies, or as was asked for, and as it was before.
  private func takeDescriptor(_ value: UInt16, _ bytes: [UInt8], _ asked: UInt16) -> Bool {
    let known = descriptors[value] ?? []
    guard zip(known, bytes).allSatisfy({ $0 == $1 }) else { return false }
    if bytes.count > known.count { descriptors[value] = bytes }
    guard bytes.count == Int(min(asked, length(of: value))) else { return false }
    switch value {
    case 0x0100: return bytes[1] == 1 && (bytes.count < 8 || bytes[7] == 64)
    case 0x0200:
      return bytes[1] == 2
        && (bytes.count < Int(length(of: value)) || takeEndpoints(of: bytes))
    case 0x0300: return bytes[1] == 3 && (bytes.count < 4 || bytes[2...] == [9, 4])
    case 0x2100: return bytes[1] == 0x21
    case 0x2200: return bytes.starts(with: [5, 1, 9, 6, 0xA1, 1]) && bytes.last == 0xC0
    default: return bytes[1] == 3
    }
  }

  /// The text of a string's descriptor.
  private static func text(_ bytes: [UInt8]) -> String {
    let units = stride(from: 2, to: bytes.count - 1, by: 2).map {
      UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8
    }
    return String(decoding: units, as: UTF16.self)
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

  /// Finds the endpoints of the data interface, and looks whether the descriptors' lengths fit each other.
  private func takeEndpoints(of bytes: [UInt8]) -> Bool {
    var (place, kind, interface): (Int, UInt8, UInt8) = (0, 0, 0)
    var found: [Int] = []
    while place + 1 < bytes.count, bytes[place] >= 2, place + Int(bytes[place]) <= bytes.count {
      let part = bytes[place..<place + Int(bytes[place])]
      if bytes[place + 1] == 4 { (kind, interface) = (bytes[place + 5], bytes[place + 2]) }
      if bytes[place + 1] == 0x21, kind == 3, part.count == 9 {
        (keyInterface, reportLength) = (UInt16(interface), UInt16(bytes[place + 7]))
      }
      if bytes[place + 1] == 5, kind == 3 { keys.endpoint = Int(bytes[place + 2] & 15) }
      if bytes[place + 1] == 5, kind == 2 { found.append(Int(bytes[place + 2] & 15)) }
      if bytes[place + 1] == 5, kind == 0x0A, part.count == 7 {
        let number = Int(bytes[place + 2] & 15)
        if bytes[place + 2] & 0x80 != 0 { endpoints.into = number } else { endpoints.out = number }
      }
      place += part.count
    }
    notifications = found
    return place == bytes.count && endpoints.into > 0 && endpoints.out > 0
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
