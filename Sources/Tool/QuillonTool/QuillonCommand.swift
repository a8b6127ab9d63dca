import ArgumentParser

struct QuillonCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "quillon",
    abstract: "Turns the stream of an IMU board into letters and gestures.",
    discussion: """
      Data goes to standard output, talk to standard error. Exit codes: 0 done; 1 the answer is \
      no; 2 misuse, or a file that cannot be used; 3 the world failed: no such port, or it is gone, or the disk is \
      full; 141 nobody reads standard output any more. A file is written whole or not at all, and one that is there \
      already is replaced only with --force.
      """,
    subcommands: [
      RunCommand.self, ViewCommand.self, BridgeCommand.self, SimulateCommand.self,
      PortsCommand.self, RecordCommand.self, ReplayCommand.self, DecodeCommand.self,
      ProtocolsCommand.self, TrainCommand.self, EvaluateCommand.self,
      CalibrateCommand.self, EnrollCommand.self, SendCommand.self, CharacterizeCommand.self,
      DeclinationCommand.self,
      FuseCommand.self,
      ProfileCommand.self, PlotCommand.self,
    ])
}
