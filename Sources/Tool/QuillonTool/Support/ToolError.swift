import ArgumentParser
import Foundation
import QuillonBridge
import QuillonEmulator
import QuillonFileOutput
import QuillonLivePage
import QuillonRecordings
import QuillonSerial
import QuillonSimulator
import QuillonTraining

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

  /// What the program exits with when nobody reads its standard output any more, as shells know it of others.
  private static let noReader = 128 + SIGPIPE

  init(_ message: String, code: Code) {
    self.message = message
    self.code = code
  }

  /// What `error`, of whatever library, means to the user.
  init(_ error: any Error) {
    switch error {
    case let error as ToolError: self = error
    case let error as LinkError: self.init("\(error)".printable, code: Self.code(of: error))
    case let error as RecordingError: self.init("\(error)".printable, code: .misuse)
    case let error as OutputError: self.init("\(error)".printable, code: Self.code(of: error))
    case let error as StandardOutputError: self.init("\(error)".printable, code: .world)
    case let error as HandwritingError: self.init("\(error)".printable, code: .misuse)
    case let error as TrainingError: self.init("\(error)".printable, code: .misuse)
    case let error as EmulationError: self.init("\(error)".printable, code: .world)
    case let error as SavedPage.Damage: self.init("\(error)".printable, code: .misuse)
    case let error as LiveServer.Failure: self.init("\(error)".printable, code: .world)
    default:
      self.init(
        "\(error.localizedDescription.printable): check paths, permissions and room on the disk",
        code: .world)
    }
  }

  /// Ends the program with what the error says, or with the help that was asked for.
  static func exit(for error: any Error) -> Never {
    let parserCode = QuillonCommand.exitCode(for: error)
    if parserCode == .success {
      do { try Console.print(QuillonCommand.fullMessage(for: error)) } catch { exit(for: error) }
      Foundation.exit(0)
    }
    if Self.hasNoReader(error) { Foundation.exit(Self.noReader) }
    if parserCode == .validationFailure {
      Console.note(QuillonCommand.fullMessage(for: error))
      Foundation.exit(Code.misuse.rawValue)
    }
    let error = ToolError(error)
    Console.note("quillon: \(error.message)")
    Foundation.exit(error.code.rawValue)
  }

  private static func code(of error: OutputError) -> Code {
    if case .system = error.reason { .world } else { .misuse }
  }

  /// True if the reader of a pipe has gone, as `head` does when it has enough: nothing that is to be told.
  private static func hasNoReader(_ error: any Error) -> Bool {
    switch error {
    case let error as StandardOutputError: error.cause.number == EPIPE
    case let error as OutputError: error.reason == .system(EPIPE)
    default: false
    }
  }

  private static func code(of error: LinkError) -> Code {
    switch error {
    case .argument, .unsupported: .misuse
    case .noSuchPort, .busy, .permission, .failure, .memory: .world
    }
  }
}
