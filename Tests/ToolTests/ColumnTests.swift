import Foundation
import TestSupport
import Testing

/// Sketches that print numbers in columns without a header: how they are understood.
@Suite(.waiting) struct ColumnTests {
  /// What is printed, and how it is understood.
  @Test(arguments: [
    ("temperature", "ax,ay,az,gx,gy,gz,temperature (acceleration in g, rate in deg/s)"),
    ("rate first", "gx,gy,gz,ax,ay,az (acceleration in g, rate in deg/s)"),
    ("word", "ax,ay,az,gx,gy,gz (acceleration in g, rate in deg/s)"),
    ("counts", "ax,ay,az,temperature,gx,gy,gz (acceleration in 16384/g, rate in 131/(deg/s))"),
    ("time last", "ax,ay,az,gx,gy,gz,t (acceleration in m/s2, rate in rad/s, time in ms)"),
    ("field", "t,ax,ay,az,gx,gy,gz,mx,my,mz (acceleration in g, rate in deg/s, time in ms)"),
  ])
  func columnsWithoutAHeaderAreFoundByPhysics(kind: String, taken: String) throws {
    let sketch = try Sketch { index, noise in
      let (force, rate) = (Sketch.force(noise), Sketch.rate(noise))
      return switch kind {
      case "temperature": Sketch.numbers(force + rate + [23.4])
      case "rate first": Sketch.numbers(rate + force)
      case "time last":
        Sketch.numbers(
          force.map { $0 * 9.80665 } + rate.map { $0 * .pi / 180 } + [Double(index) * 10])
      case "word": "DATA," + Sketch.numbers(force + rate)
      case "counts":
        Sketch.numbers(
          force.map { ($0 * 16_384).rounded() } + [24.5] + rate.map { ($0 * 131).rounded() })
      default:
        Sketch.numbers(
          [Double(index) * 10] + force + rate + [20 + noise(), 5 + noise(), -43 + noise()])
      }
    }
    let result = try sketch.bridge(until: "no header", "raw sensor data")
    #expect(result.errorOutput.contains("are taken for \(taken)"), "\(result.errorOutput)")
    #expect(result.errorOutput.contains("name them: --columns "), "\(result.errorOutput)")
    #expect(!result.lines.isEmpty && result.code == 0)
  }

