import Foundation
import QuillonConversions
import QuillonEmulator
import QuillonFusion
import QuillonNumerics
import QuillonWire
import TestSupport
import Testing

/// The power fails while a board writes what it was sent into its flash: on the micro:bit, whose flash the emulator keeps
/// over a reset.
@Suite(.waiting) struct PowerLossTests {
  private let path = FileManager.default.temporaryDirectory
    .appendingPathComponent("quillon-\(UUID().uuidString.prefix(8)).gdb").path

  /// What is sent to the board the `number`th time; from the board, whether it keeps that.
  private func correction(_ number: Int, isKept: Bool = false) -> Message {
    var correction = SensorCorrection.accelerometer(
      AffineCalibration(offset: Vector3(Fixed(Double(number) / 64), .zero, .zero)))
    correction.isKept = isKept
    return .calibration(correction)
  }

  /// The words that a page begins with: the packets of three sensors, and its header.
  private var wordCount: Int {
    let lengths = SensorCorrection.Sensor.allCases.map { sensor in
      var (encoder, bytes) = (PacketEncoder(), PacketBytes())
      encoder.encode(
        .calibration(SensorCalibration().correction(of: sensor)), time: 0, into: &bytes)
      return (bytes.count + 3) / 4
    }
    return lengths.reduce(1, +)
  }

  /// Before a page is erased, and before each word that is written then, of which the last makes the page count: after the
  /// next start the board uses what it was sent before. After the last word it uses what it was sent last.
  @Test func aBoardWhosePowerFailsAtAnyWordKeepsItsCalibration() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let conversation = try Conversation(.nrf51822, debugger: path)
    let image = try Disassembly("RecognizerImage", of: .nrf51822)
    let erasing = try #require(
      image.function("static NRF51822.eraseSettings")?.instructions.first?.address)
    let writing = try #require(
      image.function("static NRF51822.writeSetting")?.instructions.first?.address)
    let debugger = try Debugger(path: path)
    // What there is to lose. Where the emulator begins with zeros in its flash, that takes an erasure, too.
    var (number, known) = (1, 1)
    try debugger.run()
    conversation.send(correction(number))
    let first = correction(number, isKept: true)
    try #require(conversation.first { $0 == first } != nil)
    try debugger.stop()

    for words in 0...wordCount + 1 {
      // As often as it takes until a page is to be erased: the core stands there then.
      try debugger.watch(erasing)
      try debugger.run()
      while true {
        number += 1
        conversation.send(correction(number))
        let answer = correction(number, isKept: true)
        if conversation.first(within: .milliseconds(500), where: { $0 == answer }) == nil { break }
        known = number
      }
      try debugger.waitForStop()
      try debugger.forget(erasing)

      if words <= wordCount {
        try debugger.watch(writing)
        for word in 0..<words {
          if word > 0 { try debugger.step(over: writing) }
          try debugger.run()
          try debugger.waitForStop()
        }
        try debugger.forget(writing)
      } else {
        try debugger.run()
        let answer = correction(number, isKept: true)
        #expect(conversation.first { $0 == answer } != nil)
        try debugger.stop()
        known = number
      }

      let count = conversation.heard.count
      try debugger.reset()
      try debugger.run()
      let expected = correction(known, isKept: true)
      #expect(conversation.first { $0 == expected } != nil, "before word \(words)")
      let told = conversation.heard[count...].filter { message in
        if case .calibration = message { true } else { false }
      }
      #expect(told.first == expected, "before word \(words)")
      try debugger.stop()
    }
    #expect(known == number && number > wordCount)
  }
}
