import ArgumentParser
import Foundation
import QuillonBridge
import QuillonEmulator
import QuillonLivePage
import QuillonRecordings
import QuillonSerial
import QuillonSimulator
import QuillonSystem
import QuillonTraining

/// An error as the user sees it. Every error of every library becomes one of these.
struct ToolError: Error {
  /// What is wrong, and at the end the next step.
  var message: String
  /// The exit code of the program.
  var code: Code

  /// The exit codes.
  enum Code: Int32 {
    /// The command did its work, and the answer is no.
    case negative = 1
    /// The command line is wrong, or a file cannot be used.
    case misuse = 2
    /// A port, a disk or another part of the system failed.
    case world = 3
  }

  /// The exit code when the reader of standard output is gone. Shells use it for other programs
  /// too.
  private static let noReader = 128 + SIGPIPE

  init(_ message: String, code: Code) {
    self.message = message
    self.code = code
  }

  /// Converts an error of any library.
  init(_ error: any Error) {
    switch error {
    case let error as ToolError: self = error
    case let error as LinkError: self.init("\(error)".printable, code: Self.code(of: error))
    case let error as RecordingError: self.init("\(error)".printable, code: .misuse)
    case let error as OutputError: self.init("\(error)".printable, code: Self.code(of: error))
    case let error as StandardOutputError: self.init("\(error)".printable, code: .world)
    case let error as HandwritingError: self.init("\(error)".printable, code: .misuse)
    case let error as TrainingError: self.init("\(error)".printable, code: .misuse)
    case let error as EmulationError:
      let words = error.words(isInstalled: BoardOptions.isInstalled)
      self.init(words.printable, code: .world)
    case let error as SavedPage.Damage: self.init("\(error)".printable, code: .misuse)
    case let error as LiveServer.Failure: self.init("\(error)".printable, code: .world)
    case let error as PhoneFailure: self.init("\(error)".printable, code: .world)
    default:
      self.init(
        "\(Self.words(of: error).printable): check paths, permissions and room on the disk",
        code: .world)
    }
  }

  /// Ends the program with the message of the error, or with the help that was asked for.
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

  /// The system's description of an error that no library of this package made.
  private static func words(of error: any Error) -> String {
    let outer = error as NSError
    let inner = outer.userInfo[NSUnderlyingErrorKey] as? NSError ?? outer
    let path = (outer.userInfo[NSFilePathErrorKey] as? String).map { "\($0): " } ?? ""
    guard inner.domain == NSPOSIXErrorDomain, let number = Int32(exactly: inner.code) else {
      return "\(path)the system refused a file"
    }
    return path + String(cString: strerror(number))
  }

  private static func code(of error: OutputError) -> Code {
    if case .system = error.reason { .world } else { .misuse }
  }

  /// True if the reader of a pipe is gone, as `head` goes when it has enough lines. This is not
  /// reported.
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
