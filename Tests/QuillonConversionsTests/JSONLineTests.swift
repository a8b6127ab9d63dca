import Foundation
import QuillonConversions
import QuillonSystem
import Testing

@Suite struct JSONLineTests {
  private struct Row: Encodable {
    var name: String
    var values: [Double]
    var share: Float?
    var table: [String: Double]
  }

  @Test func numbersThatJSONHasNoWordForAreNull() throws {
    let row = Row(
      name: "inf/\"nan\"", values: [1.5, .infinity, -.infinity, .nan], share: .nan,
      table: ["b": .infinity, "a": -0.25])
    let expected =
      #"{"name":"inf/\"nan\"","share":null,"table":{"a":-0.25,"b":null},"values":[1.5,null,null,null]}"#
    #expect(String(decoding: try JSONLine.data(of: row), as: UTF8.self) == expected)
  }

  @Test func otherValuesAreAsTheyWere() throws {
    #expect(
      String(decoding: try JSONLine.data(of: ["b": 1, "a": 2]), as: UTF8.self) == #"{"a":2,"b":1}"#)
    #expect(throws: (any Error).self) { try JSONLine.data(of: Unencodable()) }
  }

  private struct Unencodable: Encodable {
    func encode(to encoder: any Encoder) throws { throw CocoaError(.coderInvalidValue) }
  }
}
