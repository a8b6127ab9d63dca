import ArgumentParser

/// A page of `quillon help` about options that several commands have.
enum HelpTopic: String, CaseIterable {
  /// How motion becomes a path, and how its drift is limited.
  case stabilizers
  /// Lines of numbers: columns and units.
  case columns
  /// The plane in which letters stand.
  case planes
  /// What a simulated board measures.
  case sensors

  /// The text of the page.
  var text: String {
    switch self {
    case .stabilizers: Self.text(of: StabilizerPage.self)
    case .columns: Self.text(of: ColumnPage.self)
    case .planes: Self.text(of: PlanePage.self)
    case .sensors: Self.text(of: SensorPage.self)
    }
  }

  /// ArgumentParser's help of `page` without its usage, for it is no command, and without the option for help.
  private static func text(of page: any ParsableCommand.Type) -> String {
    let help = page.helpMessage(columns: FirstHelp.width).split(
      separator: "\n", omittingEmptySubsequences: false)
    let lines = help.filter { !$0.hasPrefix("USAGE:") && !$0.hasPrefix("  -h, --help") }
    return lines.joined(separator: "\n").replacing("OVERVIEW: ", with: "").replacing(
      "\n\n\n", with: "\n\n")
  }

  private struct StabilizerPage: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "How motion becomes a path, and how its drift is limited.",
      discussion: """
        The path of a letter is the acceleration, integrated twice. Errors of the sensors grow with the square of time, so the \
        integration needs a remedy. By default a stroke is taken to end at rest, as it began, and its drift is removed when the pen \
        goes up: this reads best. Damping takes the path back to its start all the time: simple, but it bends letters.

        A model reads well only with the settings that it was trained with. It remembers them, and bridge, run, test, view and \
        evaluate use them. A board that recognizes by itself gets them by `quillon send`.
        """)
    @OptionGroup var options: StabilizerOptions
  }

  private struct ColumnPage: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Lines of numbers: which column is what, and in which unit.",
      discussion: """
        A board that prints numbers with commas, tabs or spaces is read without any option if a header names the columns, or if the \
        board lies still for a second: gravity shows which columns are the acceleration, and their unit. What was found is printed, and remembered for this \
        board; `quillon config` shows it.

        Names of columns: t (time), ax ay az, gx gy gz, mx my mz, qw qx qy qz, pen, and other for a column that is not read.
        """)
    @OptionGroup var options: ColumnOptions
  }

  private struct PlanePage: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "The plane in which letters in the air stand.",
      discussion: """
        A board in the hand, like a pen or a telephone, needs no option. For a board on the wrist, `quillon enroll` finds the plane \
        from three strokes to the right.
        """)
    @OptionGroup var options: PlaneOptions
  }

  private struct SensorPage: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "What a simulated board measures.",
      discussion: """
        Without these options, the simulated board sends its attitude and the acceleration without gravity.
        """)
    @OptionGroup var options: SensorOptions
  }
}
