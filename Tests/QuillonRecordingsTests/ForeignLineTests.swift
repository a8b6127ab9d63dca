import Foundation
import QuillonRecordings
import QuillonReferenceModel
import Testing

/// Lines and JSON that hold a sample in another way than a column for each number. The motion is that of `ForeignTableTests`.
extension ForeignTableTests {
  /// What stands in front of the lines that a terminal or a broker logs.
  private static let stamps: [@Sendable (Double) -> String] = [
    { clock($0) + " -> " }, { "[2024-03-02 \(clock($0))] " }, { "2024-03-02T\(clock($0))Z " },
    { "2024-03-02 \(clock($0))\t" }, { "[\(clock($0))]  " },
  ]

  private static func clock(_ time: Double) -> String {
    let ms = Int((time * 1_000).rounded()) + 50_553_127
    return String(
      format: "%02d:%02d:%02d.%03d", ms / 3_600_000, ms / 60_000 % 60, ms / 1_000 % 60, ms % 1_000)
  }

  /// Lines in m/s² and rad/s, or in g and °/s if the second is true.
  private static let shapes: [(isConverted: Bool, line: @Sendable ([String]) -> String)] = [
    (
      false,
      { "aX: \($0[0])\taY: \($0[1])\taZ: \($0[2])\tgX: \($0[3])\tgY: \($0[4])\tgZ: \($0[5])" }
    ),
    (true, { "ax=\($0[0]) ay=\($0[1]) az=\($0[2]) gx=\($0[3]) gy=\($0[4]) gz=\($0[5])" }),
    (
      false,
      {
        "Acceleration: X: \($0[0]), Y: \($0[1]), Z: \($0[2]) Gyro: X: \($0[3]), Y: \($0[4]), Z: \($0[5])"
      }
    ),
    (
      true,
      {
        "Accel X: \($0[0]) g, Y: \($0[1]) g, Z: \($0[2]) g | Gyro X: \($0[3]) dps, Y: \($0[4]) dps, Z: \($0[5]) dps"
      }
    ),
    (
      false,
      { "acc: (\($0[0]), \($0[1]), \($0[2])) gyr: (\($0[3]), \($0[4]), \($0[5])) temp: 27.1" }
    ),
    (
      true,
      { "acc=[\($0[0]) \($0[1]) \($0[2])] g gyro=[\($0[3]) \($0[4]) \($0[5])] dps" }
    ),
    (
      false,
      {
        #"imu/data {"ax":\#($0[0]),"ay":\#($0[1]),"az":\#($0[2]),"gx":\#($0[3]),"gy":\#($0[4]),"gz":\#($0[5])}"#
      }
    ),
    (
      true,
      {
        #"{"id": 7, "acc": {"x": \#($0[0]), "y": \#($0[1]), "z": \#($0[2])}, "gyro": [\#($0[3]), \#($0[4]), \#($0[5])]}"#
      }
    ),
  ]

  private static func numbers(_ index: Int, isConverted: Bool = false) -> [String] {
    let truth = truth(index)
    return
      (truth.force.map { isConverted ? $0 / 9.80665 : $0 }
      + truth.rate.map { isConverted ? $0 * 180 / .pi : $0 }).map { String(format: "%.6f", $0) }
  }

  private static func lines(_ line: (Int) -> String) -> String {
    (0..<700).map(line).joined(separator: "\n") + "\n"
  }

  @Test func linesWithNamesAndStampsAreRead() throws {
    for stamp in Self.stamps {
      for shape in Self.shapes {
        try expectTruth(
          Self.lines { index in
            stamp(Double(index) / 100)
              + shape.line(Self.numbers(index, isConverted: shape.isConverted))
          }, name: "terminal.log")
      }
    }
  }

  /// A boot message, a line of another kind and one that was cut off are none.
  @Test func otherLinesBetweenThemAreLeftOut() throws {
    let text = Self.lines { index in
      let stamp = Self.clock(Double(index) / 100) + " -> "
      let line = stamp + Self.shapes[0].line(Self.numbers(index))
      return index % 50 == 7 ? "\(stamp)battery 3.71 V\n\(line)" : line
    }
    try expectTruth("14:02:33.000 -> MPU6050 Found!\n" + text, name: "terminal.log")
  }

