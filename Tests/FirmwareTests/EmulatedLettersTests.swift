import Bridge
import EmulatedBoard
import Foundation
import HandMotion
import Models
import Pipeline
import Recordings
import SensorModel
import Testing
import VirtualBoard

/// A sensor writes into the emulated board's serial line, in real time, and the letters that its
/// firmware recognizes arrive on the other: the ones that the host recognizes, with the same scores.
@Suite struct EmulatedLettersTests {
  @Test(arguments: Machine.allCases)
  func theBoardTellsTheLettersThatWereWritten(_ machine: Machine) throws {
    try Project.firmware(machine)
    let truth = try AirWriter(seed: 1).trace(of: "QUILLON")
    let samples = SensorErrors.phone.apply(to: truth, seed: 1).replaySamples.map(\.sample)
    let board = try EmulatedBoard(
      machine, image: machine.image("RecognizerImage", in: Project.root))
    defer { board.close() }
    let line = board.sensor
    Thread { _ = SamplePlayer(samples).play(into: line) }.start()

    let labels = "\(StandardModel.labels)".split(separator: " ").map(String.init)
    let bridge = Bridge(model: StandardModel.makeModel(), labels: labels)
    var told: [Letter] = []
    let deadline = ContinuousClock.now + .seconds(60)
    _ = bridge.run(board.host, isCancelled: { told.count == 7 || .now > deadline }) { event in
      if case .letter(let letter) = event { told.append(letter) }
    }
    #expect(told.map(\.label).joined() == "QUILLON")
    #expect(told.allSatisfy { $0.source == .board })

    var recognizer = Recognizer(model: StandardModel.makeModel())
    let scores = samples.compactMap { sample -> Int32? in
      guard case .verdict(let verdict) = recognizer.push(sample) else { return nil }
      return verdict.score.bits
    }
    #expect(told.map { Int32($0.score * 4_096) } == scores)
    #expect(bridge.summary.damaged == 0 && bridge.summary.lost == 0)
  }
}
