import ArgumentParser
import Foundation

/// The HTML page that a command makes of a recording.
struct PageOptions: ParsableArguments {
  @Option(
    help: """
      Write the page to this HTML file. The default is the name of the recording with .html, in \
      the current folder.
      """)
  var out: String?

  @OptionGroup var opening: OpenOption

  /// The file for the page of `recording`.
  func path(for recording: String) -> String {
    out ?? URL(fileURLWithPath: recording).deletingPathExtension().lastPathComponent + ".html"
  }
}

/// Whether a page is shown.
struct OpenOption: ParsableArguments {
  @Flag(help: "Show the page in the browser.")
  var open = false

  /// Prints the name of a page that was written, and shows it if that was asked for.
  func show(_ path: String) {
    Console.note("page: \(path)")
    if open { Browser.show(path, otherwise: "open the file in one", patience: 2) }
  }
}