  /// Named columns that do not fit are reported with the line to use, with and without the format's name.
  @Test(arguments: [
    (["--columns", "ax,ay,az,gx,gy,gz"], 7), (["--columns", "gx,gy,gz"], 6),
    (["--columns", "t,ax,ay,az,gx,gy,gz"], 6),
    (["--protocol", "csv", "--columns", "ax,ay,az,gx,gy,gz"], 7),
  ])
  func namedColumnsThatDoNotFitAreTold(options: [String], count: Int) throws {
    let sketch = try Sketch { _, noise in
      Sketch.numbers(Sketch.force(noise) + Sketch.rate(noise) + (count == 7 ? [23.4] : []))
    }
    let result = try Tool.run(["bridge", "--port", sketch.terminal.path] + options)
    try sketch.end()
    #expect(result.code == 2)
    let names = options.last?.split(separator: ",").count ?? 0
    let line = "ax,ay,az,gx,gy,gz" + (count == 7 ? ",temperature" : "")
    #expect(
      result.errorOutput.contains(
        "--columns names \(names) columns, the board sends \(count): give --columns \(line), or"),
      "\(result.errorOutput)")
  }

  /// Eight columns are none of the usual numbers of columns, so only their names identify them.
  @Test func namedColumnsThatFitAreRead() throws {
    let sketch = try Sketch { _, noise in
      Sketch.numbers([7, 8] + Sketch.rate(noise) + Sketch.force(noise))
    }
    let tool = try Tool(
      "bridge", "--port", sketch.terminal.path, "--columns", "a,b,gx,gy,gz,ax,ay,az")
    try tool.errorOutput(with: "raw sensor data")
    tool.interrupt()
    #expect(try tool.result().code == 0)
    try sketch.end()
  }

  /// The sketch is flashed anew and prints a column more: what was remembered is found again.
  @Test func rememberedColumnsThatDoNotFitAreFoundAgain() throws {
    let workspace = try Workspace()
    let environment = ["XDG_CONFIG_HOME": workspace.path("configuration")]
    let port = workspace.path("board")
    for count in [6, 7, 7] {
      let sketch = try Sketch { _, noise in
        Sketch.numbers(Sketch.force(noise) + Sketch.rate(noise) + (count == 7 ? [23.4] : []))
      }
      try? FileManager.default.removeItem(atPath: port)
      try FileManager.default.createSymbolicLink(
        atPath: port, withDestinationPath: sketch.terminal.path)
      let tool = try Tool(["bridge", "--port", port], environment: environment)
      try tool.errorOutput(with: "raw sensor data")
      tool.interrupt()
      let result = try tool.result()
      try sketch.end()
      #expect(result.code == 0)
      let memory = try String(
        contentsOfFile: workspace.path("configuration/quillon/boards.toml"), encoding: .utf8)
      #expect(memory.contains("temperature") == (count == 7), "\(memory) \(result.errorOutput)")
    }
  }

  /// A second accelerometer is no gyroscope.
  @Test func twoAccelerometersAreToldApart() throws {
    let sketch = try Sketch { index, noise in
      let (a, b) = (Sketch.force(noise), Sketch.force(noise))
      return Sketch.numbers([Double(index) * 10] + a + b.map { $0 * 1.02 })
    }
    let result = try sketch.bridge(until: "no header")
    #expect(
      result.errorOutput.contains("are taken for t,ax,ay,az,other,other,other"),
      "\(result.errorOutput)")
  }

  /// The unit that was given is reported, and that the numbers have another one.
  @Test func aWrongUnitIsTold() throws {
    let sketch = try Sketch { _, noise in Sketch.numbers(Sketch.force(noise) + Sketch.rate(noise)) }
    let tool = try Tool(
      "bridge", "--port", sketch.terminal.path, "--acceleration-unit", "m/s2")
    try tool.errorOutput(with: "(acceleration in m/s2, rate in")
    tool.interrupt()
    let result = try tool.result()
    try sketch.end()
    #expect(
      result.errorOutput.contains("at rest the numbers are 1 g in g"), "\(result.errorOutput)")
  }

  @Test func anAccelerometerAloneHasNoUnitOfRate() throws {
    let sketch = try Sketch { _, noise in Sketch.numbers(Sketch.force(noise)) }
    let result = try Tool.run("bridge", "--port", sketch.terminal.path)
    try sketch.end()
    #expect(
      result.errorOutput.contains("are taken for ax,ay,az (acceleration in g). If"),
      "\(result.errorOutput)")
  }

  /// In motion the norm shows nothing: the usual order is used, and that is reported.
  @Test func numbersThatTellNothingAreTakenInTheUsualOrder() throws {
    let sketch = try Sketch { index, noise in
      let swing = sin(Double(index) / 5)
      return Sketch.numbers(
        [3 * swing, 3 * swing, 2.5 + noise()] + Sketch.rate(noise).map { 300 * $0 })
    }
    let result = try sketch.bridge(until: "the usual order")
    #expect(
      result.errorOutput.contains("--columns ax,ay,az,gx,gy,gz"), "\(result.errorOutput)")
  }

  /// Who names the format leaves the columns to be found, too.
  @Test func columnsAreFoundWhereTheFormatIsNamed() throws {
    let sketch = try Sketch { _, noise in
      Sketch.numbers(Sketch.rate(noise) + Sketch.force(noise))
    }
    let tool = try Tool("bridge", "--port", sketch.terminal.path, "--protocol", "csv", "--json")
    for word in ["no header", "raw sensor data"] { try tool.errorOutput(with: word) }
    tool.interrupt()
    let result = try tool.result()
    try sketch.end()
    #expect(
      result.errorOutput.contains("are taken for gx,gy,gz,ax,ay,az (acceleration in g"),
      "\(result.errorOutput)")
  }
}
