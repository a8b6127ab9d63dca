import Synchronization

/// The files that a command writes. Each must differ from the others and from the files that the
/// command reads.
public struct OutputList: Sendable {
  private let policy: OutputFile.Policy
  private let inputs: [String]
  private var outputs: [OutputFile] = []
  private static let standardOutput = Mutex(false)

  /// True if a file of this program leads to its standard output, which then is no place for reports.
  public static var hasStandardOutput: Bool { standardOutput.withLock(\.self) }

  /// A list without any files yet.
  ///
  /// - Parameter inputs: the files that the command reads. A path without a file is ignored.
  public init(policy: OutputFile.Policy, inputs: [String]) {
    self.policy = policy
    self.inputs = inputs
  }

  /// The file at `path`. It must be neither an input, under any name, nor another output.
  ///
  /// - Throws: `OutputError` when it is one of these, or cannot be written.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - policy: What happens to a file that exists already; nil for the policy of the list.
  public mutating func file(
    _ path: String, policy: OutputFile.Policy? = nil
  ) throws(OutputError) -> OutputFile {
    // This check comes first, because --force does not override it.
    try refuseInput(path)
    let file = try OutputFile(path, policy: policy ?? self.policy)
    for other in outputs where file.isSame(as: other) {
      throw OutputError(path, .isOutput(other.path))
    }
    outputs.append(file)
    if file.isStandardOutput { Self.standardOutput.withLock { $0 = true } }
    return file
  }

  /// The same for an optional output: nil when it has no path.
  public mutating func file(_ path: String?) throws(OutputError) -> OutputFile? {
    guard let path else { return nil }
    return try file(path, policy: policy)
  }

  private func refuseInput(_ path: String) throws(OutputError) {
    guard let found = (try? OutputPlace(path))?.identity else { return }
    for input in inputs {
      if let identity = FileIdentity(following: input), identity.isSame(as: found) {
        throw OutputError(path, .isInput(input))
      }
    }
  }
}

extension OutputFile {
  /// True if both are the same file on a disk, whether it exists already or not.
  fileprivate func isSame(as other: OutputFile) -> Bool {
    guard case .file(let a, let old) = place, case .file(let b, let otherOld) = other.place else {
      return false
    }
    guard let old, let otherOld else { return a == b }
    return old.isSame(as: otherOld)
  }
}
