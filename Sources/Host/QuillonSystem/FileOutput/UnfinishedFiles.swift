import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The files that are there only while this program works on something. A signal that ends the program removes them.
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

  /// Removes them all. A signal handler may call it once it was called elsewhere.
  static func removeAll() {
    for index in 0..<capacity {
      if let name = table[index] { unlink(name) }
    }
  }

  /// Notes a file. Nil if there is no room.
  public static func add(_ name: String) -> Int? {
    lock.withLock { _ in
      let free = (0..<capacity).first { table[$0] == nil }
      if let free { table[free] = strdup(name) }
      return free
    }
  }

  /// Forgets the file of that entry.
  public static func forget(_ entry: Int?) {
    guard let entry else { return }
    lock.withLock { _ in
      let name = table[entry]
      table[entry] = nil
      free(name)
    }
  }
}
