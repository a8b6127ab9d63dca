import ArgumentParser

/// The tool `quillon`: what its commands do, for whoever has the arguments.
public enum CommandLineTool {
  /// Does what `arguments`, without the program's name, ask for. An error is told on standard error and ends the program with
  /// the exit code that `quillon help` names.
  public static func run(_ arguments: [String]) async {
    Console.prepare()
    do {
      var command = try QuillonCommand.parseAsRoot(arguments.joiningDashedText)
      if var asynchronous = command as? any AsyncParsableCommand {
        try await asynchronous.run()
      } else {
        try command.run()
      }
    } catch {
      ToolError.exit(for: error)
    }
  }
}
