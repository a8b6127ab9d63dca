import Foundation
import QuillonEmulator
import Testing

/// What a sample of a sensor chip costs, from the data-ready edge to the sample in SI units.
@Suite struct ChipImageTests {
  private static let machines = [Machine.mps2, .nrf51822]
  private static let chips = [
    "MPU6050", "LSM6DSOX", "LSM6DS3TRC", "ICM20948", "BMI270", "LSM9DS1", "ICM42688",
    "BMI160", "LSM6DSV16X", "QMI8658", "ICM42670", "BNO055", "BNO08x",
  ]

  private func build(_ machine: Machine) throws {
    try Project.make("firmware", "BOARD=\(machine.rawValue)", "IMAGES=ChipImage")
  }

  /// The cost of reading the field, which comes with one of four samples or so, after the sample.
  private static let fields = ["MPU6050-field", "ICM20948-field", "LSM9DS1-field"]

  /// BUDGETS.md has the figures. They may grow by 2 %.
  @Test(arguments: machines)
  func aSampleTakesAtMost1500Instructions(_ machine: Machine) throws {
    try build(machine)
    let board = try EmulatedBoard(
      machine, image: machine.image("ChipImage", in: Project.root), isCounting: true)
    defer { board.close() }
    let said = board.listenToText()
    let rows = said.lines.reduce(into: [String: (count: Double, ticks: Double)]()) { rows, line in
      let words = line.split(separator: " ")
      guard words.count == 3, let count = Int(words[1], radix: 16),
        let ticks = Int(words[2], radix: 16)
      else { return }
      rows[String(words[0])] = (Double(count), Double(ticks))
    }
    let loop = try #require(rows["loop"], "\(said.lines)")
    for chip in Self.chips + Self.fields {
      let row = try #require(rows[chip])
      #expect(
        Self.chips.contains(chip) ? row.count == 1_024 : (200...260).contains(row.count),
        "\(chip): every look gives a sample, one of four a field")
      let instructions = row.ticks / loop.ticks * loop.count / row.count
      print("\(machine.rawValue) \(chip): \(Int(instructions.rounded())) instructions a sample")
      #expect(instructions <= 1_500, "\(chip)")
      let recorded = try #require(Self.recorded[machine]?[chip])
      #expect(instructions <= recorded * 1.02, "\(chip) is over what is recorded")
    }
  }

  @Test(arguments: machines)
  func neitherHeapNorTrapNorFloatingPoint(_ machine: Machine) throws {
    try build(machine)
    let symbols = try LinkedImage("ChipImage", of: machine).symbols()
    let allocators = ["malloc", "free", "posix_memalign", "swift_slowAlloc"]
    #expect(symbols.filter { allocators.contains(String($0)) }.isEmpty)
    let image = try Disassembly("ChipImage", of: machine)
    // The image's own text may trap: a name has no pointer.
    let traps = image.trappingFunctions(except: ["_swift_exceptionPersonality"])
    #expect(traps.filter { !$0.contains("ChipImage.report") } == [])
    #expect(image.floatingFunctions == [])
    #expect(
      image.functions.count { $0.name.contains("ChipReader.read") } >= 5, "the core must be there")
  }

  private static let recorded: [Machine: [String: Double]] = [
    .mps2: [
      "MPU6050": 1_086, "LSM6DSOX": 1_122, "LSM6DS3TRC": 1_011, "ICM20948": 1_076, "BMI270": 1_098,
      "LSM9DS1": 1_051, "ICM42688": 1_014, "BMI160": 1_048, "LSM6DSV16X": 1_122,
      "QMI8658": 1_122, "ICM42670": 1_015, "BNO055": 965, "BNO08x": 1_147,
      "MPU6050-field": 488, "ICM20948-field": 476, "LSM9DS1-field": 457,
    ],
    .nrf51822: [
      "MPU6050": 1_478, "LSM6DSOX": 1_488, "LSM6DS3TRC": 1_344, "ICM20948": 1_438, "BMI270": 1_475,
      "LSM9DS1": 1_396, "ICM42688": 1_366, "BMI160": 1_394, "LSM6DSV16X": 1_488,
      "QMI8658": 1_496, "ICM42670": 1_344, "BNO055": 1_299, "BNO08x": 1_493,
      "MPU6050-field": 643, "ICM20948-field": 625, "LSM9DS1-field": 597,
    ],
  ]
}
