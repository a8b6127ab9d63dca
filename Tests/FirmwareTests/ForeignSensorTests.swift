import EmulatedBoard
import Foundation
import HandMotion
import Models
import Pipeline
import Recordings
import SensorEncoders
import SensorModel
import SensorProtocols
import Synchronization
import Testing
import VirtualBoard
import Wire

/// The product with sensors of other makes on its line: samples and letters are those of the host, to the last bit.
@Suite(.serialized) struct ForeignSensorTests {
  /// One that sends its attitude, one with six raw axes, one that sends text.
  private static let formats = ["witmotion-11", "x-imu3", "csv"]
  /// The others with which letters can be written.
  private static let others = [
    "tagged", "witmotion-ble", "bno08x-rvc", "mavlink", "razor-text", "razor-binary-sensors",
    "vectornav-ascii", "vectornav-binary", "xsens-xbus", "mip",
  ]

  @Test(
    arguments: [
      (Machine.mps2, "witmotion-11"), (.mps2, "x-imu3"), (.mps2, "csv"),
      (.stm32f405, "witmotion-11"),
    ])
  func theBoardReadsWhatIsWritten(_ machine: Machine, _ format: String) throws {
    try compare("QUILLON", machine, format)
  }

  /// Every other format, with less to write.
  @Test(arguments: others)
  func theBoardReadsEveryFormat(_ format: String) throws { try compare("LO", .mps2, format) }

  /// The board, told by a sensor of that format what somebody writes, and the host say the same of it.
  private func compare(_ text: String, _ machine: Machine, _ format: String) throws {
    let messages = try Self.sent(text, format)
    let expected = Self.events(in: messages.flatMap(\.self), format)
    #expect(Self.letters(of: expected) == text, "on the host")

    let conversation = try Conversation(machine, image: Self.image(machine, format))
    for message in messages {
      _ = conversation.board.sensor.write(message, timeout: .seconds(5))
      conversation.listen(for: .milliseconds(3))
    }
    // An emulator that has to share its processor comes behind.
    let deadline = ContinuousClock.now + .seconds(20)
    while conversation.events.count < expected.count, .now < deadline {
      conversation.listen(for: .milliseconds(100))
    }
    conversation.listen(for: .milliseconds(1_500))
    let told = conversation.events
    #expect(told == expected, "\(format) on \(machine.rawValue)")
    let status = conversation.heard.reversed().compactMap { message -> Status? in
      if case .status(let status) = message { status } else { nil }
    }.first
    #expect(status?.sensorOverruns == Counter(0))
    #expect(status?.damagedSensorMessages == Counter(0))
    // The status is said every second, and the first 50 samples only tell what comes.
    #expect(Int(status?.samples.value ?? 0) > messages.count - 500)
  }

  /// Sensors that send 50 samples a second and no time, as their firmware counts them.
  @Test(arguments: halfRate)
  func halfTheRateIsReadToo(_ format: String) throws {
    let sent = try Self.sent("QUILLON", format)
    #expect(Self.letters(of: Self.events(in: sent.flatMap(\.self), format)) == "QUILLON")
  }

