#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What the path of an output refers to, with symbolic links followed.
enum OutputPlace: Sendable {
  /// A file on a disk: its path, which is not a link, and its identity if it exists already.
  case file(String, FileIdentity?)
  /// An open descriptor of this process, by its number. `/dev/stdout` leads to one.
  case open(Int32)
  /// A device or a named pipe, which is written to directly.
  case device(String)

  /// How many symbolic links are followed at most, as in the system.
  private static let longestChain = 40

  /// Finds out what `path` refers to.
  init(_ path: String) throws(SystemError) {
    var path = path
    for _ in 0..<Self.longestChain {
      let (folder, name) = Self.split(path)
      guard !name.isEmpty, name != ".", name != ".." else { throw SystemError(EISDIR) }
      guard let real = realpath(folder, nil) else { throw SystemError(errno) }
      defer { free(real) }
      let parent = String(cString: real)
      if parent == "/proc/\(getpid())/fd", let number = Int32(name) {
        self = .open(number)
        return
      }
      path = parent == "/" ? "/\(name)" : "\(parent)/\(name)"
      guard let found = FileIdentity(at: path) else {
        guard errno == ENOENT else { throw SystemError(errno) }
        self = .file(path, nil)
        return
      }
      if found.isFolder { throw SystemError(EISDIR) }
      guard found.isLink else {
        self = found.isRegular ? .file(path, found) : .device(path)
        return
      }
      let target = try Self.target(of: path)
      path = target.hasPrefix("/") ? target : "\(parent)/\(target)"
    }
    throw SystemError(ELOOP)
  }

  /// The identity of the file on a disk; nil when there is none.
  var identity: FileIdentity? {
    switch self {
    case .file(_, let identity): identity
    case .open(let number): FileIdentity(number).flatMap { $0.isRegular ? $0 : nil }
    case .device: nil
    }
  }

  /// The folder of a path and the name in it.
  static func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return (".", path) }
    let folder = slash == path.startIndex ? "/" : String(path[..<slash])
    return (folder, String(path[path.index(after: slash)...]))
  }

  private static func target(of link: String) throws(SystemError) -> String {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(link, &buffer, buffer.count)
    guard count >= 0 else { throw SystemError(errno) }
    return String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
