import Foundation
import QuillonConversions
import QuillonEmulator
import QuillonNumerics
import QuillonRecognizer
import QuillonRecordings
import QuillonSerialFormats
import QuillonSimulator
import QuillonWire
import Testing

/// A simulated sensor of another make on an emulated board's line.
struct ThirdPartySensor {
  /// The formats whose sensors send 50 samples a second.
  static let halfRate = SerialFormat.allCases.filter { $0.isForDevices && period(of: $0) == 20_000 }

  private let format: SerialFormat

  /// A sensor that speaks that format.
  init(_ format: SerialFormat) { self.format = format }

  private static func period(of format: SerialFormat) -> UInt32 {
    var device = Device(bytes: [])
    format.visit(&device)
    return device.period
  }

  /// The board reads `text` by a sensor of that format, and reports what the host reports.
  func expectSameLetters(_ text: String, on machine: Machine) throws {
    let messages = try sent(text)
    let expected = events(in: messages.flatMap(\.self))
    #expect(Self.letters(of: expected) == text, "on the host")

    let conversation = try Conversation(machine, image: image(machine))
    for message in messages {
      _ = conversation.board.sensor.write(message, timeout: .seconds(5))
      conversation.waitForTurn()
    }
    // An emulator that has to share its processor comes behind.
    let deadline = ContinuousClock.now + .seconds(20)
    while conversation.events.count < expected.count, .now < deadline {
      conversation.listen(for: .milliseconds(100))
    }
    conversation.listen(for: .milliseconds(1_500))
    let told = conversation.events
    #expect(told == expected, "\(format.name) on \(machine.rawValue)")
    let status = conversation.heard.reversed().compactMap { message -> Status? in
      if case .status(let status) = message { status } else { nil }
    }.first
    #expect(status?.sensorOverruns == Counter(0))
    #expect(status?.damagedSensorMessages == Counter(0))
    // The status is sent every second, and the first 50 samples only show what comes.
    #expect(Int(status?.samples.value ?? 0) > messages.count - 500)
  }

  /// The firmware for it has no floating point and no trap, and its stack is enough.
  func expectSafeImage(on machine: Machine) throws {
    let name = image(machine).deletingPathExtension().lastPathComponent
    let code = try Disassembly(name, of: machine)
    #expect(code.trappingFunctions(except: ["_swift_exceptionPersonality"]) == [])
    #expect(code.floatingFunctions == [])
    #expect(
      code.function("specialized SampleReceiver.next") != nil,
      "the core must be there to be looked at")
    let linked = LinkedImage(name, of: machine)
    let sizes = try linked.sectionSizes()
    let bound = try code.stackBound()
    #expect(bound <= (try #require(sizes[".stack"])))
    let flash = sizes[".text", default: 0] + sizes[".data", default: 0]
    let memory = [".stack", ".noinit", ".data", ".bss"].map { sizes[$0, default: 0] }.reduce(0, +)
    print("\(name) on \(machine.rawValue): flash \(flash), RAM \(memory), stack bound \(bound)")
  }

  private func image(_ machine: Machine) -> URL {
    machine.image("RecognizerImage-\(format.name)", in: Project.root)
  }

  /// What it sends, at its rate, moment by moment; it rests for a second at the end, in which the last letter is read.
  func sent(_ text: String) throws -> [[UInt8]] {
    let messages = try messages(of: text)
    guard Self.halfRate.contains(format) else { return messages.map(\.bytes) }
    let every = stride(from: 0, to: messages.count, by: 2).map { messages[$0].bytes }
    return every + Array(repeating: try #require(messages.last?.bytes), count: 50)
  }

  /// What it sends while somebody writes; it has no pen, so the hand holds still before and after each letter.
  private func messages(of text: String) throws -> [TimedMessages] {
    let encoder = SensorEncoders.of(format)
    let isRaw = format == .xIMU3 || format == .razorSensors
    var writer = AirWriter(seed: 1)
    writer.holdTime = 0.4
    if isRaw { writer.lyingTime = 4 }
    let sent = SensorErrors.phone.apply(to: try writer.trace(of: text), seed: 1)
    return (isRaw ? sent.raw(.six) : sent).messages(by: encoder)
  }

  /// What the host makes of it, with the code that runs on the board.
  func events(in bytes: [UInt8]) -> [Event] {
    var device = Device(bytes: bytes)
    format.visit(&device)
    return device.events
  }

  /// The letters read.
  static func letters(of events: [Event]) -> String {
    let labels = PackedModel.builtIn.labels
    return events.compactMap { event in
      if case .classification(let classification) = event {
        String(labels[Int(classification.label)])
      } else {
        nil
      }
    }.joined()
  }
}

/// A device that receives a sensor's bytes.
private struct Device: SerialFormatVisitor {
  let bytes: [UInt8]
  private(set) var period: UInt32 = 0
  private(set) var events: [Event] = []

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func visit<Format: FrameFormat>(_ format: Format) {
    period = Format.period
    var receiver = SampleReceiver(format)
    var recognizer = Recognizer(
      model: PackedModel.builtIn,
      parameters: RecognizerParameters(writing: .withoutButton))
    for byte in bytes {
      receiver.push(byte)
      if let sample = receiver.next(), let event = recognizer.push(sample) {
        events.append(event.withoutRivals)
      }
    }
  }
}

extension Conversation {
  /// What the board has reported of letters.
  fileprivate var events: [Event] {
    heard.compactMap { message in
      switch message {
      case .classification(let classification): .classification(classification)
      case .rejection(let rejection): .rejected(rejection)
      case .abandonment(let reason): .abandoned(reason)
      default: nil
      }
    }
  }
}