  /// As the product itself: no floating point, no trap, and its stack is enough.
  @Test(
    arguments: (formats + others).map { (Machine.mps2, $0) } + formats.map { (.stm32f405, $0) })
  func theImageIsAsSafeAsTheProduct(_ machine: Machine, _ format: String) throws {
    let name = try Self.image(machine, format).deletingPathExtension().lastPathComponent
    let image = try Disassembly(name, of: machine)
    #expect(image.trappingFunctions(except: ["_swift_exceptionPersonality"]) == [])
    #expect(image.floatingFunctions == [])
    #expect(
      image.function("specialized SampleReceiver.next") != nil,
      "the core must be there to be looked at")
    let linked = LinkedImage(name, of: machine)
    let sizes = try linked.sectionSizes()
    let bound = try image.stackBound()
    #expect(bound <= (try #require(sizes[".stack"])))
    let flash = sizes[".text", default: 0] + sizes[".data", default: 0]
    let memory = [".stack", ".noinit", ".data", ".bss"].map { sizes[$0, default: 0] }.reduce(0, +)
    print("\(name) on \(machine.rawValue): flash \(flash), RAM \(memory), stack bound \(bound)")
  }

  /// The firmware for a sensor of that format, made once a test run.
  private static func image(_ machine: Machine, _ format: String) throws -> URL {
    let image = machine.image("RecognizerImage-\(format)", in: Project.root)
    guard made.withLock({ $0.insert(image).inserted }) else { return image }
    try Project.firmware(machine)
    try Project.make("firmware", "BOARD=\(machine.rawValue)", "PROTOCOL=\(format)")
    return image
  }

  private static let made = Mutex<Set<URL>>([])

  /// The formats whose sensors send 50 samples a second.
  private static let halfRate = ["razor-text", "razor-binary-sensors", "vectornav-ascii"]

  /// What a sensor of that format sends, at its rate, moment by moment; it rests for a second at the end, in which the last
  /// letter is read.
  private static func sent(_ text: String, _ format: String) throws -> [[UInt8]] {
    let messages = try messages(of: text, format)
    guard halfRate.contains(format) else { return messages.map(\.bytes) }
    let every = stride(from: 0, to: messages.count, by: 2).map { messages[$0].bytes }
    return every + Array(repeating: try #require(messages.last?.bytes), count: 50)
  }

  /// What a sensor of that format sends while somebody writes; it has no pen, so the hand holds still before and after each
  /// letter.
  private static func messages(of text: String, _ format: String) throws -> [TimedMessages] {
    let encoder = try #require(SensorEncoders.named(format))
    let isRaw = ["x-imu3", "razor-binary-sensors"].contains(format)
    var writer = AirWriter(seed: 1)
    writer.holdTime = 0.4
    if isRaw { writer.lyingTime = 4 }
    let sent = SensorErrors.phone.apply(to: try writer.trace(of: text), seed: 1)
    return (isRaw ? sent.raw(.six) : sent).messages(by: encoder)
  }

  /// What the host makes of it, with the code that runs on the board.
  private static func events(in bytes: [UInt8], _ format: String) -> [Event] {
    switch format {
    case "tagged":
      events(in: bytes, SampleReceiver(LineFormat(TaggedLineFormat()), lead: .attitude))
    case "witmotion-11": events(in: bytes, SampleReceiver(WitMotionFormat()))
    case "witmotion-ble": events(in: bytes, SampleReceiver(WitMotionBLEFormat()))
    case "bno08x-rvc": events(in: bytes, SampleReceiver(BNO08xFormat()))
    case "x-imu3": events(in: bytes, SampleReceiver(LineFormat(XIMU3Format())))
    case "mavlink": events(in: bytes, SampleReceiver(MAVLinkFormat()))
    case "razor-text":
      events(in: bytes, SampleReceiver(LineFormat(RazorTextFormat()), period: 20_000))
    case "razor-binary-sensors":
      events(in: bytes, SampleReceiver(RazorBinaryFormat(.sensors), period: 20_000))
    case "vectornav-ascii":
      events(in: bytes, SampleReceiver(LineFormat(VectorNavTextFormat()), period: 20_000))
    case "vectornav-binary": events(in: bytes, SampleReceiver(VectorNavBinaryFormat()))
    case "xsens-xbus": events(in: bytes, SampleReceiver(XbusFormat()))
    case "mip": events(in: bytes, SampleReceiver(MIPFormat()))
    default: events(in: bytes, SampleReceiver(LineFormat(ColumnFormat())))
    }
  }

  /// The letters read.
  private static func letters(of events: [Event]) -> String {
    let labels = "\(BuiltInModel.labels)".split(separator: " ")
    return events.compactMap { event in
      if case .verdict(let verdict) = event { String(labels[Int(verdict.label)]) } else { nil }
    }.joined()
  }

  private static func events<Format: FrameFormat>(
    in bytes: [UInt8], _ receiver: SampleReceiver<Format>
  ) -> [Event] {
    var receiver = receiver
    var recognizer = Recognizer(
      model: BuiltInModel.makeModel(),
      parameters: RecognizerParameters(writing: .withoutButton))
    var events: [Event] = []
    for byte in bytes {
      receiver.push(byte)
      if let sample = receiver.next(), let event = recognizer.push(sample) { events.append(event) }
    }
    return events
  }
}

extension Conversation {
  /// What the board has told of letters.
  fileprivate var events: [Event] {
    heard.compactMap { message in
      switch message {
      case .verdict(let verdict): .verdict(verdict)
      case .rejection(let rejection): .rejected(rejection)
      default: nil
      }
    }
  }
}
