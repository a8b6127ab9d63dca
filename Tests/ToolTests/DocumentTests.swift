import Foundation
import TestSupport
import Testing

/// The documents as a whole: they are short, and whoever starts at the index or at README comes to each of them.
@Suite struct DocumentTests {
  private struct Page {
    /// The path from the project's folder.
    var path: String
    var text: String
    /// The text without blocks of code.
    var prose: String

    init(_ path: String) throws {
      self.path = path
      text = try String(
        contentsOf: SharedData.projectRoot.appendingPathComponent(path), encoding: .utf8)
      var isCode = false
      prose = text.components(separatedBy: "\n").filter { line in
        if line.hasPrefix("```") { isCode.toggle() }
        return !isCode && !line.hasPrefix("    ") && !line.hasPrefix("```")
      }.joined(separator: "\n")
    }

    var wordCount: Int { text.split(whereSeparator: \.isWhitespace).count }

    /// The names by which links lead to the headings, as GitHub makes them.
    var anchors: Set<String> {
      Set(
        prose.components(separatedBy: "\n").filter { $0.hasPrefix("#") }.map { line in
          line.drop { $0 == "#" }.trimmingCharacters(in: .whitespaces).lowercased()
            .filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" || $0 == "_" }
            .replacing(" ", with: "-")
        })
    }

    /// What the links lead to that are no addresses: a path and an anchor, either may be empty.
    var links: [(path: String, anchor: String)] {
      prose.matches(of: /\]\(([^)\s]+)\)/).map { String($0.1) }
        .filter { !$0.contains("://") && !$0.hasPrefix("mailto:") }
        .map { link in
          let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
          return (String(parts[0]), parts.count == 2 ? String(parts[1]) : "")
        }
    }

    /// The path from the project's folder that `link` leads to.
    func place(of link: String) -> String {
      guard !link.isEmpty else { return path }
      let folder = URL(fileURLWithPath: "/" + path).deletingLastPathComponent()
      let place = folder.appendingPathComponent(link).standardizedFileURL.path.dropFirst()
      return String(place)
    }
  }

  private static let pages = Result {
    let root = SharedData.projectRoot.path
    let folder = try FileManager.default.contentsOfDirectory(atPath: root + "/firmware-docs")
      .filter { $0.hasSuffix(".md") }.map { "firmware-docs/" + $0 }
    let top = try FileManager.default.contentsOfDirectory(atPath: root).filter {
      $0.hasSuffix(".md")
    }
    return try (top + folder).sorted().map { try Page($0) }
  }

  @Test func theDocumentsAreShort() throws {
    let pages = try Self.pages.get()
    let count = pages.reduce(0) { $0 + $1.wordCount }
    #expect(pages.count > 15)
    #expect(count <= 35_000, "the documents have \(count) words: cut some")
    let readme = try #require(pages.first { $0.path == "README.md" })
    #expect(readme.wordCount <= 900, "README has \(readme.wordCount) words: cut some")
  }

  @Test func eachLinkLeadsSomewhere() throws {
    let pages = try Self.pages.get()
    var count = 0
    for page in pages {
      for link in page.links {
        count += 1
        let place = page.place(of: link.path)
        let file = SharedData.projectRoot.appendingPathComponent(place).path
        #expect(FileManager.default.fileExists(atPath: file), "\(page.path) links to \(place)")
        guard !link.anchor.isEmpty, let target = pages.first(where: { $0.path == place }) else {
          continue
        }
        #expect(
          target.anchors.contains(link.anchor), "\(page.path) links to \(place)#\(link.anchor)")
      }
    }
    #expect(count > 100, "there are links to look at")
  }

  /// The index has each document, and README leads to the index.
  @Test func eachPageIsReached() throws {
    let pages = try Self.pages.get()
    let index = try #require(pages.first { $0.path == "firmware-docs/README.md" })
    let reached = Set(index.links.map { index.place(of: $0.path) })
    for page in pages where page.path != index.path && page.path != "CODE_OF_CONDUCT.md" {
      #expect(reached.contains(page.path), "the index does not list \(page.path)")
    }
    let readme = try #require(pages.first { $0.path == "README.md" })
    #expect(readme.links.contains { readme.place(of: $0.path) == index.path })
  }

  /// A reader sees from the first sentence what a page is for.
  @Test func eachPageBeginsWithItsPurpose() throws {
    for page in try Self.pages.get()
    where !["README.md", "CODE_OF_CONDUCT.md"].contains(page.path) {
      let first = page.text.components(separatedBy: "\n").dropFirst().first { !$0.isEmpty }
      #expect(first?.hasPrefix("This page") == true, "\(page.path): \(first ?? "")")
    }
  }

  /// Words that readers of English would not expect here.
  @Test(arguments: ["lesson", "errand", "thereby", "whereof", "hitherto"])
  func unusualWordsAreNotUsed(_ word: String) throws {
    for page in try Self.pages.get() {
      let isUsed = page.prose.contains(try Regex("\\b\(word)\\b"))
      #expect(!isUsed, "\(page.path) has \(word)")
    }
  }
}
