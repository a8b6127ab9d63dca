extension ToolError {
  /// The board was unplugged, and nobody wants to wait for it.
  static func unplugged(_ port: String) -> ToolError {
    ToolError(
      """
      the port \(port) is gone: plug the board in and start again, or give --wait to go on by \
      itself
      """, code: .world)
  }
}
