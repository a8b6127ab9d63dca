import Foundation
import QuillonSerialFormats
import TestSupport
import Testing

/// What stands once in a list of formats or models, `Scripts/lists` writes wherever it follows from the list.
@Suite struct GeneratedListTests {
  private static let folders = ["Sources", "Simulator", "Firmware", "Library", "Web"]

  /// Runs the script on a copy of the project.
  ///
  /// - Returns: Whether it succeeded, and what it printed on standard error.
  private func runLists(_ arguments: String...) throws -> (succeeded: Bool, message: String) {
    let process = Process(), errors = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    let script = SharedData.projectRoot.appendingPathComponent("Scripts/lists").path
    process.arguments = ["python3", script] + arguments
    process.standardError = errors
    try process.run()
    let message = String(
      decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus == 0, message)
  }

  /// A copy of all folders with generated parts.
  private func copy(in workspace: Workspace) throws -> URL {
    let root = URL(fileURLWithPath: workspace.path("project"))
    try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
    for folder in Self.folders {
      try FileManager.default.copyItem(
        at: SharedData.projectRoot.appendingPathComponent(folder),
        to: root.appendingPathComponent(folder))
    }
    return root
  }

  private func change(_ file: URL, _ old: String, _ new: String) throws {
    let text = try String(contentsOf: file, encoding: .utf8)
    try #require(text.contains(old), "\(file.lastPathComponent) has no \(old)")
    try text.replacing(old, with: new, maxReplacements: 1)
      .write(to: file, atomically: true, encoding: .utf8)
  }

  /// Each of these files has its entry.
  private func expect(_ entries: [(file: String, entry: String)], in root: URL) throws {
    for (file, entry) in entries {
      let text = try String(contentsOf: root.appendingPathComponent(file), encoding: .utf8)
      #expect(text.contains(entry), "\(file) lacks \(entry)")
    }
  }

  @Test func allIsUpToDate() throws {
    let result = try runLists("--check")
    #expect(result.succeeded, "\(result.message)")
  }

  @Test func aDocumentNamesEachFormat() throws {
    let boards = try String(
      contentsOf: SharedData.projectRoot.appendingPathComponent("firmware-docs/BOARDS.md"),
      encoding: .utf8)
    for format in SerialFormat.allCases {
      #expect(boards.contains("`\(format.name)`"), "BOARDS lacks \(format.name)")
    }
  }

  @Test func aNewFormatIsInEveryFront() throws {
    let workspace = try Workspace()
    let root = try copy(in: workspace)
    let list = root.appendingPathComponent(
      "Sources/Core/QuillonSerialFormats/SerialFormat.swift")
    try change(list, "  case mip\n", "  case mip\n  /// Messages of a test.\n  case dummy\n")
    try change(
      list, "    case .mip: \"mip\"\n", "    case .mip: \"mip\"\n    case .dummy: \"test-dummy\"\n")
    let decoder = "    case .mip: visitor.visit(MIPFormat())\n"
    try change(
      list, decoder, decoder + "    case .dummy: visitor.visit(LineFormat(DummyFormat()))\n")
    let check = try runLists("--check", "--root", root.path)
    #expect(!check.succeeded && check.message.contains("Web/Site/quillon.js"), "\(check.message)")

    #expect(try runLists("--root", root.path).succeeded)
    #expect(try runLists("--check", "--root", root.path).succeeded)
    let fronts = [
      ("Sources/Host/QuillonBridge/Formats/BoardFormat.swift", "case .dummy: dummy"),
      ("Simulator/QuillonSimulator/SensorEncoders/SensorEncoder.swift", "case .dummy: dummy"),
      ("Firmware/Package.swift", "\"test_dummy\","),
      (
        "Firmware/Sensors/SelectedSensor.swift",
        "#elseif test_dummy\n  public func makeSensor() -> SerialSensor<LineFormat<DummyFormat>> {"
      ),
      ("Library/Headers/quillon.h", "quillon_receiver_init_test_dummy("),
      (
        "Library/Sources/QuillonC/Receivers.swift", "take($0, $1, $2, LineFormat<DummyFormat>.self)"
      ),
      ("Library/Tests/formats.h", "X(test_dummy)"),
      ("Library/Rust/src/sys.rs", "quillon_receiver_init_test_dummy("),
      ("Library/Rust/src/receiver.rs", "    /// Messages of a test.\n    TestDummy,"),
      ("Library/Python/quillon/_receiver.py", "\"test-dummy\","),
      ("Web/Site/quillon.js", "\"test-dummy\""),
      ("Web/Sources/QuillonModule/SensorChannels.swift", "case 16: task.visit(&dummy)"),
    ]
    try expect(fronts, in: root)
  }

  @Test func aNewModelIsWhereItIsNamed() throws {
    let workspace = try Workspace()
    let root = try copy(in: workspace)
    try change(
      root.appendingPathComponent(
        "Sources/Core/QuillonRecognizer/Models/PackedModel+BuiltIn.swift"),
      "  /// `ink`:",
      """
        /// A model of a test.
        public static var testDummy: PackedModel {
          PackedModel(checkedBytes: quillon_test_dummy())
        }

        /// `ink`:
      """)
    let function = "const void *quillon_model_ink(uint32_t *size);\n"
    try change(
      root.appendingPathComponent("Library/Headers/quillon.h"), function,
      function + "/* A model\n * of a test. */\nconst void *quillon_model_dummy(uint32_t *size);\n")
    try change(
      root.appendingPathComponent("Web/Sources/QuillonModule/BuiltIn.swift"),
      "  case accelerometer = 3\n",
      "  case accelerometer = 3\n  case testDummy = 4\n")
    #expect(try runLists("--root", root.path).succeeded)
    let places = [
      ("Sources/Core/CQuillonModels/CQuillonModels.c", "#embed \"Models/test-dummy.qnm\""),
      ("Sources/Core/CQuillonModels/include/CQuillonModels.h", "QUILLON_MODEL(test_dummy)"),
      ("Sources/Host/QuillonTraining/ShippedModel.swift", "case testDummy = \"test-dummy\""),
      ("Sources/Host/QuillonTraining/ShippedModel.swift", "case .testDummy: .testDummy"),
      ("Sources/Host/QuillonBridge/Reading/BuiltInLabels.swift", ".testDummy,"),
      ("Library/Rust/src/sys.rs", "quillon_model_dummy("),
      (
        "Library/Rust/src/recognizer.rs", "    /// A model of a test.\n    pub fn dummy() -> Self {"
      ),
      ("Library/Python/quillon/_library.py", "\"dummy\""),
      ("Library/Arduino/keywords.txt", "quillon_model_dummy\tKEYWORD2"),
      ("Web/Site/quillon.js", "\"test-dummy\""), ("Web/Site/quillon.d.ts", "\"test-dummy\""),
    ]
    try expect(places, in: root)
  }

  @Test func whatIsIncompleteIsNamed() throws {
    let workspace = try Workspace()
    let root = try copy(in: workspace)
    let header = root.appendingPathComponent("Library/Headers/quillon.h")
    try change(header, "/* End of the generated part. */\n", "")
    let noMark = try runLists("--root", root.path)
    #expect(
      !noMark.succeeded && noMark.message.contains("quillon.h has 0 parts"), "\(noMark.message)")
    try change(
      root.appendingPathComponent("Sources/Core/QuillonSerialFormats/SerialFormat.swift"),
      "    case .mip: \"mip\"\n", "")
    let noName = try runLists("--root", root.path)
    #expect(
      !noName.succeeded && noName.message.contains("17 cases, 16 names and 17 decoders"),
      "\(noName.message)")
  }
}
