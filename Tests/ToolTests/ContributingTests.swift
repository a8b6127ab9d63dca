import Foundation
import TestSupport
import Testing

/// CONTRIBUTING's lists of the files that a usual change touches are whole.
@Suite struct ContributingTests {
  /// The files of the project that a list may name: their paths from its folder.
  private static let files: [String] = {
    let root = SharedData.projectRoot
    return [
      "Sources", "Simulator", "Firmware", "Library", "Web", "Scripts", "Tests", "Packaging",
      "Examples",
    ].flatMap { folder -> [String] in
      let found = FileManager.default.enumerator(atPath: root.appendingPathComponent(folder).path)
      return (found?.compactMap { $0 as? String } ?? [])
        .filter { !$0.contains(".build/") && !$0.contains("node_modules/") }
        .map { "\(folder)/\($0)" }
    }
  }()

  /// The text of a section, from its heading to the next one.
  private static func section(_ heading: String) throws -> String {
    let page = try String(
      contentsOf: SharedData.projectRoot.appendingPathComponent("CONTRIBUTING.md"), encoding: .utf8)
    let start = try #require(page.range(of: "\n### \(heading)\n"))
    let rest = page[start.upperBound...]
    return String(rest[..<(rest.range(of: "\n### ")?.lowerBound ?? rest.endIndex)])
  }

  /// The files in a section, each as it is written there.
  private static func names(in section: String) -> [String] {
    section.matches(of: /`([^`\s]+)`/).map { String($0.1) }
      .filter {
        $0.wholeMatch(of: /.*\.(swift|c|h|py|rs|js|d\.ts|mk|md)/) != nil || $0.hasPrefix("Scripts/")
      }
  }

  @Test(arguments: ["A serial format", "A sensor chip", "A model", "A board", "A host command"])
  func eachFileIsThere(heading: String) throws {
    let names = try Self.names(in: Self.section(heading))
    try #require(names.count > 2, "\(names)")
    for name in names {
      let isThere = Self.files.contains { $0 == name || $0.hasSuffix("/" + name) }
      #expect(isThere, "\(heading): there is no \(name)")
    }
  }

  /// Whatever names the example in its code is listed, unless `make lists` wrote it. Others use it as an example only.
  @Test(arguments: [
    (
      "A serial format", #"XIMU3|x-imu3|x_imu3|xIMU3|XImu3"#,
      ["XIMU3Message.swift", "HelpPages.swift", "Scripts/firmware"]
    ),
    ("A sensor chip", #"ICM20948|icm20948|icm-20948"#, ["FieldTests.swift"]),
  ])
  func eachFileOfTheExampleIsListed(heading: String, example: String, others: [String]) throws {
    let listed = try Self.names(in: Self.section(heading)) + ["driver-size"] + others
    let pattern = try Regex(example)
    let generated = /Generated from [\s\S]*?End of the generated part/
    let product = Self.files.filter { file in
      ["Sources/", "Simulator/", "Firmware/", "Library/", "Web/S", "Scripts/"].contains {
        file.hasPrefix($0)
      }
    }
    var count = 0
    for file in product {
      let url = SharedData.projectRoot.appendingPathComponent(file)
      guard let text = try? String(contentsOf: url, encoding: .utf8),
        text.replacing(generated, with: "").firstMatch(of: pattern) != nil
      else { continue }
      count += 1
      let isListed = listed.contains { file == $0 || file.hasSuffix("/" + $0) }
      #expect(isListed, "\(heading): \(file) names the example and is not listed")
    }
    #expect(count > 4)
  }
}
