import Foundation

/// The two streams that people and programs read. Every line is out at once, into pipes too.
enum Console {
  /// Data: one line to standard output.
  static func print(_ line: String) {
    Swift.print(line)
    fflush(nil)
  }

  /// Data: bytes as they are.
  static func write(_ bytes: [UInt8]) throws {
    try FileHandle.standardOutput.write(contentsOf: bytes)
  }

  /// Data: a value as one line of JSON, keys in alphabetical order.
  static func print(json value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    print(String(decoding: try encoder.encode(value), as: UTF8.self))
  }

  /// Talk: one line to standard error.
  static func note(_ line: String) {
    FileHandle.standardError.write(Data((line + "\n").utf8))
  }
}
