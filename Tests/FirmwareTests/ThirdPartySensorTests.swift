import QuillonEmulator
import QuillonSerialFormats
import TestSupport
import Testing

/// The product with sensors of other makes on its line: samples and letters are those of the host, to the last bit.
@Suite(.waiting) struct ThirdPartySensorTests {
  private static let boards = [
    (Machine.mps2, SerialFormat.columns), (.mps2, .xIMU3), (.mps2, .witMotion),
    (.stm32f405, .witMotion),
  ]

  @Test(arguments: boards)
  func theBoardReadsWhatIsWritten(_ machine: Machine, _ format: SerialFormat) throws {
    try Project.firmware()
    try ThirdPartySensor(format).expectSameLetters(
      format == .columns ? "QUILLON" : "LO", on: machine)
  }

  /// Sensors that send 50 samples a second and no time, as their firmware counts them.
  @Test(arguments: ThirdPartySensor.halfRate)
  func halfTheRateIsReadToo(_ format: SerialFormat) throws {
    let sensor = ThirdPartySensor(format)
    let sent = try sensor.sent("QUILLON")
    #expect(ThirdPartySensor.letters(of: sensor.events(in: sent.flatMap(\.self))) == "QUILLON")
  }

  /// As the product itself: no floating point, no trap, and its stack is enough.
  @Test(arguments: boards)
  func theImageIsAsSafeAsTheProduct(_ machine: Machine, _ format: SerialFormat) throws {
    try Project.firmware()
    try ThirdPartySensor(format).expectSafeImage(on: machine)
  }
}

/// The same with every other format whose sensors letters can be written with.
@Suite(.waiting) struct ThirdPartySensorLongTests {
  private static let formats = SerialFormat.allCases.filter {
    $0.isForDevices && ![.columns, .xIMU3, .witMotion].contains($0)
  }

  @Test(arguments: formats)
  func theBoardReadsEveryFormat(_ format: SerialFormat) throws {
    try Project.longFirmware()
    try ThirdPartySensor(format).expectSameLetters("LO", on: .mps2)
  }

  @Test(arguments: formats)
  func theImageIsAsSafeAsTheProduct(_ format: SerialFormat) throws {
    try Project.longFirmware()
    try ThirdPartySensor(format).expectSafeImage(on: .mps2)
  }
}
