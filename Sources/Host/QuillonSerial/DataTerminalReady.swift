/// What to do with the modem line DTR, "data terminal ready", when a port is opened.
///
/// RTS is set to the same level. On boards whose reset depends on both lines (ESP32), different
/// levels hold the chip in reset.
public enum DataTerminalReady: String, CaseIterable, Sendable {
  /// Raise both lines. Boards with USB in the processor send nothing before that.
  case on
  /// Lower both lines. Linux raises them while opening, so a board that resets on DTR still sees
  /// one pulse.
  case off
  /// Leave both lines as the system sets them: raised at the first opening, unchanged at later
  /// ones. So a board that resets on DTR does so only once.
  case automatic = "auto"
}
