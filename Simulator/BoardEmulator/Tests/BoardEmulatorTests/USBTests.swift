// SPDX-License-Identifier: MIT
import QuillonFusion
import QuillonRecognizer
import QuillonWire
import Testing

/// The serial port on USB: a host enumerates the board, opens the port and exchanges bytes with it. Its model ends the run at whatever
/// departs from the specification.
@Suite struct USBTests {
  private static let boards = LetterTests.boards.filter { $0 != "feather-f405" }
  private static let pairs = zip(
    boards, ["mpu6050", "lsm6dsox", "mpu6050", "lsm6ds3trc", "lsm9ds1", "lsm6ds3trc"]
  ).map { ($0, $1) }

  @Test(arguments: pairs)
  func whatIsWrittenGoesOutByUSB(_ board: String, _ chip: String) throws {
    let run = try Emulation(
      board, sensor: chip, "--motion", Emulation.motion.get(), "--port", "usb")
    #expect(run.report.failure == "")
    #expect(run.report.resets == [])
    #expect(run.report.usb == ["Quillon", "Quillon"])
    #expect(run.text == "QUILLON")
    #expect(run.classifications == run.hostClassifications)
    // A port that is opened late does not miss who speaks.
    guard case .hello(let hello) = run.messages.first else {
      Issue.record("the first message is \(String(describing: run.messages.first))")
      return
    }
    #expect(
      String(decoding: (0..<hello.board.count).map { hello.board[$0] }, as: UTF8.self) == board)
    let states = run.messages.compactMap {
      if case .status(let status) = $0 { status } else { nil }
    }
    #expect(run.report.typed == "")
    #expect(states.count >= 15, "a status each second, and none is lost")
  }

  /// Packets of 64 bytes come faster than the main loop processes them. They wait, and every command is done.
  @Test(arguments: boards)
  func manyCommandsAtOnceAreAllDone(_ board: String) throws {
    var encoder = PacketEncoder()
    var (packet, input) = (PacketBytes(), [UInt8]())
    for number in 0..<40 as Range<UInt16> {
      let settings = WritingSettings(pen: .motion, penUpTime: number)
      encoder.encode(.settings(settings), time: 0, into: &packet)
      packet.forEach { input.append($0) }
    }
    let run = try Emulation(board, input: input, "--seconds", "3", "--port", "usb")
    #expect(run.report.failure == "")
    let times = run.messages.compactMap { message in
      if case .settings(let settings) = message { settings.penUpTime } else { nil }
    }
    #expect(times == Array(0..<40))
    #expect(run.status?.damagedCommands.value == 0)
  }

  /// Firmware with a keyboard types each letter on whatever computer it is plugged into, and speaks on the serial port as well.
  @Test(arguments: [("pico", "mpu6050"), ("pico2", "mpu6050"), ("xiao-sense", "lsm6ds3trc")])
  func aKeyboardTypesWhatIsWritten(_ board: String, _ chip: String) throws {
    let run = try Emulation(
      board, sensor: chip, image: "RecognizerImage-keyboard.uf2", "--motion",
      Emulation.motion.get(), "--port", "usb")
    #expect(run.report.failure == "")
    #expect(run.text == "QUILLON")
    #expect(run.report.typed == "QUILLON")
  }

  /// The computer's layout decides what a key gives: every letter comes out as it was read.
  @Test(arguments: ["us", "de", "fr"])
  func everyLetterIsTypedInEachLayout(_ layout: String) throws {
    let image = "RecognizerImage-keyboard\(layout == "us" ? "" : "-\(layout)").uf2"
    let run = try Emulation(
      "pico", sensor: "mpu6050", image: image, "--motion", Emulation.alphabet.get(), "--port",
      "usb", "--layout", layout)
    #expect(run.report.failure == "")
    #expect(Set(run.text) == Set("ABCDEFGHIJKLMNOPQRSTUVWXYZ"), "all are read")
    #expect(run.report.typed == run.text)
  }

  /// Firmware for another layout types other letters: the tests above can detect that.
  @Test func anotherLayoutGivesOtherLetters() throws {
    let run = try Emulation(
      "pico", sensor: "mpu6050", image: "RecognizerImage-keyboard-fr.uf2", "--motion",
      Emulation.motion.get(), "--port", "usb")
    #expect(run.report.failure == "")
    #expect(run.report.typed == "AUILLON")
  }

  /// Each system asks in its own order, and again in its own way if an answer gets lost. The board sends its hello on the port that it then
  /// opens, and each second a status.
  @Test(
    arguments: boards + ["pico with keys", "pico2 with keys", "xiao-sense with keys"],
    ["linux", "windows", "macos"].flatMap { [$0, "\($0)-errors"] })
  func eachSystemFindsTheBoard(_ board: String, _ system: String) throws {
    let name = String(board.split(separator: " ")[0])
    let image = "RecognizerImage\(board == name ? "" : "-keyboard").\(Emulation.type(of: name))"
    let run = try Emulation(
      name, image: image, "--seconds", "4", "--port", "usb", "--host", system)
    #expect(run.report.failure == "")
    #expect(run.report.resets == [])
    #expect(run.report.usb == ["Quillon", "Quillon"])
    let isHello = if case .hello = run.messages.first { true } else { false }
    #expect(isHello, "\(String(describing: run.messages.first))")
    #expect(run.status != nil)
  }

  @Test func aBoardWithoutUSBSaysSo() {
    #expect(throws: (any Error).self, "no report, because it was not started") {
      try Emulation("feather-f405", "--port", "usb")
    }
  }
}
