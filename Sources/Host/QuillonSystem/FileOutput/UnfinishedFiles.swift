import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The files that are being written under a temporary name. A signal that ends the program removes them.
public enum UnfinishedFiles {
  /// How many there are at most; further ones stay when the program is killed.
  private static let capacity = 32
  /// Their names, as a signal handler can use them: it must not allocate or lock.
  nonisolated(unsafe) private static let table: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> =
    {
      let table = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: capacity)
      table.initialize(repeating: nil, count: capacity)
      return table
    }()
  private static let lock = Mutex<Void>(())

  /// Lets the signals that end a program remove these files first. A signal that is ignored stays ignored.
  public static func removeAtSignals() {
    _ = table
    for number in [SIGINT, SIGTERM, SIGHUP] {
      var action = sigaction()
      guard sigaction(number, nil, &action) == 0,
        unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 0
      else { continue }
      signal(number) { number in
        for index in 0..<UnfinishedFiles.capacity {
          if let name = UnfinishedFiles.table[index] { unlink(name) }
        }
        signal(number, SIG_DFL)
        raise(number)
      }
    }
  }

  /// Notes a file. Nil if there is no room.
  static func add(_ name: String) -> Int? {
    lock.withLock { _ in
      let free = (0..<capacity).first { table[$0] == nil }
      if let free { table[free] = strdup(name) }
      return free
    }
  }

  /// Forgets the file of that entry.
  static func forget(_ entry: Int?) {
    guard let entry else { return }
    lock.withLock { _ in
      let name = table[entry]
      table[entry] = nil
      free(name)
    }
  }
}
