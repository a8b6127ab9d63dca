import Foundation
import QuillonBridge
import QuillonConversions
import QuillonSerialFormats
import Testing

/// What the first lines of a board show about its columns.
@Suite struct ColumnFinderTests {
  /// Deterministic noise, −1…1.
  private func noise(_ seed: Int) -> Double {
    let number = sin(Double(seed) * 12.9898) * 43_758.5453
    return 2 * (number - number.rounded(.down)) - 1
  }

  private func text(_ number: Double, _ decimals: Int) -> String {
    String(format: "%.\(decimals)f", number)
  }

  /// A finder that heard these lines; without a rate they arrived at once.
  private func finder(
    _ count: Int, rate: Double?, before: String = "", _ lines: (Int) -> String
  ) -> ColumnFinder {
    var finder = ColumnFinder()
    finder.push(ReceivedBytes(arrival: 1, bytes: Array(before.utf8)))
    for index in 0..<count {
      let arrival = rate.map { UInt64(Double(index) * 1e9 / $0) + 1_000_000_000 } ?? 1
      finder.push(ReceivedBytes(arrival: arrival, bytes: Array((lines(index) + "\r\n").utf8)))
    }
    return finder
  }

  /// A vector at rest: three numbers with noise.
  private func vector(_ x: Double, _ y: Double, _ z: Double, _ sigma: Double, _ index: Int)
    -> [Double]
  {
    [x, y, z].enumerated().map { $1 + sigma * noise(3 * index + $0) }
  }

  /// mg and mdeg/s of ST's sensors, without a word about units: what 2 s of a slow board show.
  @Test(arguments: [
    "Accelerometer: X: % Y: % Z: % \r\nGyroscope: X: % Y: % Z: % ",
    "ACC_X[0]: %, ACC_Y[0]: %, ACC_Z[0]: %\r\nGYR_X[0]: %, GYR_Y[0]: %, GYR_Z[0]: %",
    "ax=% ay=% az=% gx=% gy=% gz=%", #"{"acc":[%,%,%],"gyro":[%,%,%]}"#,
  ])
  func unitsOfASlowBoardAreFound(shape: String) throws {
    let found = finder(28, rate: 10) { index in
      let numbers = vector(-36, 64, 998, 3, index) + vector(512, -1_396, 466, 300, index + 77)
      return numbers.reduce(shape) { line, number in
        guard let place = line.range(of: "%") else { return line }
        return line.replacingCharacters(in: place, with: text(number, 2))
      }
    }
    let units = try #require(found.namedUnits).units
    #expect(units.acceleration == .milligravities && units.rate == .millidegreesPerSecond)
  }

  /// The unit of a magnetic field follows from its length: the Earth's has 25 to 70 µT. Counts of unknown size are reported.
  @Test(
    arguments: [
      (1.0, nil, false), (10, .milligausses, false), (0.01, .gausses, false), (100, nil, true),
    ] as [(Double, ColumnUnits.Field?, Bool)])
  func theUnitOfAFieldIsFound(factor: Double, unit: ColumnUnits.Field?, isStrange: Bool) throws {
    let found = finder(60, rate: 50) { index in
      let field = [21.0, -2, -42].map { text($0 * factor, 3) }.joined(separator: ", ")
      let numbers =
        vector(-0.04, 0.06, 0.998, 0.003, index) + vector(0.5, -1.4, 0.5, 0.3, index + 77)
      let words = numbers.map { text($0, 3) }
      return
        "acc: \(words[0]), \(words[1]), \(words[2])\r\ngyro: \(words[3]), \(words[4]), \(words[5])\r\nmag: \(field)"
    }
    let named = try #require(found.namedUnits)
    #expect(named.units.field == unit)
    #expect(named.remarks.contains { $0.contains("25 to 70 uT") } == isStrange, "\(named.remarks)")
  }

  /// Columns that the caller names have their units from the numbers, as those that the board names.
  @Test(arguments: [(1_000.0, "mg"), (9_806.65, "mm/s2"), (1, "g")])
  func unitsOfGivenColumnsAreFound(factor: Double, unit: String) throws {
    var found = ColumnFinder(header: Array("ax,ay,az,gx,gy,gz\n".utf8))
    for index in 0..<80 {
      let numbers =
        vector(-0.04 * factor, 0.06 * factor, factor, 0.003 * factor, index)
        + vector(0.5, -1.4, 0.5, 0.3, index + 77)
      let line = numbers.map { text($0, 2) }.joined(separator: ",") + "\r\n"
      found.push(
        ReceivedBytes(arrival: UInt64(index) * 10_000_000 + 1, bytes: Array(line.utf8)))
    }
    #expect(try #require(found.namedUnits).units.acceleration?.name == unit)
  }

