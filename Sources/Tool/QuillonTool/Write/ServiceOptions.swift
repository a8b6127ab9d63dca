import ArgumentParser
import QuillonBridge

/// The bridge as a service of systemd.
struct ServiceOptions: ParsableArguments {
  @Flag(
    help: """
      Run as a service of systemd: wait for the board whenever it is unplugged, notify systemd when \
      the service is ready, and answer its watchdog.
      """)
  var service = false

  /// What notifies systemd. Nil if the command does not run as a service.
  ///
  /// - Throws: `ToolError` if systemd's socket cannot be used.
  func notifier() throws -> ServiceNotifier? {
    guard service else { return nil }
    do { return try ServiceNotifier() } catch {
      throw ToolError(
        "systemd's socket cannot be used (\(error)): check NOTIFY_SOCKET", code: .world)
    }
  }
}
