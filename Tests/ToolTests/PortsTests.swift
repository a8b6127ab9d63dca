import Foundation
import QuillonSerial
import TestSupport
import Testing

@Suite(.waiting) struct PortsTests {
  @Test func listsWhatTheSystemKnows() throws {
    let names = try SerialPorts.list().map(\.name)
    let text = try Tool.run("ports")
    #expect(text.code == 0)
    #expect(text.lines.map { $0.prefix { $0 != " " } } == names.map { $0[...] })
    #expect(text.errorOutput.contains("no serial port found") == names.isEmpty)
    let json = try Tool.run("ports", "--json")
    #expect(json.code == 0)
    let ports = try JSONSerialization.jsonObject(with: Data(json.output.utf8))
    #expect((ports as? [[String: Any]])?.map { $0["path"] as? String } == names)
  }
}