  @Test func aLineForEachSensorIsJoined() throws {
    let text = Self.lines { index in
      let (stamp, n) = (Self.clock(Double(index) / 100) + " -> ", Self.numbers(index))
      return """
        \(stamp)Acceleration X: \(n[0]), Y: \(n[1]), Z: \(n[2]) m/s^2
        \(stamp)Rotation X: \(n[3]), Y: \(n[4]), Z: \(n[5]) rad/s
        """
    }
    let trace = try Self.read(text, name: "terminal.log", in: folder)
    #expect(trace.rows.count > 690)
    #expect(trace.rows.allSatisfy { $0.specificForce != nil && $0.angularRate != nil })
  }

  private static func read(_ text: String, name: String, in folder: URL) throws -> Trace {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent(name)
    try Data(text.utf8).write(to: file)
    return try Trace(contentsOf: file.path)
  }

  /// `time,channel,value`, in any order of the columns, and with a column more.
  @Test func aRowForEachAxisIsJoined() throws {
    let axes = ["acc_x", "acc_y", "acc_z", "gyr_x", "gyr_y", "gyr_z"]
    for (header, row) in [
      ("time,channel,value", { "\($0),\($1),\($2)" }),
      ("channel;value;t", { "\($1);\($2);\($0)" }),
      ("timestamp\tname\tdevice\tvalue", { "\($0)\t\($1)\tleft\t\($2)" }),
    ] as [(String, (String, String, String) -> String)] {
      try expectTruth(
        header + "\n"
          + Self.lines { index in
            zip(axes, Self.numbers(index)).map {
              row(String(format: "%.3f", Double(index) / 100), $0, $1)
            }.joined(separator: "\n")
          })
    }
  }

  /// Each axis in its column, but in a row of its own, whose time is a little later.
  @Test(arguments: ["", "NaN"]) func rowsWithOneAxisEachAreJoined(missing: String) throws {
    let text = Self.lines { index in
      let numbers = Self.numbers(index)
      return (0..<6).map { axis in
        let fields = (0..<6).map { $0 == axis ? numbers[axis] : missing }
        return "\(index * 10 + axis)," + fields.joined(separator: ",")
      }.joined(separator: "\n")
    }
    try expectTruth("time_ms,AccX,AccY,AccZ,GyroX,GyroY,GyroZ\n" + text)
  }

