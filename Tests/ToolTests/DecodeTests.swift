import Foundation
import QuillonRecordings
import QuillonSimulator
import TestSupport
import Testing

@Suite struct DecodeTests {
  /// Level, 1 g up, then turned: two lines as text and as hexadecimal.
  private let line = "0,0,1,90,0,0\r\n"

  @Test func samplesAreInSIUnits() throws {
    let workspace = try Workspace()
    let file = try workspace.write(line + "Started\r\n" + line, to: "capture.csv")
    let result = try Tool.run("decode", "--protocol", "csv", file)
    #expect(result.code == 0)
    #expect(result.lines.count == 2)
    let sample = try object(try #require(result.lines.first))
    let force = try #require(sample["specificForce"] as? [Double])
    #expect(abs(force[2] - 9.80665) < 1e-6)
    let rate = try #require(sample["angularRate"] as? [Double])
    #expect(abs(rate[0] - .pi / 2) < 1e-6)
    #expect(sample["time"] == nil && sample["attitude"] == nil)
    #expect(result.errorOutput.contains("29 bytes in messages, 8 rejected (unknown 8)"))
  }

  /// How columns were understood, and why: in words, in JSON, and as options that read the file the same way.
  @Test(arguments: [
    ("time_us,acc_x_g,acc_y_g,acc_z_g,gyr_x_dps,gyr_y_dps,gyr_z_dps", "t,ax,ay,az,gx,gy,gz"),
    ("time_us;gyro x;gyro y;gyro z;temp;acc x;acc y;acc z", "t,gx,gy,gz,other,ax,ay,az"),
  ])
  func whatWasTakenForWhatIsExplained(header: String, columns: String) throws {
    let workspace = try Workspace()
    let separator = header.contains(";") ? ";" : ","
    let rows = (0..<100).map { index in
      let force = ["0.00\(index % 3)", "0", "1.00\(index % 2)"]
      let rate = ["0.\(index % 5)", "-0.2", "0.\(index % 7)"]
      let fields =
        ["\(index * 10_000)"] + (separator == "," ? force + rate : rate + ["31.5"] + force)
      return fields.joined(separator: separator)
    }
    let file = try workspace.write(
      ([header] + rows).joined(separator: "\n") + "\n", to: "a file.csv")
    let result = try Tool.run("decode", "--explain", "--json", file)
    #expect(result.code == 0, "\(result.errorOutput)")
    let found = try object(try #require(result.lines.first))
    #expect(found["format"] as? String == "csv" && found["share"] as? Double ?? 0 > 0.9)
    #expect((found["columns"] as? [String])?.joined(separator: ",") == columns)
    #expect(found["accelerationUnit"] as? String == "g")
    #expect(found["rateUnit"] as? String == "deg/s")
    #expect(found["timeUnit"] as? String == "us")
    #expect(found["samples"] as? Int == 100 && found["rate"] as? Double == 100)
    #expect(found["quantities"] as? [String] == ["specific force", "angular rate"])
    let text = try Tool.run("decode", "--explain", file)
    let advice = try #require(text.lines.last)
    #expect(
      advice.hasSuffix(
        "--columns \(columns) --acceleration-unit g --rate-unit deg/s --time-unit us '\(file)'"))
    let asFound = try Tool.run("decode", file)
    let asAdvised = try Tool.run(
      "decode", "--protocol", "csv", "--columns", columns, "--acceleration-unit", "g",
      "--rate-unit", "deg/s",
      "--time-unit", "us", file)
    #expect(asFound.lines.count == 100 && asAdvised.lines.count == 100)
    for (found, advised) in zip(asFound.lines, asAdvised.lines) {
      let (found, advised) = (try object(found), try object(advised))
      #expect(found["time"] as? Int == advised["time"] as? Int)
      for quantity in ["specificForce", "angularRate"] {
        let vectors = [found, advised].compactMap { $0[quantity] as? [Double] }
        #expect(
          vectors.count == 2 && zip(vectors[0], vectors[1]).allSatisfy { abs($0 - $1) < 1e-5 })
      }
    }
    #expect(asFound.errorOutput.contains("read as another program's table"))
  }

