import Foundation
import QuillonFileOutput
import QuillonRecordings
import QuillonSimulator
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
    #expect(summary.lines.count == 7, "\(summary.output)")
    #expect(summary.output.contains("rad/s/√Hz"))
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
