// SPDX-License-Identifier: MIT
import QuillonFusion
import QuillonWire
import Testing

/// What boards, boot loaders and computers do that no program expects: see firmware-docs/SILICON.md.
@Suite struct SiliconTests {
  /// Those whose boot ROM has the drive.
  private static let withDrives = ["pico", "nano-rp2040", "pico2"]
  private static let withUSB = LetterTests.boards.filter { $0 != "feather-f405" }

  private static func faults(_ run: Emulation) -> [FaultReport] {
    run.messages.compactMap { if case .fault(let fault) = $0 { fault } else { nil } }
  }

  // --- Into the boot loader ---------------------------------------------------------------------------

  /// Nobody who has flashed the firmware once is locked out.
  @Test(arguments: withDrives)
  func twoPressesLeadToTheDrive(_ board: String) throws {
    let run = try Emulation(board, "--seconds", "3", "--event", "press@1,press@1.3")
    #expect(run.report.failure == "")
    #expect(run.report.loader.hasPrefix("the boot ROM's USB drive"))
  }

  /// Two presses that are further apart, a fault and a watchdog soon after a press are none.
  @Test(
    arguments: ["pico", "pico2"],
    ["press@1,press@1.8", "press@1,trap@1.3", "press@1,hang@1.3", "trap@0.2"])
  func otherResetsDoNot(_ board: String, _ events: String) throws {
    let run = try Emulation(board, "--seconds", "14", "--event", events)
    #expect(run.report.failure == "")
    #expect(run.report.loader == "")
    #expect(run.status != nil)
  }

  @Test(arguments: withUSB)
  func aTouchLeadsToTheBootLoader(_ board: String) throws {
    let run = try Emulation(board, "--seconds", "8", "--port", "usb", "--event", "touch@1")
    #expect(run.report.failure == "")
    #expect(run.report.loader != "")
  }

  /// The boot loader of a Feather Sense has the pen's button.
  @Test func thePensButtonIsTheLoadersToo() throws {
    let run = try Emulation(
      "feather-sense", sensor: "lsm6ds3trc", "--motion", Emulation.motion.get(), "--event",
      "trap@7")
    #expect(run.report.failure == "")
    #expect(run.report.loader.hasPrefix("Adafruit"))
  }

  // --- Starts -----------------------------------------------------------------------------------------

  /// dfu-util's `leave` jumps to the program without a reset.
  @Test func aFeatherStartsOutOfTheLoader() throws {
    let run = try Emulation(
      "feather-f405", sensor: "lsm6dsox", "--motion", Emulation.motion.get(), "--start", "loader")
    #expect(run.report.failure == "")
    #expect(run.text == "QUILLON")
  }

  /// The cause of the restart is reported once, by UART. RAM of an RP2350 does not outlive a brown-out.
  @Test(
    arguments: LetterTests.boards,
    [("trap", 3), ("hang", 250), ("brownout", 251)] as [(String, UInt8)])
  func theCauseIsTold(_ board: String, _ event: (name: String, cause: UInt8)) throws {
    let run = try Emulation(board, "--seconds", "15", "--event", "\(event.name)@1")
    #expect(run.report.failure == "")
    #expect(run.report.resets.count == 1)
    let isLost = board == "pico2" && event.name == "brownout"
    #expect(Self.faults(run).map(\.cause) == (isLost ? [] : [event.cause]))
    #expect((Self.faults(run).first?.address ?? 0 != 0) == (event.name == "trap"))
  }

  /// Only a program that opens the port on USB after the restart receives the cause.
  @Test(arguments: withUSB)
  func theCauseWaitsForAListener(_ board: String) throws {
    let run = try Emulation(
      board, "--seconds", "7", "--port", "usb", "--event", "trap@1,close@4-5")
    #expect(run.report.failure == "")
    #expect(run.report.resets == ["AIRCR.SYSRESETREQ"])
    #expect(Self.faults(run).map(\.cause) == [3])
  }

