import ArgumentParser
import EmulatedBoard
import Foundation
import Handwriting
import LivePage
import Recordings
import SerialLink
import Training

/// An error as the user sees it: every error of every library becomes one of these.
struct ToolError: Error {
  /// What is wrong, and last the next step.
  var message: String
  /// What the program exits with.
  var code: Code

  /// What the exit codes mean.
  enum Code: Int32 {
    /// The tool did its work, and the answer is no.
    case negative = 1
    /// The command line or a file given to it is wrong.
    case misuse = 2
    /// The command was right, but the world failed it.
    case world = 3
  }

  init(_ message: String, code: Code) {
    self.message = message
    self.code = code
  }

  /// What `error`, of whatever library, means to the user.
  init(_ error: any Error) {
    switch error {
    case let error as ToolError: self = error
    case let error as LinkError: self.init("\(error)", code: Self.code(of: error))
    case let error as RecordingError:
      self.init("\(error)", code: error.isAboutWriting ? .world : .misuse)
    case let error as HandwritingError: self.init("\(error)", code: .misuse)
    case let error as TrainingError: self.init("\(error)", code: Self.code(of: error))
    case let error as EmulationError: self.init("\(error)", code: .world)
    case let error as LiveServer.Failure: self.init("\(error)", code: .world)
    default:
      self.init(
        "\(error.localizedDescription): check paths, permissions and room on the disk",
        code: .world)
    }
  }

  /// Ends the program with what the error says, or with the help that was asked for.
  static func exit(for error: any Error) -> Never {
    let parserCode = Quillon.exitCode(for: error)
    if parserCode == .success {
      Console.print(Quillon.fullMessage(for: error))
      Foundation.exit(0)
    }
    if parserCode == .validationFailure {
      Console.note(Quillon.fullMessage(for: error))
      Foundation.exit(Code.misuse.rawValue)
    }
    let error = ToolError(error)
    Console.note("quillon: \(error.message)")
    Foundation.exit(error.code.rawValue)
  }

  private static func code(of error: TrainingError) -> Code {
    if case .unwritable = error { .world } else { .misuse }
  }

  private static func code(of error: LinkError) -> Code {
    switch error {
    case .argument, .unsupported: .misuse
    case .noSuchPort, .busy, .permission, .failure, .memory: .world
    }
  }
}
