#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The result of one attempt to move bytes without waiting.
enum Attempt {
  /// This many bytes were moved, at least 1.
  case moved(Int)
  /// No bytes were moved this time.
  case nothing
  /// The device is gone.
  case gone

  /// Interprets the result of `read` or `write`. `errno` must still hold the value of that call.
  init(systemCall count: Int) {
    if count > 0 {
      self = .moved(count)
    } else if count == 0 || errno == EAGAIN || errno == EINTR {
      self = .nothing
    } else {
      self = .gone
    }
  }
}

/// The meaning of a hang-up, that is, of the absence of the other end.
enum HangUp {
  /// The end of the stream. The other end does not come back.
  case ends
  /// A pause. The other end may come back.
  case pauses
}

extension WaitableDescriptor {
  /// How long to sleep before checking again whether the other end has come back, ms. A hung-up
  /// descriptor is always ready, so waiting on it would spin.
  private static let pause: Int32 = 10

  /// Waits until `attempt` has read bytes.
  func read(
    timeout: Duration, hangUp: HangUp = .ends, _ attempt: () -> Attempt
  ) -> ReadOutcome {
    var count = 0
    let result = transfer(POLLIN, timeout, hangUp, attempt) {
      count = $0
      return true
    }
    switch result {
    case .complete: return .bytes(count)
    case .timedOut: return .timedOut
    case .ended: return .ended
    }
  }

  /// Waits until `attempt` has written `total` bytes. It is given the number of bytes written so
  /// far.
  func write(
    _ total: Int, timeout: Duration, hangUp: HangUp = .ends, _ attempt: (Int) -> Attempt
  ) -> WriteOutcome {
    var accepted = 0
    let result = transfer(POLLOUT, timeout, hangUp, { attempt(accepted) }) {
      accepted += $0
      return accepted >= total
    }
    switch result {
    case .complete: return .written
    case .timedOut: return .timedOut(accepted: accepted)
    case .ended: return .ended
    }
  }

  private enum Result { case complete, timedOut, ended }

  private func transfer(
    _ event: Int32, _ timeout: Duration, _ hangUp: HangUp, _ attempt: () -> Attempt,
    isComplete: (Int) -> Bool
  ) -> Result {
    guard enter() else { return .ended }
    defer { leave() }
    let deadline = Deadline(after: timeout)
    while true {
      switch wait(for: event, until: deadline) {
      case .closing: return .ended
      case .timedOut: if deadline.hasPassed { return .timedOut }
      case .ready(let isHungUp):
        switch (attempt(), isHungUp, hangUp) {
        case (.moved(let count), _, _):
          if isComplete(count) { return .complete }
        case (.gone, _, .ends), (.nothing, true, .ends): return .ended
        case (.gone, _, .pauses), (.nothing, true, .pauses):
          if wait(for: 0, until: deadline, atMost: Self.pause) == .closing { return .ended }
          if deadline.hasPassed { return .timedOut }
        case (.nothing, false, _): break
        }
      }
    }
  }
}
