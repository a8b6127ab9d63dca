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

  /// A page or picture to the file that the user named.
  static func write(_ text: String, to path: String) throws {
    do {
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    } catch {
      throw ToolError(
        """
        \(path) cannot be written: check that the folder exists, that you may write there and that \
        the disk has room
        """, code: .world)
    }
  }

  /// Data: a value as one line of JSON, keys in alphabetical order.
  static func print(json value: some Encodable) throws { print(try line(json: value)) }

  /// A value as one line of JSON, keys in alphabetical order.
  static func line(json value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  /// Talk: one line to standard error. A terminal that takes nothing for a tenth of a second, held with
  /// Ctrl-S perhaps, misses it: nobody waits for talk.
  static func note(_ line: String) {
    var entry = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
    guard poll(&entry, 1, 100) == 1 else { return }
    FileHandle.standardError.write(Data((line + "\n").utf8))
  }
}
