// SPDX-License-Identifier: MIT
import QuillonSensorModels

/// The command line: words that begin with two hyphens, each with a value.
struct Options {
  let board: BoardName
  let image: String
  /// The chip's name; nil: no chip is connected.
  let sensor: String?
  /// A trace of the motion; nil: the board lies still.
  let motion: String?
  /// How long to run, s of virtual time; nil: as long as the motion and 2 s more.
  let seconds: Double?
  /// Where to write what the chip gave, if anywhere.
  let samples: String?
  /// Where to write what the run came to, if anywhere.
  let report: String?
  /// The terminal that is the host's line; nil: standard output and input.
  let line: String?
  /// True: the host's line is USB; false: it is the UART, and no cable is in.
  let isUSB: Bool
  /// What the host on USB asks.
  let enumeration: [HostRequest]
  /// The layout of its keyboards.
  let layout: KeyLayout
  /// True: the sensor chip is on SPI; false: on I2C.
  let isSPI: Bool
  /// A file that is put 96 KB behind the image's beginning, where images look for recorded samples.
  let replay: String?
  let faults: [ChipModelFault]
  /// What happens to the board from outside.
  let events: [Event]
  /// True: the boot loader has just written the image and jumps to it; false: power comes on.
  let isFromLoader: Bool
  /// False: the sensor's interrupt pin is not connected.
  let hasInterrupt: Bool
  /// Where an image begins that does not specify it itself.
  let origin: UInt32?
  /// A function whose calls are noted, and the file for them: 96 bytes from where r0 points, then
  /// whether the button is pressed when the firmware reads it next.
  let calls: (address: UInt32, path: String)?

  static let usage = """
    usage: board-emulator --board BOARD --image FILE [--sensor CHIP] [--motion TRACE.csv] [--seconds S]
           [--samples OUT.csv] [--report OUT.json] [--line TERMINAL] [--interrupt yes|no] [--origin HEX] [--fault FAULT]
           [--port uart|usb] [--host SYSTEM] [--layout \(KeyLayout.allCases.map(\.rawValue).joined(separator: "|"))] [--bus i2c|spi]
           [--replay FILE] [--calls HEX=OUT.txt] [--event EVENT] [--start power|loader]
      BOARD  \(BoardName.allCases.map(\.rawValue).joined(separator: ", "))
      CHIP   \(ChipModels.names.joined(separator: ", "))
      SYSTEM \(HostSystem.allCases.map(\.rawValue).joined(separator: ", ")); with -errors, answers get lost
      FAULT  hold@S (SDA is held low), reset@S, stop@S, deaf@S-S (no acknowledge), identity=HEX; several with commas
      EVENT  \(Event.Kind.allCases.map(\.rawValue).joined(separator: ", ")), each @S; close, sleep and unplug @S-S; several with commas
    """

  init(_ words: [String]) throws(Failure) {
    var values: [String: String] = [:]
    var rest = words[...]
    while let name = rest.popFirst() {
      guard name.hasPrefix("--"), Self.names.contains(String(name.dropFirst(2))) else {
        throw Failure("there is no option \(name)\n\(Self.usage)")
      }
      guard let value = rest.popFirst() else {
        throw Failure("\(name) lacks its value\n\(Self.usage)")
      }
      values[String(name.dropFirst(2))] = value
    }
    guard let board = values["board"].flatMap(BoardName.init), let image = values["image"] else {
      throw Failure("say --board, one of those below, and --image\n\(Self.usage)")
    }
    (self.board, self.image) = (board, image)
    sensor = values["sensor"]
    if let sensor, !ChipModels.names.contains(sensor) {
      throw Failure(
        "no chip is called '\(sensor)'; say --sensor and one of: \(ChipModels.names.joined(separator: ", "))"
      )
    }
    motion = values["motion"]
    seconds = values["seconds"].flatMap(Double.init)
    (samples, report, line) = (values["samples"], values["report"], values["line"])
    hasInterrupt = values["interrupt"] != "no"
    isUSB = values["port"] == "usb"
    let words = (values["host"] ?? "linux").split(separator: "-", maxSplits: 1)
    guard let system = HostSystem(rawValue: String(words[0])),
      words.count == 1 || words[1] == "errors",
      let layout = KeyLayout(rawValue: values["layout"] ?? "us")
    else { throw Failure("no such --host or --layout; they are:\n\(Self.usage)") }
    enumeration = words.count == 1 ? system.enumeration : system.enumerationWithErrors
    self.layout = layout
    isSPI = values["bus"] == "spi"
    replay = values["replay"]
    origin = values["origin"].flatMap { UInt32($0, radix: 16) }
    let calls = values["calls"]?.split(separator: "=", maxSplits: 1) ?? []
    self.calls =
      calls.count == 2 ? UInt32(calls[0], radix: 16).map { ($0, String(calls[1])) } : nil
    isFromLoader = values["start"] == "loader"
    var events: [Event] = []
    for word in values["event"]?.split(separator: ",") ?? [] {
      guard let event = Event(word) else {
        throw Failure("'\(word)' is no event\n\(Self.usage)")
      }
      events.append(event)
    }
    self.events = events
    var faults: [ChipModelFault] = []
    for word in values["fault"]?.split(separator: ",") ?? [] {
      guard let fault = Self.fault(word) else {
        throw Failure("'\(word)' is no fault\n\(Self.usage)")
      }
      faults.append(fault)
    }
    self.faults = faults
  }

  private static let names: Set<String> = [
    "board", "image", "sensor", "motion", "seconds", "samples", "report", "line", "interrupt",
    "origin", "fault", "calls", "port", "bus", "replay", "event", "start",
    "host", "layout",
  ]

  private static func fault(_ word: Substring) -> ChipModelFault? {
    let parts = word.split(separator: "@")
    if parts.count == 1 {
      let identity = word.split(separator: "=")
      return identity.count == 2 && identity[0] == "identity"
        ? UInt8(identity[1], radix: 16).map { .identity($0) } : nil
    }
    let times = parts[1].split(separator: "-").compactMap { Double($0).map { UInt64($0 * 1e6) } }
    guard let time = times.first else { return nil }
    switch parts[0] {
    case "hold": return .holdSDA(at: time, clocks: 5)
    case "reset": return .reset(at: time)
    case "stop": return .stop(at: time, untilReset: false)
    case "deaf":
      return times.count == 2 && times[0] < times[1] ? .noAcknowledge(times[0]..<times[1]) : nil
    default: return nil
    }
  }
}