  /// Rows in no usual order, whose columns follow from the numbers: 3 s at rest, then turned about x.
  @Test(arguments: [["t", "g", "a"], ["a", "g", "m", "angles"], ["t", "a", "g", "temperature"]])
  func rowsInNoUsualOrderAreDecoded(order: [String]) throws {
    let workspace = try Workspace()
    let rows = (0..<500).map { index in
      let t = Double(index) / 100
      let angle = t < 3 ? 0 : 0.5 * (1 - cos(2 * (t - 3)))
      let noise = 0.004 * sin(Double(index * 7_919))
      let parts = [
        "t": [t * 1_000], "a": [noise, sin(angle) + noise, cos(angle)],
        "g": [(t < 3 ? 0 : sin(2 * (t - 3))) * 180 / .pi + noise, 0.3 + noise, -noise],
        "m": [20 + noise, -40 * cos(angle), 40 * sin(angle) + noise],
        "angles": [angle * 57, 2 + noise, 3], "temperature": [25.31],
      ]
      return order.flatMap { parts[$0] ?? [] }.map { String(format: "%.4f", $0) }
        .joined(separator: ",")
    }
    let file = try workspace.write(rows.joined(separator: "\n") + "\n", to: "rows.txt")
    let result = try Tool.run("decode", file)
    #expect(result.lines.count >= 498, "\(result.errorOutput)")
    let sample = try object(try #require(result.lines.last))
    let (force, rate) = (
      try #require(sample["specificForce"] as? [Double]),
      try #require(sample["angularRate"] as? [Double])
    )
    #expect(abs(rate[0] - sin(2 * 1.99)) < 0.01, "\(result.errorOutput)")
    #expect(abs(force[2] - 9.80665 * cos(0.5 * (1 - cos(2 * 1.99)))) < 0.1)
  }

  /// A sample of two lines, each of which gives the unit of its own numbers.
  @Test func unitsOfEachLineCount() throws {
    let workspace = try Workspace()
    let rows = (0..<100).map {
      "Acceleration: X:0.0\($0 % 3), Y: 0.01, Z: 9.81 m/s^2\nGyro X:90.\($0 % 5), Y: 0.1, Z: 0.0 degrees/s\n"
    }
    let file = try workspace.write(rows.joined(), to: "lines.txt")
    let result = try Tool.run("decode", file)
    let sample = try object(try #require(result.lines.last))
    let rate = try #require(sample["angularRate"] as? [Double])
    #expect(abs(rate[0] - .pi / 2) < 0.02, "\(result.errorOutput)")
  }

  /// Bytes of any format are known by themselves; those of none are refused, and nothing is printed.
  @Test(arguments: ["quillon", "mip", "witmotion-11", "x-imu3", "xsens-xbus"])
  func theFormatIsFound(_ format: String) throws {
    let workspace = try Workspace()
    let trace = workspace.path("a.csv")
    #expect(try Tool.run("simulate", "--text", "I", "--raw", "6", "--trace", trace).code == 0)
    let bytes = workspace.path("bytes")
    let replayed = try Tool(
      ["replay", trace, "--protocol", format], by: "exec \"$0\" \"$@\" >'\(bytes)'"
    ).result()
    #expect(replayed.code == 0, "\(replayed.errorOutput)")
    let found = try object(
      try #require(try Tool.run("decode", "--explain", "--json", bytes).lines.first))
    #expect(found["format"] as? String == format && found["columns"] == nil)
    // A pipe gives a little at a time.
    let slowly = try Tool(
      ["decode", "--explain", "--json"],
      by: "(head -c 20 '\(bytes)'; sleep 0.3; tail -c +21 '\(bytes)') | \"$0\" \"$@\""
    ).result()
    #expect(
      try object(try #require(slowly.lines.first))["format"] as? String == format,
      "\(slowly.errorOutput)")
    let noise = try workspace.write(String(repeating: "quite another file\n", count: 40), to: "b")
    let refused = try Tool.run("decode", "--explain", noise)
    #expect(refused.code == 1 && refused.lines.allSatisfy(\.isEmpty))
    #expect(refused.errorOutput.contains("of no known format: name the format with --protocol"))
  }

  /// A log of MT Manager (.mtb): the board's settings first, some in messages that are longer than any of motion, then MTData2.
  @Test func aLogOfAnXsensBoardIsDecoded() throws {
    func message(_ identifier: UInt8, _ data: [UInt8]) -> [UInt8] {
      let length =
        data.count < 255
        ? [UInt8(data.count)] : [255, UInt8(data.count >> 8), UInt8(data.count & 255)]
      let bytes = [0xFF, identifier] + length + data
      return [0xFA] + bytes + [0 &- bytes.reduce(0, &+)]
    }
    let workspace = try Workspace()
    let settings =
      message(0x0D, (0..<118).map { UInt8($0) })
      + message(0x90, (0..<1_600).map { UInt8($0 % 250) })
    var encoder = XbusEncoder()
    let samples = (0..<300).flatMap { index -> [UInt8] in
      var row = TraceRow(time: Double(index) / 100)
      (row.specificForce, row.angularRate) = ([0, 0, 9.80665], [0, 0.25, 0])
      return encoder.encode(row)
    }
    let file = workspace.path("MT_log-000.mtb")
    try Data(settings + samples).write(to: URL(fileURLWithPath: file))
    let result = try Tool.run("decode", file)
    #expect(result.code == 0 && result.lines.count == 300, "\(result.errorOutput)")
    #expect(result.errorOutput.contains("format: xsens-xbus"))
    let last = try object(try #require(result.lines.last))
    #expect(last["time"] as? Int == 2_990_000)
  }

  /// The unit of i2cdevlib's areal is that of one MotionApps, which is reported, and the option counts.
  @Test func theUnitOfArealIsSaid() throws {
    let workspace = try Workspace()
    let line = "quat\t1.00\t0.00\t0.00\t0.00\r\nareal\t0\t0\t8192\r\n"
    let file = try workspace.write(String(repeating: line, count: 20), to: "a.txt")
    for (options, length, isSaid) in [
      ([], 9.80665, true), (["--acceleration-unit", "16384/g"], 9.80665 / 2, false),
      (["--protocol", "tagged", "--acceleration-unit", "4096/g"], 2 * 9.80665, false),
    ] as [([String], Double, Bool)] {
      let result = try Tool.run(["decode", file] + options)
      #expect(result.code == 0)
      #expect(result.errorOutput.contains("taken for 8192/g") == isSaid, "\(result.errorOutput)")
      let line = try #require(result.lines.first { $0.contains("linearAcceleration") })
      let linear = try #require(try object(line)["linearAcceleration"] as? [Double])
      #expect(abs(linear[2] - length) < 1e-4, "\(line)")
    }
  }

  /// Errors list units by the names that can be typed.
  @Test(arguments: [
    ("--rate-unit", "131/(deg/s)"), ("--rate-unit", "114.3/(deg/s)"),
    ("--acceleration-unit", "16384/g"), ("--acceleration-unit", "mm/s2"), ("--time-unit", "us"),
  ])
  func unitsAreListedAsTheyAreTyped(option: String, name: String) throws {
    let workspace = try Workspace()
    let file = try workspace.write("0,0,1,0,0,0\n0,0,1,0,0,0\n", to: "a.txt")
    let refused = try Tool.run("decode", "--protocol", "csv", option, "cubits", file)
    #expect(refused.code == 2 && refused.errorOutput.contains(name), "\(refused.errorOutput)")
    #expect(!refused.errorOutput.contains("- counts"), "\(refused.errorOutput)")
    let typed = try Tool.run("decode", "--protocol", "csv", option, name, file)
    #expect(typed.code == 0, "\(typed.errorOutput)")
  }

  @Test func rawMessagesHaveTheMakersFields() throws {
    let workspace = try Workspace()
    let digits = "55 51 00 04 00 F8 00 08\n00 00 AA"
    let file = try workspace.write(digits, to: "capture.txt")
    let result = try Tool.run("decode", "--protocol", "witmotion-11", "--raw", "--hex", file)
    #expect(result.code == 0)
    let message = try object(try #require(result.lines.first))
    #expect(message["type"] as? Int == 0x51)
    #expect(message["acc_g"] as? [Double] == [0.5, -1, 1])
  }

  /// A recording of a sketch: what its header and its numbers show is used and reported.
  @Test(arguments: [
    ("time,gFx,gFy,gFz,wx,wy,wz", 1.0, "time is taken for s"),
    ("ms,ax,ay,az,gx,gy,gz", 1_000, "acceleration is taken for g"),
    ("time_us,acc_x_g,acc_y_g,acc_z_g,gyr_x_dps,gyr_y_dps,gyr_z_dps", 1e6, ""),
    ("", 1_000, "are taken for t,ax,ay,az,gx,gy,gz"),
  ])
  func whatNumbersAreTakenForIsTold(header: String, unit: Double, words: String) throws {
    let workspace = try Workspace()
    let rows = (0..<100).map { index in
      "\(Double(index) * 0.01 * unit),0.00\(index % 3),0,1.00\(index % 2),0.\(index % 5),-0.2,0.\(index % 7)"
    }
    let file = try workspace.write(
      ([header] + rows).joined(separator: "\n") + "\n", to: "capture.csv")
    let result = try Tool.run("decode", "--protocol", "csv", file)
    let times = try result.lines.map { try object($0)["time"] as? Int ?? -1 }
    #expect(times.count == 100 && times[50] - times[0] == 500_000, "\(result.errorOutput)")
    #expect(words.isEmpty || result.errorOutput.contains(words), "\(result.errorOutput)")
    let force = try #require(try object(result.lines[50])["specificForce"] as? [Double])
    #expect(abs(force[2] - 9.80665) < 0.02)
  }

  /// Lines as sketches and loggers of other makers print them, and how many samples with which first force, rate and field there are in 40 of them.
  struct Lines: Sendable, CustomTestStringConvertible {
    var name: String
    var line: @Sendable (Int) -> String
    var header = ""
    var count = 40
    var field: [Double] = []
    var step: Int?
    var testDescription: String { name }
  }

  private static let shapes = [
    Lines(
      name: "OpenLog Artemis",
      line: { index in
        String(
          format:
            "01/01/2000,00:00:%05.2f,0.00,0.00,1000.00,5.73,0.00,0.00,20.00,0.00,-40.00,27.1,9.99,",
          Double(index) / 100)
      }, header: "rtcDate,rtcTime,aX,aY,aZ,gX,gY,gZ,mX,mY,mZ,imu_degC,output_Hz,",
      field: [20, 0, -40], step: 10_000),
    Lines(
      name: "ISO date in a column",
      line: { index in
        String(format: "2024-01-31T23:59:%06.3fZ;0;0;1;5.73;0;0", 10 + Double(index) / 100)
      }, header: "time;ax (g);ay (g);az (g);gx (deg/s);gy (deg/s);gz (deg/s)", step: 10_000),
    Lines(
      name: "MotionCal, both lines",
      line: { _ in
        "Raw:0,0,8192,92,0,0,200,0,-400\r\nUni:0.00,0.00,9.81,0.1000,0.0000,0.0000,20.00,0.00,-40.00"
      }, field: [20, 0, -40]),
    Lines(
      name: "MotionCal, counts alone", line: { _ in "Raw:0,0,8192,92,0,0,200,0,-400" }, count: 39,
      field: [20, 0, -40]),
    Lines(
      name: "Teleplot, a number a line",
      line: { index in
        zip(["ax", "ay", "az", "gx", "gy", "gz"], ["0", "0", "9.81", "0.1", "0", "0"])
          .map { ">\($0):\(index * 10):\($1)" }.joined(separator: "\n")
      }, count: 39, step: 10_000),
    Lines(
      name: "Teleplot without time, with units",
      line: { _ in
        ">ax:0§m/s²\n>ay:0§m/s²\n>az:9.81§m/s²\n>gx:0.1§rad/s\n>gy:0|g\n>gz:0"
      }, count: 39),
    Lines(
      name: "a date beside milliseconds",
      line: { index in
        "01/02/2024,\(index * 10),0,0,1,5.73,0,0"
      }, header: "date,ms,ax (g),ay (g),az (g),gx (deg/s),gy (deg/s),gz (deg/s)", step: 10_000),
    Lines(
      name: "a number a line, and a row of other numbers once",
      line: { index in
        "ax: 0\nay: 0\nTemp: 25.3\naz: 9.81\ngx: 0.1\n"
          + (index == 20 ? "7,8,9,10,11,12,13\n" : "") + "gy: 0\ngz: 0"
      }, count: 38),
    Lines(
      name: "a number a line",
      line: { _ in
        "Temp: 25.3\nax: 0\nay: 0\naz: 9.81\ngx: 0.1\ngy: 0\ngz: 0"
      }, count: 39),
  ]

  @Test(arguments: shapes)
  func linesOfOtherMakersAreRead(_ lines: Lines) throws {
    let workspace = try Workspace()
    let text = ([lines.header] + (0..<40).map(lines.line)).joined(separator: "\n") + "\n"
    let file = try workspace.write(text, to: "capture.txt")
    let result = try Tool.run("decode", "--protocol", "csv", file)
    #expect(result.lines.count == lines.count, "\(result.errorOutput)")
    let samples = try result.lines.map { try object($0) }
    for sample in samples {
      let force = try #require(sample["specificForce"] as? [Double])
      let rate = try #require(sample["angularRate"] as? [Double])
      #expect(abs(force[2] - 9.81) < 0.01 && abs(force[0]) < 0.001, "\(force)")
      #expect(abs(rate[0] - 0.1) < 0.001 && rate[1] == 0 && rate[2] == 0, "\(rate)")
      let field = sample["magneticField"] as? [Double] ?? []
      #expect(field.map { $0.rounded() } == lines.field)
    }
    let times = samples.compactMap { $0["time"] as? Int }
    if let step = lines.step {
      #expect(times.count == lines.count)
      #expect(zip(times, times.dropFirst()).allSatisfy { abs($1 - $0 - step) <= 1 }, "\(times)")
    } else {
      #expect(times.isEmpty)
    }
  }

  /// A spreadsheet of Windows writes UTF-16.
  @Test(arguments: [String.Encoding.utf16LittleEndian, .utf16BigEndian])
  func wideTextIsRead(_ encoding: String.Encoding) throws {
    let workspace = try Workspace()
    let rows = (0..<300).map { "\(Double($0) / 100);0;0;9.80665;0;0;0.001" }
    let text = "\u{FEFF}" + (["t;ax;ay;az;gx;gy;gz"] + rows).joined(separator: "\r\n") + "\r\n"
    let file = workspace.path("wide.csv")
    try #require(text.data(using: encoding)).write(to: URL(fileURLWithPath: file))
    let decoded = try Tool.run("decode", "--protocol", "csv", file)
    #expect(decoded.lines.count == 300, "\(decoded.errorOutput)")
    let fused = try Tool.run("fuse", file, "--out", workspace.path("out.csv"))
    #expect(fused.code == 0 && fused.output.contains("300 samples"), "\(fused.errorOutput)")
  }

  @Test func aColumnThatIsNamedTwiceIsRefused() throws {
    for (columns, words) in [
      ("ax,ay,az,gx,gy,gx", "names the same column twice, gx and gx"),
      ("accX,ax,ay,az", "accX and ax"),
      ("foo,bar", "names no column that is read"),
      ("t,ax,ay,zz,gx,gy,gz", "the acceleration has columns for x and y but none for z"),
    ] {
      let result = try Tool.run("decode", "--protocol", "csv", "--columns", columns, "/dev/null")
      #expect(result.code == 2 && result.errorOutput.contains(words), "\(result.errorOutput)")
    }
  }

  /// A board's own header that names one axis twice.
  @Test func aVectorOfTheHeaderWithoutAnAxisIsTold() throws {
    let workspace = try Workspace()
    let rows = (0..<100).map { "\($0 * 10),0,0,9.8,0.01,0.02,0.03" }
    let text = (["t,ax,ax,az,gx,gy,gz"] + rows).joined(separator: "\n") + "\n"
    let file = try workspace.write(text, to: "capture.csv")
    let result = try Tool.run("decode", "--protocol", "csv", file)
    #expect(
      result.errorOutput.contains("the acceleration has columns for x and z but none for y"),
      "\(result.errorOutput)")
  }

  /// A table with a header and times is read as all commands read it: times with exponents, dates, and a counter that begins again.
  @Test(arguments: ["%.9E", "day", "counter"])
  func aTableIsReadAsOtherCommandsReadIt(time: String) throws {
    let workspace = try Workspace()
    let header = time == "counter" ? "ms" : time == "day" ? "Date" : "\"Time (s)\""
    let rows = (0..<300).map { index in
      let seconds = 59 + Double(index) / 100
      let text =
        switch time {
        case "counter": "\((60_000 + index * 100) % 65_536)"
        case "day":
          String(
            format: "2024-01-31 12:%02d:%06.3f", 30 + Int(seconds) / 60,
            seconds.truncatingRemainder(dividingBy: 60))
        default: String(format: time, seconds)
        }
      return text + ",0,0,9.80665,0.01,0.02,0.03"
    }
    let names =
      ",ax (m/s^2),ay (m/s^2),az (m/s^2),gx (rad/s),gy (rad/s),gz (rad/s)"
    let file = try workspace.write(
      ([header + names] + rows).joined(separator: "\n") + "\n", to: "table.csv")
    let decoded = try Tool.run("decode", file)
    let times = try decoded.lines.map { try #require(object($0)["time"] as? Int) }
    let step = time == "counter" ? 100_000 : 10_000
    #expect(times.count == 300, "\(decoded.errorOutput)")
    #expect(zip(times, times.dropFirst()).allSatisfy { abs($1 - $0 - step) <= 1 }, "\(times)")
    let explained = try Tool.run("decode", "--explain", file)
    #expect(
      explained.output.contains("csv, a table"), "\(explained.output)")
    #expect(explained.output.contains("--protocol csv"))
    let asBoard = try Tool.run("decode", "--explain", "--protocol", "csv", file)
    #expect(asBoard.output.contains("csv, Arduino sketches"))
  }

  /// JSON, and lines that a terminal or a broker logged.
  @Test(arguments: [
    ("a.json", #"{"time": %d, "acc": [0, 0, 9.81], "gyr": [0, 0, 0]}"#, ","),
    ("a.jsonl", #"{"time": %d, "acc": [0, 0, 9.81], "gyr": [0, 0, 0]}"#, ""),
    ("a.log", "12:00:%02d.000 -> aX: 0 aY: 0 aZ: 9.81 gX: 0 gY: 0 gZ: 0", ""),
  ]) func whatHasNoColumnsIsReadAsOtherCommandsReadIt(name: String, row: String, end: String)
    throws
  {
    let workspace = try Workspace()
    let rows = (0..<50).map { String(format: row, $0) }.joined(separator: end + "\n")
    let file = try workspace.write(end == "," ? "[\(rows)]" : rows + "\n", to: name)
    let result = try Tool.run("decode", file)
    let samples = try result.lines.map(object)
    #expect(samples.count == 50, "\(result)")
    for (name, z) in [("specificForce", 9.81), ("angularRate", 0.0)] {
      let vectors = samples.map { $0[name] as? [Double] ?? [] }
      #expect(vectors.allSatisfy { $0.count == 3 && abs($0[2] - z) < 1e-3 }, "\(vectors[0])")
    }
    let explained = try Tool.run("decode", "--explain", file)
    #expect(explained.output.contains("recording, which all commands read alike"))
    #expect(!explained.output.contains("to correct"), "\(explained.output)")
  }

  /// Why a file with names of its columns is not read as a table.
  @Test func aTableThatIsRefusedIsMentioned() throws {
    let workspace = try Workspace()
    let rows = (0..<60).map { "0.0\($0 % 3),0.01,1.00,0.1,0.2,0.\($0 % 4)" }
    let file = try workspace.write(
      (["ax,ay,az,gx,gy,gz"] + rows).joined(separator: "\n") + "\n", to: "capture.csv")
    let result = try Tool.run("decode", file)
    #expect(result.lines.count == 60 && result.errorOutput.contains("as a table it is not read"))
  }

  @Test func columnsCanBeNamed() throws {
    let workspace = try Workspace()
    let file = try workspace.write("1000,1,0,0\n1010,1,0,0\n", to: "capture.csv")
    let result = try Tool.run(
      "decode", "--protocol", "csv", "--columns", "t,az,ay,ax", "--acceleration-unit", "m/s2", file)
    let sample = try object(try #require(result.lines.first))
    #expect(sample["time"] as? Int == 1_000_000)
    #expect(sample["specificForce"] as? [Double] == [0, 0, 1])
  }

  @Test func anotherFormatIsTold() throws {
    let workspace = try Workspace()
    let file = try workspace.write(line, to: "capture.csv")
    let result = try Tool.run("decode", "--protocol", "mip", file)
    #expect(result.code == 1 && result.output.isEmpty)
    #expect(
      result.errorOutput.contains(
        "no byte of it is mip: choose another format from `quillon protocols`"))
  }

  /// Scripts see by the exit code that nothing was understood.
  @Test func nothingUnderstoodExitsWithOne() throws {
    let workspace = try Workspace()
    for (text, words) in [
      ("", "it is empty"), ("t,ax,ay,az,gx,gy,gz\nhello\n", "there is no sample in it"),
      ("hello\n", "no byte of it is csv"),
    ] {
      let file = try workspace.write(text, to: "capture.csv")
      let result = try Tool.run("decode", "--protocol", "csv", file)
      #expect(result.code == 1 && result.output.isEmpty, "\(text): \(result)")
      #expect(result.errorOutput.contains(words), "\(result.errorOutput)")
    }
  }

  @Test func whatCannotBeReadIsMisuse() throws {
    let workspace = try Workspace()
    let unknown = try Tool.run("decode", "--protocol", "morse", "-")
    #expect(unknown.code == 2)
    #expect(unknown.errorOutput.contains("witmotion-11"))
    #expect(try Tool.run("decode", "--protocol", "csv", "/nowhere").code == 2)
    let odd = try workspace.write("55 5", to: "odd.txt")
    #expect(try Tool.run("decode", "--protocol", "csv", "--hex", odd).code == 2)
  }

  @Test func protocolsAreListed() throws {
    let text = try Tool.run("protocols")
    #expect(text.code == 0)
    for name in ["csv", "mavlink", "witmotion-11", "x-imu3"] {
      #expect(text.lines.contains { $0.hasPrefix(name + ":") })
    }
    let json = try Tool.run("protocols", "--json")
    let list = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [[String: Any]]
    #expect(list?.count == 18)
    #expect(list?.allSatisfy { $0["baud"] is Int && $0["setup"] is String } == true)
  }

  private func object(_ line: String) throws -> [String: Any] {
    let json = try JSONSerialization.jsonObject(with: Data(line.utf8))
    return try #require(json as? [String: Any])
  }
}

extension Workspace {
  /// The path of a file in the folder that holds this text.
  fileprivate func write(_ text: String, to name: String) throws -> String {
    let file = path(name)
    try Data(text.utf8).write(to: URL(fileURLWithPath: file))
    return file
  }
}
