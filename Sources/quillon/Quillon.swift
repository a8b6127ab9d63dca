import ArgumentParser

@main
struct Quillon: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "quillon",
    abstract: "Turns the stream of an IMU board into letters and gestures.",
    subcommands: [])
}
