import CQuillonSerialPort

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Opens the terminal at `path` for one program at a time, without waiting and without making it
/// the controlling terminal.
///
/// It locks the terminal with `flock`. This lock ends with the program, however the program ends.
/// It also holds against a superuser, whom `TIOCEXCL` lets pass. But only programs that use `flock`
/// respect it, so `TIOCGEXCL` is used to find out whether another program has the terminal open
/// exclusively. The caller closes the descriptor.
func openExclusively(_ path: String) throws(LinkError) -> Int32 {
  let descriptor = retryingInterrupted { open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC) }
  guard descriptor >= 0 else { throw LinkError(opening: path, errno: errno) }
  do throws(LinkError) {
    try claim(descriptor, path)
  } catch {
    _ = close(descriptor)
    throw error
  }
  return descriptor
}

private func claim(_ descriptor: Int32, _ path: String) throws(LinkError) {
  guard isatty(descriptor) == 1 else {
    let code = errno
    throw code == ENOTTY
      ? .argument(operation: "open \(path)") : LinkError(opening: path, errno: code)
  }
  var isExclusive: Int32 = 0
  _ = ioctl(descriptor, getExclusiveRequest, &isExclusive)
  guard isExclusive == 0 else { throw .busy(path: path) }
  guard retryingInterrupted({ flock(descriptor, LOCK_EX | LOCK_NB) }) == 0 else {
    throw LinkError(opening: path, errno: errno)
  }
}

/// Repeats a system call that a signal interrupted.
func retryingInterrupted(_ call: () -> Int32) -> Int32 {
  while true {
    let result = call()
    if result >= 0 || errno != EINTR { return result }
  }
}
