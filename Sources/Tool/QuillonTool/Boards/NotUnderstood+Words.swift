import QuillonBridge

extension FormatSearch.NotUnderstood {
  /// The first bytes as text, what a terminal would act on made visible.
  var text: String { String(decoding: beginning, as: UTF8.self).printable }

  /// What came and what to do, for people.
  func words(on port: String) -> String {
    let speeds = bauds.map(String.init).joined(separator: ", ")
    return """
      \(count) bytes came from \(port) at \(speeds) baud, but they have no known format. They begin \
      "\(text)". Give --protocol and --baud, or set the board up as `quillon protocols` shows; if they \
      are numbers, hold the board still, or name the columns as in --columns t,ax,ay,az,gx,gy,gz
      """
  }
}

extension ToolError {
  /// The error for bytes that nobody understood until the port went away.
  init(_ error: FormatSearch.NotUnderstood, on port: String) {
    self.init(error.words(on: port), code: .world)
  }
}
