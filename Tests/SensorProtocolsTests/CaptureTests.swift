import BoardFormats
import Foundation
import SensorProtocols
import TestSupport
import Testing

/// Recordings of real boards, and published messages, where they are at hand.
@Suite(.enabled(if: SharedProtocols.isPresent, "\(SharedData.absence)")) struct CaptureTests {
  @Test(arguments: [("xsens-xbus", "raw/xsens1.bin", 100), ("mip", "raw/mip_part1.bin", 1_634)])
  func aRecordingHasNoRejectedByte(_ name: String, _ file: String, _ count: Int) throws {
    let bytes = try SharedProtocols.bytes(of: file)
    var decoder = try #require(BoardFormat.named(name)).makeDecoder()
    let readings = decoder.readings(in: bytes)
    #expect(readings.count == count)
    #expect(decoder.tally.rejected == 0)
    #expect(decoder.tally.accepted == UInt32(bytes.count))
    #expect(readings.filter { !$0.isEmpty }.count > count * 9 / 10)
  }

  /// Each frame that a vector expects is found, in order, with every field of that name and value.
  @Test func everyPublishedMessageHasTheFieldsThatItShould() throws {
    let data = Data(try SharedProtocols.bytes(of: "vectors.json"))
    let vectors = try JSONDecoder().decode([Vector].self, from: data)
    var tried = 0
    for vector in vectors {
      guard let format = BoardFormat.named(vector.protocol), let frames = vector.expected.frames
      else { continue }
      tried += 1
      var decoder = format.makeDecoder()
      let messages = decoder.messages(in: vector.bytes).map(format.rawFields)
      #expect(messages.count == frames.count, "\(vector.id)")
      for (message, frame) in zip(messages, frames) {
        for (name, expected) in frame {
          #expect(expected.agrees(with: message[name]), "\(vector.id): \(name)")
        }
      }
    }
    #expect(tried > 50)
  }
}

private struct Vector: Decodable {
  var id: String
  var `protocol`: String
  var hex: String
  var expected: Expected

  struct Expected: Decodable {
    var frames: [[String: Value]]?
  }

  var bytes: [UInt8] {
    let digits = hex.compactMap(\.hexDigitValue).map(UInt8.init)
    return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }
}

private enum Value: Decodable {
  case number(Double)
  case text(String)
  case list([Value])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else {
      self = .list(try container.decode([Value].self))
    }
  }

  func agrees(with value: RawValue?) -> Bool {
    switch (self, value) {
    case (.number(let expected), .number(let number)): isNear(expected, number)
    case (.number(let expected), .integer(let number)): isNear(expected, Double(number))
    case (.number(let expected), .unsigned(let number)): isNear(expected, Double(number))
    case (.text(let expected), .text(let text)): expected == text
    case (.list(let expected), .list(let values)):
      expected.count == values.count && zip(expected, values).allSatisfy { $0.agrees(with: $1) }
    default: false
    }
  }

  private func isNear(_ expected: Double, _ value: Double) -> Bool {
    abs(expected - value) <= 1e-9 + 1e-5 * abs(expected)
  }
}
