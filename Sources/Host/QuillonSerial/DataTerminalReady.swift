/// What to do with the line that says "a computer is here" (DTR) when a port opens.
///
/// RTS follows it: on boards with both lines wired to reset (ESP32), the two differing holds the
/// chip in reset.
public enum DataTerminalReady: String, CaseIterable, Sendable {
  /// Raise both: boards with USB in the processor send nothing before.
  case on
  /// Lower both. Linux raises them while opening, so that a board which resets on DTR still sees
  /// one pulse.
  case off
  /// Leave both as the system sets them: raised at the first opening, untouched at later ones, so
  /// that a board which resets on DTR does so only once.
  case automatic = "auto"
}