  /// Lines that hold three numbers under names that nobody knows are quoted if there is no rate.
  @Test func wordsOfUnknownMeaningAreQuoted() throws {
    let found = finder(60, rate: 50) { index in
      let numbers = vector(-0.04, 0.06, 0.998, 0.003, index).map { text($0, 3) }
      return "acc: \(numbers[0]), \(numbers[1]), \(numbers[2])\r\nwhirl: 1.0, 2.0, 3.0"
    }
    let remarks = try #require(found.namedUnits).remarks
    #expect(
      remarks.contains { $0.contains("no rate is read") && $0.contains("whirl") }, "\(remarks)")
  }

  /// A number before those of a vector and decimal commas shift what follows them. Both are reported, and no other line is.
  @Test(
    arguments: [
      ("ACC,T,%,%,%\r\nGYRO,T,%,%,%", "always rises"), ("ACC,7,%,%,%\r\nGYRO,7,%,%,%", nil),
      ("ACC,%,%,%\r\nGYRO,%,%,%", nil), ("ACC,%,%,%,T\r\nGYRO,%,%,%,T", nil),
      ("ax: % ay: % az: % gx: % gy: % gz: %", nil),
      ("ax: ; ay: ; az: ; gx: ; gy: ; gz: ;", "decimal commas"),
      ("ax = ;| ay = ;| az = ;| gx = ;| gy = ;| gz = ;", "decimal commas"),
    ] as [(String, String?)])
  func whatShiftsTheNumbersIsReported(shape: String, words: String?) throws {
    let found = finder(60, rate: 50) { index in
      let numbers =
        vector(-0.35, 0.63, 9.78, 0.03, index) + vector(0.51, -1.4, 0.47, 0.2, index + 77)
      return numbers.reduce(shape.replacing("T", with: "\(20 * index)")) { line, number in
        guard let place = line.firstIndex(where: { $0 == "%" || $0 == ";" }) else { return line }
        let text = text(number, 2)
        return line.replacingCharacters(
          in: place...place, with: line[place] == "%" ? text : text.replacing(".", with: ","))
      }
    }
    let remarks = try #require(found.namedUnits).remarks
    let told = remarks.filter { $0.contains("always rises") || $0.contains("decimal commas") }
    #expect(told.isEmpty == (words == nil), "\(remarks)")
    #expect(told.allSatisfy { $0.contains(words ?? "") }, "\(told)")
  }

  /// Numbers with decimals behind `Raw:` are not those of MotionCal, and lines of angles between them are left out.
  @Test func rawNumbersWithDecimalsAreSensorsInTheirUnits() throws {
    let found = finder(80, rate: 50, before: "No calibration loaded/found\r\n") { index in
      let numbers =
        vector(-0.35, 0.63, 9.78, 0.03, index) + vector(0.51, -1.4, 0.47, 0.2, index + 77)
        + vector(21, -2, -42, 0.3, index + 177)
      return "Raw: " + numbers.map { text($0, 4) }.joined(separator: ", ")
        + "\r\nOrientation: 0.07 2.29 3.44\r\nTook 3 ms"
    }
    let columns = try #require(found.assignment)
    #expect(columns.names == ["ax", "ay", "az", "gx", "gy", "gz", "mx", "my", "mz"])
    #expect(columns.acceleration == .metersPerSecondSquared)
    #expect(columns.rate == .degreesPerSecond)
  }

  /// Lines of mm/s² and °/s, as Pybricks prints them.
  @Test func millimetersAreNoCounts() throws {
    let found = finder(80, rate: 50) { index in
      let numbers =
        vector(-353, 631, 9_783, 30, index).map { text($0, 2) }
        + vector(0.5, -1.4, 0.5, 0.2, index + 77).map { text($0, 3) }
      return numbers.joined(separator: " ")
    }
    let columns = try #require(found.assignment)
    #expect(columns.acceleration == .millimetersPerSecondSquared)
    #expect(columns.rate == .degreesPerSecond)
  }

  /// Counts of a file without times: the scale of their range is not seen.
  @Test(arguments: [nil, 50.0])
  func countsOfAFileKeepTheUsualScale(rate: Double?) throws {
    let found = finder(150, rate: rate) { index in
      let t = max(Double(index) / 50 - 1, 0)
      let (angle, speed) = (0.7 * (1 - cos(2 * t)), 1.4 * sin(2 * t) * 180 / .pi)
      let force = vector(100, 16_384 * sin(angle), 16_384 * cos(angle), 40, index)
      let turn = vector(65.5 * speed, 0, 0, 10, index + 77)
      return (force + turn).map { text($0, 0) }.joined(separator: ",")
    }
    let columns = try #require(found.assignment)
    #expect(columns.acceleration == .counts16384)
    #expect(columns.rate == (rate == nil ? .counts131 : .counts65))
  }

  /// The vectors of a board in turn, each on a line of its own without a name, as many Python programs print them.
  @Test(arguments: [1, 2, 3]) func vectorsInTurnAreMentioned(count: Int) throws {
    let vectors = [[0.6, 0.9, 9.7], [0.01, -0.01, 0.02], [17, -2, -44]]
    let found = finder(60, rate: 30) { index in
      let numbers = vectors[index % count]
      return "("
        + vector(numbers[0], numbers[1], numbers[2], 0.01, index).map { text($0, 3) }
        .joined(separator: ", ") + ")"
    }
    let objection = try #require(found.assignment).objection
    #expect(
      objection?.contains("sensors in turn") == (count > 1 ? true : nil), "\(objection ?? "")")
  }

  /// What a title calls the numbers is no acceleration, unless they are 1 g.
  @Test(
    arguments: [
      ("Euler Angles in degrees\r\nX\tY\tZ\r\n", [0.07, 3.44, 2.29], "angles"),
      ("Gyroscope in degrees/second\r\nX\tY\tZ\r\n", [0.51, -1.4, 0.47], "angular rates"),
      ("Magnetic Field in uT\r\nX\tY\tZ\r\n", [21.29, -3.13, -42.01], "a magnetic field"),
      ("Gyroscope calibrated\r\n", [0.02, 0.01, 1], nil),
      ("Accelerometer in g, no gyroscope\r\n", [0.07, 3.44, 2.29], nil),
    ] as [(String, [Double], String?)])
  func aTitleObjects(title: String, numbers: [Double], measured: String?) throws {
    let found = finder(80, rate: 50, before: title) { index in
      vector(numbers[0], numbers[1], numbers[2], 0.01, index).map { text($0, 2) }
        .joined(separator: "\t")
    }
    let objection = try #require(found.assignment).objection
    #expect((objection != nil) == (measured != nil), "\(objection ?? "")")
    if let measured { #expect(objection?.contains("the board calls them \(measured)") == true) }
  }
}
