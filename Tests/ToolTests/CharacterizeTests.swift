import Foundation
import QuillonRecordings
import QuillonSimulator
import QuillonSystem
import TestSupport
import Testing

@Suite struct CharacterizeTests {
  private func rest(seconds: Double) -> Trace {
    let turn = CalibrationMotion.Turn(axis: SIMD3(1, 0, 0), angle: 0, duration: 1, rest: seconds)
    return SensorErrors.hobby.apply(to: CalibrationMotion(turns: [turn]).trace(), seed: 2)
  }

  @Test func `A recording at rest gives a page and figures`() throws {
    let workspace = try Workspace()
    let (trace, page) = (workspace.path("rest.csv"), workspace.path("rest.html"))
    try rest(seconds: 60).write(to: OutputFile(trace))
    let result = try Tool.run("characterize", trace, "--out", page, "--json")
    #expect(result.code == 0, "\(result.errorOutput)")
    let object = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
    #expect(Set((object?["sensors"] as? [String: Any] ?? [:]).keys).count == 3)
    let html = try String(contentsOfFile: page, encoding: .utf8)
    #expect(html.hasPrefix("<!doctype html>"))
    #expect(html.contains("<h1>Sensors of rest.csv</h1>"))
    #expect(result.errorOutput.contains("shorter than ten minutes"))

    let summary = try Tool.run("characterize", trace, "--out", page, "--force")
    #expect(summary.lines.count == 13, "\(summary.output)")
    #expect(summary.output.contains("rad/s/√Hz"))
  }

  /// A board that starts with a bias that decays, then is tapped: what a reader of the help would record.
  @Test func rangeStartUpAndTimeConstantAreTold() throws {
    let workspace = try Workspace()
    let (trace, page) = (workspace.path("taps.csv"), workspace.path("taps.html"))
    var (force, lines) = (0.0, ["# range 4,500", "t,ax,ay,az,gx,gy,gz"])
    for k in 0..<10_000 {
      let t = Double(k) / 400
      // A low-pass of first order with 10 ms, tapped once a second from 12 s on.
      force *= exp(-1 / 400 / 0.01)
      if t > 12, k % 400 == 0 { force += 20 }
      let noise = Double((k * 7919) % 101 - 50) * 0.0004
      let bias = 0.3 * exp(-t / 0.5)
      lines.append("\(t),\(force + noise),\(noise),\(9.80665 + noise),\(bias + noise),0,0")
    }
    try lines.joined(separator: "\n").write(toFile: trace, atomically: true, encoding: .utf8)
    let result = try Tool.run("characterize", trace, "--out", page, "--json")
    #expect(result.code == 0, "\(result.errorOutput)")
    let object = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
    let sensors = try #require(object?["sensors"] as? [String: [String: Any]])
    let accelerometer = try #require(sensors["accelerometer"])
    let constant = try #require(accelerometer["time_constant_s"] as? Double)
    let error = try #require(accelerometer["time_constant_uncertainty_s"] as? Double)
    #expect(abs(constant - 0.01) < 0.000_3 && error < 0.000_3, "\(constant) ± \(error)")
    #expect(accelerometer["sudden_changes"] as? Int == 12)
    #expect(abs((accelerometer["range_declared"] as? Double ?? 0) - 4 * 9.80665) < 1e-9)
    #expect(abs((accelerometer["range_reached"] as? Double ?? 0) - 20) < 0.05)
    #expect(accelerometer["start_up_s"] as? Double == 0)
    let startUp = try #require(sensors["gyroscope"]?["start_up_s"] as? Double)
    #expect((1.0...4.5).contains(startUp), "\(startUp)")
    let text = try Tool.run("characterize", trace, "--out", page, "--force", "--range", "2")
    #expect(text.output.contains("time constant: 10.0"), "\(text.output)")
    #expect(text.output.contains("19.61 m/s² declared"))
    #expect(text.errorOutput.contains("12 readings of the accelerometer are at the limit"))
  }

  /// The noise of a board that was moved is not known.
  @Test func aMovedBoardHasNoNoise() throws {
    let workspace = try Workspace()
    let (trace, page) = (workspace.path("moved.csv"), workspace.path("moved.html"))
    #expect(try Tool.run("simulate", "--raw", "6", "--text", "ON", "--trace", trace).code == 0)
    let result = try Tool.run("characterize", trace, "--out", page)
    #expect(result.code == 0)
    #expect(result.errorOutput.contains("was moved"))
    #expect(result.output.contains("noise (–, –, –) m/s²/√Hz"), "\(result.output)")
    #expect(!result.output.contains("(0, 0, 0)"), "\(result.output)")
    let json = try Tool.run("characterize", trace, "--out", page, "--force", "--json").output
    #expect(json.contains("\"moved\":true") && json.contains("\"mean\""), "\(json)")
    for figure in ["noise_density", "bias_instability", "random_walk"] {
      #expect(!json.contains(figure), "\(figure)")
    }
  }

  @Test func `What can't be characterized is told with the next step`() throws {
    let workspace = try Workspace()
    let (trace, page) = (workspace.path("fused.csv"), workspace.path("fused.html"))
    try Data("t,ux,uy,uz\n0,0,0,0\n0.01,0,0,0\n".utf8).write(to: URL(fileURLWithPath: trace))
    let fused = try Tool.run("characterize", trace, "--out", page)
    #expect(fused.code == 2)
    #expect(fused.errorOutput.contains("record a trace with `quillon bridge --record`"))

    try rest(seconds: 1).write(to: OutputFile(trace))
    let nowhere = try Tool.run("characterize", trace, "--out", workspace.path("no/such/page.html"))
    #expect(nowhere.code == 3)
    #expect(nowhere.errorOutput.contains("check that the folder exists"))
  }
}
