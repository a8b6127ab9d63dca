/// The files that a command writes, each told from the others and from those that it reads.
public struct OutputList: Sendable {
  private let policy: OutputFile.Policy
  private let inputs: [String]
  private var outputs: [OutputFile] = []

  /// No file yet.
  ///
  /// - Parameter inputs: the files that the command reads; what is none is passed over.
  public init(policy: OutputFile.Policy, inputs: [String]) {
    self.policy = policy
    self.inputs = inputs
  }

  /// The file at `path`, which is neither an input, by whatever name, nor another output.
  public mutating func file(_ path: String) throws(OutputError) -> OutputFile {
    // First of all: --force does not help against it.
    try refuseInput(path)
    let file = try OutputFile(path, policy: policy)
    for other in outputs where file.isSame(as: other) {
      throw OutputError(path, .isOutput(other.path))
    }
    outputs.append(file)
    return file
  }

  /// The same for an output that is not wanted when it has no path.
  public mutating func file(_ path: String?) throws(OutputError) -> OutputFile? {
    guard let path else { return nil }
    return try file(path)
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
  /// True if both are the same file on a disk, there already or not.
  fileprivate func isSame(as other: OutputFile) -> Bool {
    guard case .file(let a, let old) = place, case .file(let b, let otherOld) = other.place else {
      return false
    }
    guard let old, let otherOld else { return a == b }
    return old.isSame(as: otherOld)
  }
}
