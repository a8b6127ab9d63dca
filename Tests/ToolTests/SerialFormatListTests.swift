import Foundation
import QuillonBridge
import QuillonSerialFormats
import QuillonSimulator
import TestSupport
import Testing

/// Whatever has an entry for each serial format has those of `SerialFormat`, and no other.
@Suite struct SerialFormatListTests {
  /// Where formats that devices read have an entry: a file, what stands before their name, and what behind it. The name has underscores
  /// there, or hyphens as on the command line.
  private static let entries: [(file: String, before: String, after: String)] = [
    ("Library/Headers/quillon.h", "quillon_receiver_init_", "("),
    ("Library/Sources/QuillonC/Receivers.swift", "func quillon_receiver_init_", "("),
    ("Library/Rust/src/sys.rs", "fn quillon_receiver_init_", "("),
    ("Library/Rust/src/receiver.rs", "sys::quillon_receiver_init_", ","),
    ("Library/Tests/formats.h", "X(", ")"),
    ("Firmware/Sensors/SelectedSensor.swift", "if ", "\n"),
  ]

  private static func name(_ format: SerialFormat) -> String { format.name.description }

  private static func text(_ file: String) throws -> String {
    try String(contentsOf: SharedData.projectRoot.appendingPathComponent(file), encoding: .utf8)
  }

  @Test func whatReadsOnDevicesHasThem() throws {
    let names = Set(SerialFormat.allCases.filter(\.isForDevices).map(Self.name))
    for entry in Self.entries {
      let found = try Self.text(entry.file).components(separatedBy: entry.before).dropFirst()
        .compactMap { $0.components(separatedBy: entry.after).first }
        .map { $0.replacing("_", with: "-") }.filter { $0.wholeMatch(of: /[a-z0-9-]+/) != nil }
      #expect(Set(found).subtracting(["push"]) == names, "\(entry.file)")
    }
    let traits = try #require(
      try Self.text("Firmware/Package.swift").firstMatch(of: /sensors = \[([^\]]*)\]/))
    #expect(Set(Self.quoted(traits.1).map { $0.replacing("_", with: "-") }) == names)
    let python = try #require(
      try Self.text("Library/Python/quillon/_receiver.py").firstMatch(of: /FORMATS = \(([^)]*)\)/))
    #expect(Set(Self.quoted(python.1)) == names)
  }

  /// The page's numbers are those of the module.
  @Test func thePageHasAllThatNeedNoHost() throws {
    let list = try #require(
      try Self.text("Web/Site/quillon.js").firstMatch(of: /formats = \[([^\]]*)\]/))
    let names = SerialFormat.allCases.filter { $0 != .msp && $0 != .witMotionModbus }
      .map(Self.name)
    #expect(Self.quoted(list.1) == ["quillon"] + names)
    let channels = try Self.text("Web/Sources/QuillonModule/SensorChannels.swift")
    #expect(channels.matches(of: /case \d+: task\.visit/).count == names.count + 1)
  }

  @Test func theDocumentNamesEach() throws {
    let boards = try Self.text("firmware-docs/BOARDS.md")
    for format in SerialFormat.allCases {
      #expect(boards.contains("`\(Self.name(format))`"), "BOARDS lacks \(Self.name(format))")
    }
  }

  @Test func eachHasItsOwnNameAndIsFoundByIt() {
    for format in SerialFormat.allCases {
      #expect(BoardFormat.named(Self.name(format))?.name == Self.name(format))
      #expect(SensorEncoders.named(Self.name(format)) != nil)
    }
    #expect(Set(BoardFormat.all.map(\.name)).count == SerialFormat.allCases.count + 1)
  }

  private static func quoted(_ list: Substring) -> [String] {
    list.matches(of: /"([^"]+)"/).map { String($0.1) }
  }
}
