import QuillonConversions
import QuillonEmulator
import QuillonNumerics
import QuillonRecognizer
import QuillonRecordings
import QuillonSimulator
import QuillonWire
import TestSupport
import Testing

/// The product on every board: samples in on one serial line, packets out on the other.
@Suite(.waiting) struct RecognizerImageTests {
  @Test(arguments: Machine.allCases)
  func aBoardSaysFirstWhoItIs(_ machine: Machine) throws {
    let conversation = try Conversation(machine)
    let status = conversation.status { _ in true }
    guard case .hello(let hello) = conversation.heard.first else {
      Issue.record("\(machine.rawValue) did not say hello first: \(conversation.heard)")
      return
    }
    let name = (0..<hello.board.count).map { hello.board[$0] }
    #expect(String(decoding: name, as: UTF8.self) == machine.rawValue)
    #expect(hello.firmware == FirmwareVersion(1, 0, 0))
    #expect(hello.modelID == machine.model.modelID)
    #expect(status == Status(), "nothing has happened yet")
    let others = conversation.heard.dropFirst().filter { message in
      if case .status = message { false } else { true }
    }
    #expect(others == [], "no fault is told that was not")
  }

  /// The letters that a board reports are those that the host recognizes, with the same scores. Each sample waits for its turn. In real
  /// time, a busy computer makes an emulated board so slow that it rightly loses samples, and the scores differ.
  @Test(arguments: Machine.allCases)
  func aBoardTellsTheLettersThatWereWritten(_ machine: Machine) throws {
    let truth = try AirWriter(seed: 1).trace(of: "QUILLON")
    let samples = SensorErrors.phone.apply(to: truth, seed: 1).replaySamples.map(\.sample)
    let conversation = try Conversation(machine)
    conversation.play(samples)
    let status = try #require(conversation.status { $0.samples.value == samples.count })
    #expect(status.samples.value == samples.count && status.sensorOverruns == Counter(0))
    let told = conversation.classifications
    let labels = machine.model.labels
    #expect(told.map { labels[Int($0.label)] }.joined() == "QUILLON")

    var recognizer = Recognizer(model: machine.model)
    let expected = samples.compactMap { sample -> Classification? in
      guard case .classification(let classification) = recognizer.push(sample) else { return nil }
      return classification.withoutRivals
    }
    #expect(told == expected)
    #expect(conversation.reception.damaged == Counter(0))
    #expect(conversation.reception.lost == Counter(0))
  }

  /// Whatever goes wrong is counted, and the status reports how often. Samples are sent faster than a sensor would, so
  /// that on a busy computer several come at once and one may be late; late ones are counted in `OverloadTests`.
  @Test(arguments: Machine.allCases)
  func whatGoesWrongIsCounted(_ machine: Machine) throws {
    let status = try statusOfWhatGoesWrong(machine)
    var expected = Status()
    expected.lateSamples = status.lateSamples
    #expect(status.longestLatency > 0)
    expected.longestLatency = status.longestLatency
    expected.samples = Counter(1_061)
    expected.timeGaps = Counter(1)
    expected.truncatedStrokes = Counter(1)
    expected.damagedSensorMessages = Counter(1)
    expected.damagedCommands = Counter(machine.hasTwoPorts ? 1 : 0)
    #expect(status == expected)
  }

  private func statusOfWhatGoesWrong(_ machine: Machine) throws -> Status {
    let conversation = try Conversation(machine)
    var samples = Array(try SampleSets.alphabet(writer: 1).prefix(1_060))
    for index in samples.indices {
      samples[index].pen = .down
      samples[index].timestamp = UInt32(index) * 10_000 + (index < 10 ? 0 : 1_000_000)
      if index == 10 { samples[index].pen = .up }
    }
    conversation.play(samples)
    var damaged = conversation.send(samples[0])
    damaged[10] ^= 1
    _ = conversation.board.sensor.write(damaged, timeout: .seconds(1))
    if machine.hasTwoPorts {
      _ = conversation.board.host.write([0, 5, 1, 2, 3, 4, 0], timeout: .seconds(1))
    }

    return try #require(
      conversation.status { $0.damagedSensorMessages.value > 0 && $0.truncatedStrokes.value > 0 })
  }
}
