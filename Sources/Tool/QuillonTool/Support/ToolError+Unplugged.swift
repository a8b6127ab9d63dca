extension ToolError {
  /// The error for a board that was unplugged without --wait.
  static func unplugged(_ port: String) -> ToolError {
    ToolError(
      """
      the port \(port) is gone: plug the board in and start again, or give --wait to continue \
      automatically
      """, code: .world)
  }
}
