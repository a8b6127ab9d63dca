import ArgumentParser
import QuillonWire

struct QuillonCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "quillon",
    abstract:
      "Reads a motion sensor in the hand and recognizes the letters and gestures that it writes.",
    discussion: """
      Results go to standard output. Messages for people go to standard error.

      Exit codes:
        0    The command did its work.
        1    The command did its work, and the answer is no.
        2    The command line is wrong, or a file cannot be used.
        3    A port or a disk failed: no such port, the port is gone, the disk is full.
        141  The reader of standard output is gone.

      A file is written whole or not at all. No command replaces an existing file without --force.

      `quillon COMMAND --help` prints the options that most people need, and --help-all all of them. \
      Pages about options of several commands: `quillon help stabilizers`, columns, planes, sensors.

      Your own defaults are in a configuration file: see `quillon help config`. With --verbose, \
      every command prints which file it read, and commands that read a board print what they took for what, and why.
      """,
    version: FirmwareVersion.current.words,
    groupedSubcommands: [
      CommandGroup(
        name: "Write",
        subcommands: [
          RunCommand.self, BridgeCommand.self, TestCommand.self, ViewCommand.self,
        ]),
      CommandGroup(
        name: "Read a board",
        subcommands: [
          PortsCommand.self, ProtocolsCommand.self, RecordCommand.self, DecodeCommand.self,
          ReportCommand.self,
        ]),
      CommandGroup(
        name: "Teach",
        subcommands: [
          LearnCommand.self, TrainCommand.self, EvaluateCommand.self, EnrollCommand.self,
          SendCommand.self,
        ]),
      CommandGroup(
        name: "Measure",
        subcommands: [
          CalibrateCommand.self, CharacterizeCommand.self, FuseCommand.self,
          DeclinationCommand.self, ProfileCommand.self,
        ]),
      CommandGroup(
        name: "Tools",
        subcommands: [
          SimulateCommand.self, ReplayCommand.self, PlotCommand.self, ConfigCommand.self,
        ]),
    ])
}
