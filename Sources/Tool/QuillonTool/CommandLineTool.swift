import ArgumentParser
import Foundation

/// The tool `quillon`. It runs the command that its arguments name.
public enum CommandLineTool {
  /// Runs the command that `arguments` name, without the program's name. If it fails, it prints the
  /// error to standard error and ends the program with the exit code that `quillon help` lists.
  ///
  /// This is not `async`: the first suspension would open descriptors before the standard streams
  /// are known to be open.
  ///
  /// - Parameter arguments: The arguments of the command line.
  public static func run(_ arguments: [String]) {
    Console.prepare()
    do {
      try CommandSuggestion.check(arguments)
      if let page = HelpPages.text(for: arguments) { return try Console.print(page) }
      let command = try QuillonCommand.parseAsRoot(
        ConfiguredArguments(arguments.joiningDashedValues).arguments)
      try perform(command)
    } catch {
      ToolError.exit(for: error)
    }
  }

  /// Runs a command to its end.
  static func perform(_ command: any ParsableCommand) throws {
    guard let asynchronous = command as? any AsyncParsableCommand else {
      var command = command
      return try command.run()
    }
    nonisolated(unsafe) var (command, failure) = (asynchronous, nil as (any Error)?)
    let end = DispatchSemaphore(value: 0)
    Task.detached {
      do { try await command.run() } catch { failure = error }
      end.signal()
    }
    end.wait()
    if let failure { throw failure }
  }
}
