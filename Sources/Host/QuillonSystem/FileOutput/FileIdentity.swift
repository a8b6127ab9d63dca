#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Which file a path or a descriptor refers to, and who owns it.
struct FileIdentity: Sendable {
  private let status: stat

  /// The file that `path` leads to, with symbolic links followed; nil when there is none.
  init?(following path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.status = status
  }

  /// The file at `path` itself, which may be a symbolic link; nil when there is none.
  init?(at path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    self.status = status
  }

  /// The file that a descriptor is open on.
  init?(_ number: Int32) {
    var status = stat()
    guard fstat(number, &status) == 0 else { return nil }
    self.status = status
  }

  private var kind: mode_t { status.st_mode & S_IFMT }
  /// The number of bytes.
  var size: Int { Int(status.st_size) }
  /// True for a file on a disk.
  var isRegular: Bool { kind == S_IFREG }
  /// True for a folder.
  var isFolder: Bool { kind == S_IFDIR }
  /// True for a symbolic link.
  var isLink: Bool { kind == S_IFLNK }
  /// Its permission bits.
  var permissions: mode_t { status.st_mode & 0o7777 }

  /// True if both are the same file, even under different names.
  func isSame(as other: FileIdentity) -> Bool {
    status.st_dev == other.status.st_dev && status.st_ino == other.status.st_ino
  }

  /// Gives the file behind a descriptor the owner, group and permissions of this one, as far as the
  /// system allows. If the group cannot be set, the file gives no rights to its group.
  func hand(to number: Int32) {
    let isOfGroup =
      fchown(number, status.st_uid, status.st_gid) == 0
      || fchown(number, uid_t.max, status.st_gid) == 0
    fchmod(number, isOfGroup ? permissions : permissions & ~0o7070)
  }
}