  /// pandas' columns, whose keys are the numbers of the rows, and the same turned around.
  @Test func objectsWhoseKeysAreNumbersAreLists() throws {
    let names = ["t", "ax", "ay", "az", "gx", "gy", "gz"]
    let values = (0..<700).map { [String(format: "%.3f", Double($0) / 100)] + Self.numbers($0) }
    let columns = names.enumerated().map { column, name in
      let rows = values.enumerated().map { #""\#($0)": \#($1[column])"# }
      return #""\#(name)": {\#(rows.joined(separator: ", "))}"#
    }
    try expectTruth("{\(columns.joined(separator: ", "))}", name: "a.json")
    let rows = values.enumerated().map { index, row in
      let fields = zip(names, row).map { #""\#($0)": \#($1)"# }.joined(separator: ", ")
      return #""\#(index)": {\#(fields)}"#
    }
    try expectTruth("{\(rows.joined(separator: ", "))}", name: "a.json")
  }

  /// Packets of four samples, each with one time.
  @Test(arguments: [true, false])
  func packetsOfSeveralSamplesAreRead(hasObjects: Bool) throws {
    let packets = stride(from: 0, to: 700, by: 4).map { start in
      func list(_ axes: Range<Int>) -> String {
        (start..<start + 4).map { index in
          let n = Self.numbers(index)[axes]
          let xyz = zip(["x", "y", "z"], n).map { #""\#($0)": \#($1)"# }.joined(separator: ", ")
          return hasObjects ? "{\(xyz)}" : "[\(n.joined(separator: ", "))]"
        }.joined(separator: ", ")
      }
      return
        #"{"imu": {"Timestamp": \#(start * 10), "ArrayAcc": [\#(list(0..<3))], "ArrayGyro": [\#(list(3..<6))]}}"#
    }
    try expectTruth(#"{"data": [\#(packets.joined(separator: ", "))]}"#, name: "a.json")
    try expectTruth(packets.joined(separator: "\n") + "\n", name: "a.jsonl")
  }

  /// A spreadsheet's thousands are between quotes; a decimal comma between quotes is none.
  @Test func thousandsBetweenQuotesAreNoDecimals() throws {
    let header =
      "Time (ms),Acc X (mg),Acc Y (mg),Acc Z (mg),Gyro X (mdps),Gyro Y (mdps),Gyro Z (mdps)"
    func grouped(_ number: Double) -> String {
      let digits = "\(Int(number.rounded().magnitude))"
      guard digits.count > 3 else { return "\(Int(number.rounded()))" }
      return "\"\(number < 0 ? "-" : "")\(digits.dropLast(3)),\(digits.suffix(3))\""
    }
    try expectTruth(
      header + "\n"
        + Self.lines { index in
          let truth = Self.truth(index)
          let numbers =
            [Double(index) * 10] + truth.force.map { $0 * 1_000 / 9.80665 }
            + truth.rate.map { $0 * 180_000 / .pi }
          return numbers.map(grouped).joined(separator: ",")
        })
    try expectTruth(
      Self.plainHeader + "\n"
        + Self.lines { index in
          ([String(format: "\"%.3f\"", Double(index) / 100)]
            + Self.numbers(index).map { "\"\($0)\"" })
            .joined(separator: ",").replacing(".", with: ",")
        })
  }

  /// Chinese and Japanese text as Windows writes it there.
  @Test func textOfOtherEncodingsIsRead() throws {
    let gb18030 = String.Encoding(rawValue: 0x8000_0632)
    for (encoding, names) in [
      (gb18030, ["时间(ms)", "加速度", "角速度"]), (.shiftJIS, ["時間(ms)", "加速度", "角速度"]),
    ] {
      let axes = ["X", "Y", "Z"]
      let header =
        [names[0]] + axes.map { "\(names[1])\($0)(g)" } + axes.map { "\(names[2])\($0)(°/s)" }
      let text = Self.text(
        header.joined(separator: ","), time: 1_000, force: 1 / 9.80665, rate: 180 / .pi)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let file = folder.appendingPathComponent("a.csv")
      try #require(text.data(using: encoding)).write(to: file)
      let trace = try Trace(contentsOf: file.path)
      let row = try #require(trace.rows.dropFirst(500).first)
      let truth = Self.truth(500)
      #expect(abs((row.specificForce?.z ?? 0) - truth.force[2]) < 0.01, "\(trace.remarks)")
      #expect(abs((row.angularRate?.x ?? 0) - truth.rate[0]) < 0.01, "\(trace.remarks)")
    }
  }

  /// A table below lines of names and values, without a header of its own.
  @Test func rowsBelowAPreambleNeedNoHeader() throws {
    let preamble =
      "Device Type,GENEActiv\nMeasurement Frequency,100.0 Hz\n \n \nUnits,g\nRange,-8 to 8\n"
    let trace = try Self.read(
      preamble
        + Self.lines { index in
          // Noise, as every sensor has it.
          let force = Self.truth(index).force.map {
            String(format: "%.4f", $0 / 9.80665 + 0.01 * sin(Double(index * 13)))
          }.joined(separator: ",")
          return
            "2024-03-02 \(Self.clock(Double(index) / 100).replacing(".", with: ":")),\(force),0,0,24.6"
        }, name: "a.csv", in: folder)
    #expect(trace.rows.count == 700)
    let turned = try #require(trace.rows.last)
    #expect(abs((turned.specificForce?.y ?? 0) - Self.truth(699).force[1]) < 0.2)
    #expect(abs(turned.time - trace.rows[0].time - 6.99) < 1e-6)
  }

  @Test func aHeaderThatIsNotUnderstoodIsNoPreamble() {
    #expect(throws: RecordingError.self) {
      try Self.read(
        "a,b,c,d,e,f,g\n"
          + Self.lines { index in
            "\(Double(index) / 100)," + Self.numbers(index).joined(separator: ",")
          }, name: "a.csv", in: folder)
    }
  }

  @Test func namesOfMakersAreUnderstood() throws {
    let units = "7,2303,"
    try expectTruth(
      "3DM-GX5-25,6253-4220,6253.123456\nDATA_START\n"
        + (["GPS TFlags", "GPS Week", "GPS TOW"]
        + ["X", "Y", "Z"].map { "\($0) Accel [x8004]" }
        + ["X", "Y", "Z"].map { "\($0) Gyro [x8005]" })
        .map { "\"\($0)\"" }.joined(separator: ",") + "\n"
        + Self.lines { index in
          let n = Self.numbers(index)
          let force = Self.numbers(index, isConverted: true).prefix(3)
          return units + String(format: "%.4f", 568_972.5 + Double(index) / 100) + ","
            + (force + n[3...]).joined(separator: ",")
        })
    try expectTruth(
      "# timestamp[ns] w_RS_S_x[rad s^-1] w_RS_S_y[rad s^-1] w_RS_S_z[rad s^-1] a_RS_S_x[m s^-2] a_RS_S_y[m s^-2] a_RS_S_z[m s^-2]\n"
        + Self.lines { index in
          let n = Self.numbers(index)
          return (["\(1_403_636_579_758_555_392 + index * 10_000_000)"] + n[3...] + n[..<3])
            .joined(separator: " ")
        })
  }

  /// A date tells the time better than a number whose unit is not known.
  @Test func aDateComesBeforeACounter() throws {
    try expectTruth(
      "Date,HostTimestamp,NodeTimestamp,X (mg),Y (mg),Z (mg),gx (rad/s),gy (rad/s),gz (rad/s)\n"
        + Self.lines { index in
          let n = Self.numbers(index)
          let force = Self.truth(index).force.map { String(format: "%.4f", $0 * 1_000 / 9.80665) }
          return
            (["02/03/24 \(Self.clock(Double(index) / 100))", "\(index * 10 + 5)", "\(index + 123)"]
            + force + n[3...]).joined(separator: ",")
        })
  }

  @Test func aClockOfTwelveHoursGoesOn() throws {
    let text = Self.text(Self.plainHeader) { time in
      let seconds = 46_796 + time
      let ofDay = seconds >= 46_800 ? seconds - 43_200 : seconds
      return String(
        format: "%d:%02d:%06.3f", Int(ofDay) / 3_600, Int(ofDay) / 60 % 60,
        ofDay.truncatingRemainder(dividingBy: 60))
    }
    try expectTruth(text.replacing("t (s)", with: "time"))
  }

  /// Whatever is damaged, a file gives rows or an error with a next step.
  @Test(arguments: 70..<74) func damagedLinesAreReadOrRefused(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let rows = 0..<60
    let packets = rows.map {
      #"{"acc": {"Timestamp": \#($0 * 40), "ArrayAcc": [{"x": 1, "y": 2, "z": 9}, {"x": 0, "y": 1, "z": 9}]}}"#
    }
    let originals =
      Self.shapes.map { shape in
        rows.map { Self.stamps[0](Double($0) / 100) + shape.line(Self.numbers($0)) }
          .joined(separator: "\n")
      } + [
        "[" + packets.joined(separator: ",") + "]", packets.joined(separator: "\n"),
        "time,channel,value\n"
          + rows.map { "\($0 / 3),acc_\(["x", "y", "z"][$0 % 3]),\"1,0\($0)\"" }
          .joined(separator: "\n"),
        #"{"t": {"0": 1, "1": 2}, "ax": {"0": 1, "1": 2}, "ay": {"0": 1, "1": 2}, "az": {"0": 1}}"#,
      ]
    let pieces = [
      "\n", ",", ":", "{", "}", "[", "]", "(", ")", "\"", "-", "e", "x", "", "°", "\u{0}",
    ]
    var (read, refused) = (0, 0)
    for original in originals {
      for _ in 0..<40 {
        var text = Array(original.utf8)
        for _ in 0...random.index(below: 6) {
          let place = random.index(below: text.count)
          let piece = pieces[random.index(below: pieces.count)]
          text.replaceSubrange(
            place..<min(place + random.index(below: 9), text.count), with: Array(piece.utf8))
        }
        do {
          let trace = try Self.read(
            String(decoding: text, as: UTF8.self), name: "terminal.log", in: folder)
          #expect(!trace.rows.isEmpty)
          read += 1
        } catch let error as RecordingError {
          #expect(!error.nextStep.isEmpty, "\(error)")
          refused += 1
        }
      }
    }
    #expect(read > 50 && refused > 20, "seed \(seed): \(read) read, \(refused) refused")
  }
}