  @Test(arguments: LetterTests.boards)
  func aPressOfResetIsNoFault(_ board: String) throws {
    let run = try Emulation(board, "--seconds", "4", "--event", "press@1")
    #expect(run.report.failure == "")
    #expect(run.report.resets == ["RESET"])
    #expect(Self.faults(run).isEmpty)
    #expect(run.status != nil)
  }

  // --- The computer on USB ----------------------------------------------------------------------------

  private static let events = [
    "sleep@2-3", "unplug@2-3", "halt@2", "interface@2", "busreset@2", "abort@2", "close@1.95-3.3",
    "unplug@2-2.5,unplug@3-3.5",
  ]

  @Test(arguments: ["pico", "pico2", "xiao-sense"], events)
  func theBoardGoesOn(_ board: String, _ events: String) throws {
    let run = try Emulation(
      board, sensor: board == "xiao-sense" ? "lsm6ds3trc" : "mpu6050",
      image: "RecognizerImage-keyboard.uf2", "--seconds", "7", "--port", "usb", "--event", events)
    #expect(run.report.failure == "")
    #expect(run.report.resets == [])
    let statuses = run.messages.compactMap {
      if case .status(let status) = $0 { status } else { nil }
    }
    #expect(statuses.count >= 4)
    // The last ones were sent after it was over: 100 samples a second.
    #expect((statuses.last?.samples.value ?? 0) > 550)
  }

  /// Who opens the port gets nothing that was meant for the program before.
  @Test(arguments: withUSB)
  func nothingOldIsSent(_ board: String) throws {
    let run = try Emulation(
      board, "--seconds", "3.8", "--port", "usb", "--event", "close@1.95-3.3")
    #expect(run.report.failure == "")
    let kinds = run.messages.map { message in
      switch message {
      case .hello: "hello"
      case .status: "status"
      default: "other"
      }
    }
    #expect(Array(kinds.prefix(4)) == ["hello", "status", "hello", "hello"], "no status of 2.0 s")
  }

  /// A halt that the computer clears leaves no key pressed and loses nothing.
  @Test(arguments: [("pico", "mpu6050"), ("xiao-sense", "lsm6ds3trc")])
  func keysSurviveHalts(_ board: String, _ chip: String) throws {
    let halts = stride(from: 4.0, to: 27, by: 0.05).map { "halt@\($0)" }.joined(separator: ",")
    let run = try Emulation(
      board, sensor: chip, image: "RecognizerImage-keyboard.uf2", "--motion",
      Emulation.motion.get(), "--port", "usb", "--event", halts)
    #expect(run.report.failure == "")
    #expect(run.report.typed == "QUILLON")
    #expect(run.text == "QUILLON", "and the serial port loses none")
  }

  /// A computer that wakes does not find letters in its password.
  @Test(arguments: [("pico", "mpu6050"), ("xiao-sense", "lsm6ds3trc")])
  func aSleepingComputerGetsNoLetters(_ board: String, _ chip: String) throws {
    let run = try Emulation(
      board, sensor: chip, image: "RecognizerImage-keyboard.uf2", "--motion",
      Emulation.motion.get(), "--port", "usb", "--event", "sleep@9-16")
    #expect(run.report.failure == "")
    #expect(run.report.typed == "QON")
  }

  // --- The bus ----------------------------------------------------------------------------------------

  /// The controller reports bus errors that are none.
  @Test func aBusErrorThatIsNoneIsPassedOver() throws {
    let run = try Emulation(
      "feather-f405", sensor: "lsm6dsox", "--motion", Emulation.motion.get(), "--event",
      "buserror@5,buserror@8.003,buserror@12.007")
    #expect(run.report.failure == "")
    #expect(run.text == "QUILLON")
    #expect(run.status?.damagedSensorMessages.value == 0)
  }
}
