import QuillonCalibration

/// Instructs a person, step by step, and shows the progress.
struct CalibrationGuide {
  /// The number of samples between two checks of the state.
  private static let period = 20

  private var samples = 0
  private var instruction = ""
  private var bar = ProgressBar("", total: 1)

  /// Checks the session after a sample. True if the calibration is complete.
  mutating func follow(_ session: inout CalibrationSession) -> Bool {
    samples += 1
    guard samples % Self.period == 1 else { return false }
    let now = session.instruction()
    if now != instruction {
      instruction = now
      bar = ProgressBar("  ", total: 100, in: .person)
      Console.note(now)
    }
    bar.show(min(Int(100 * session.share()), 99))
    return session.step() == .done
  }
}
