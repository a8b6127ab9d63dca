import Foundation

/// Programs of the system that this one calls.
enum Program {
  /// The file of the program `name`; nil if it is not installed. Daemons lie where the path of a
  /// person may not lead.
  static func find(_ name: String) -> URL? {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return (path.split(separator: ":") + ["/usr/bin", "/usr/sbin", "/sbin"])
      .map { URL(fileURLWithPath: String($0)).appendingPathComponent(name) }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }

  /// Runs a program to its end, with `input` on its standard input, and returns what it wrote to
  /// standard output. Everyone can see arguments, so secrets belong in the input.
  static func run(_ program: URL, _ arguments: [String], input: String = "") throws -> Data {
    let (process, entry, output) = (Process(), Pipe(), Pipe())
    process.executableURL = program
    process.arguments = arguments
    process.standardInput = entry
    process.standardError = FileHandle.nullDevice
    process.standardOutput = output
    try process.run()
    try entry.fileHandleForWriting.write(contentsOf: Data(input.utf8))
    try entry.fileHandleForWriting.close()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return data
  }
}
